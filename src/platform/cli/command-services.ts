import type { INestApplicationContext, ModuleMetadata } from '@nestjs/common';

/** The services that a command calls. */
export type Services = Pick<INestApplicationContext, 'get'>;

/** The modules that a command needs, and classes of its own. */
export type Needs = Pick<ModuleMetadata, 'imports' | 'providers'>;

/**
 * Gives commands the services of the application. Opens them on demand, after the options of a command are checked: help and
 * a wrong option touch no database. `process/command-services.ts` implements it.
 */
export abstract class CommandServices {
  /**
   * Opens the database, brings its schema up to date, runs `work`, and closes everything.
   * @param needs what `work` needs in addition to the services of the platform
   * @throws ConfigError, EmbeddedServerError, the errors of PostgreSQL, and those of `work`
   */
  abstract use<T>(work: (services: Services) => Promise<T>, needs: Needs): Promise<T>;
}
