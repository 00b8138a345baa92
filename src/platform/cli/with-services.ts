import { type INestApplicationContext, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiKeysModule } from '../../people/api-keys/api-keys.module';
import { loadConfig } from '../config/config';
import { CoreModule, type CoreOptions } from '../core.module';
import { DatabaseConnection } from '../database/connection';
import { openDatabaseServer } from '../database/server';
import { DemoModule } from '../../operating/demo/demo.module';
import { ProviderAccounts } from '../../business/providers/provider-accounts';
import { UserRegistration } from '../../people/users/user-registration';
import { UsersModule } from '../../people/users/users.module';

/** The services that commands call. */
export type Services = Pick<INestApplicationContext, 'get'>;

/** What of the service the commands need, and nothing of HTTP. */
@Module({})
class CommandServicesModule {
  static forRoot(options: CoreOptions): DynamicModule {
    return {
      module: CommandServicesModule,
      imports: [CoreModule.forRoot(options), UsersModule, ApiKeysModule, DemoModule],
      // Accounts by themselves: their module brings controllers along.
      providers: [UserRegistration, ProviderAccounts],
    };
  }
}

/**
 * Opens the database, brings it up to date, and runs `work`; then closes all again. Commands are not injected with
 * services but open them here, once their options are known to be right: a wrong one touches no database, and help needs
 * none.
 * @throws ConfigError, EmbeddedServerError, what PostgreSQL says, and what `work` throws
 */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  const config = loadConfig();
  // When an embedded server ends by itself, the statement that is running fails and says so.
  const server = await openDatabaseServer(config, 'cli', () => undefined);
  try {
    return await inContext({ config, databaseUrl: server.url }, work);
  } finally {
    await server.stop();
  }
}

async function inContext<T>(options: CoreOptions, work: (services: Services) => Promise<T>): Promise<T> {
  const context = await NestFactory.createApplicationContext(CommandServicesModule.forRoot(options), {
    logger: false,
    abortOnError: false,
  });
  try {
    await context.get(DatabaseConnection).open();
    return await work(context);
  } finally {
    await context.close();
  }
}
