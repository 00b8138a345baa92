import type { INestApplicationContext, Type } from '@nestjs/common';

/** The services that a command calls. */
export type Services = Pick<INestApplicationContext, 'get'>;

/**
 * Gives commands the services of the application. Opens them on demand, after the options of a command are checked: help and
 * a wrong option touch no database. `process/command-services.ts` implements it.
 */
export abstract class CommandServices {
  /**
   * Opens the database, brings its schema up to date, runs `work`, and closes everything.
   * @param module what `work` needs in addition to configuration, clock and database
   * @throws ConfigError, EmbeddedServerError, the errors of PostgreSQL, and those of `work`
   */
  abstract use<T>(work: (services: Services) => Promise<T>, module: Type): Promise<T>;
}
