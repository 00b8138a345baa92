import { type DynamicModule, Injectable, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { LinksModule } from '../booking/links/links.module';
import { ProviderAccounts } from '../business/providers/provider-accounts';
import { ErasureModule } from '../operating/personal-data/erasure/erasure.module';
import { ExportModule } from '../operating/personal-data/export/export.module';
import { ApiKeysModule } from '../people/api-keys/api-keys.module';
import { ProviderRegistrar } from '../people/users/provider-registrar';
import { UserAdministration } from '../people/users/user-administration';
import { UsersModule } from '../people/users/users.module';
import { CommandServices, type Services } from '../platform/cli/command-services';
import { loadConfig } from '../platform/config/config';
import { CoreModule, type CoreOptions } from '../platform/core.module';
import { DatabaseConnection } from '../platform/database/connection/connection';
import { openDatabaseServer } from '../platform/database/connection/server';

/** The services that commands need, without HTTP. */
@Module({})
class CommandServicesModule {
  static forRoot(options: CoreOptions, module?: Type): DynamicModule {
    return {
      module: CommandServicesModule,
      imports: [
        CoreModule.forRoot(options),
        UsersModule,
        ApiKeysModule,
        ErasureModule,
        ExportModule,
        // Answers that are kept for an Idempotency-Key have links, and an erasure forgets such answers.
        LinksModule,
        ...(module === undefined ? [] : [module]),
      ],
      // ProvidersModule would add controllers, so only its class is provided here.
      providers: [UserAdministration, { provide: ProviderRegistrar, useClass: ProviderAccounts }],
    };
  }
}

/** Opens the database server, the database and a Nest context for one command. */
@Injectable()
export class DatabaseCommandServices extends CommandServices {
  async use<T>(work: (services: Services) => Promise<T>, module?: Type): Promise<T> {
    const config = loadConfig();
    // If an embedded server ends unexpectedly, the running statement fails and reports it.
    const server = await openDatabaseServer(config, 'cli', () => undefined);
    try {
      return await inContext(
        CommandServicesModule.forRoot({ config, databaseUrl: server.url }, module),
        work,
      );
    } finally {
      await server.stop();
    }
  }
}

async function inContext<T>(module: DynamicModule, work: (services: Services) => Promise<T>): Promise<T> {
  const context = await NestFactory.createApplicationContext(module, {
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
