import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Needs, Services } from '../platform/cli/command-services';
import { loadConfig } from '../platform/config/config';
import { CoreModule } from '../platform/core.module';
import { DatabaseConnection } from '../platform/database/connection/connection';
import { openDatabaseServer } from '../platform/database/connection/server';
import { tellTerminal } from '../platform/tell-who-waits';

@Module({})
class CommandContext {}

/** How long a person waits without a word. */
const SILENCE_MS = 1_000;

/** Opens the database server, the database and a Nest context for one command, without HTTP. */
export async function useServices<T>(
  work: (services: Services) => Promise<T>,
  { imports = [], providers = [] }: Needs,
): Promise<T> {
  const config = loadConfig();
  // Only at a terminal: scripts read stderr for faults.
  const silence = setTimeout(tellTerminal, SILENCE_MS, 'Waiting for the database…');
  try {
    // If an embedded server ends unexpectedly, the running statement fails and reports it.
    const server = await openDatabaseServer(config, 'cli', () => undefined);
    const core = CoreModule.forRoot({ config, databaseUrl: server.url });
    const module = { module: CommandContext, imports: [core, ...imports], providers };
    const inTime = (services: Services) => {
      clearTimeout(silence);
      return work(services);
    };
    return await inContext(module, inTime).finally(() => server.stop());
  } finally {
    clearTimeout(silence);
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
