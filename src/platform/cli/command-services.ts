import type { INestApplicationContext } from '@nestjs/common';

/** The services that a command calls. */
export type Services = Pick<INestApplicationContext, 'get'>;

/**
 * Gives commands the services of the application. They are opened on demand, once the options of a command are known to be
 * right: a wrong option touches no database, and help needs none. `process/` implements it.
 */
export abstract class CommandServices {
  /**
   * Opens the database, brings its schema up to date, runs `work`, and closes everything.
   * @throws ConfigError, EmbeddedServerError, what PostgreSQL says, and what `work` throws
   */
  abstract use<T>(work: (services: Services) => Promise<T>): Promise<T>;
}
