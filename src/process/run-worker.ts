import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger, LoggerModule } from 'nestjs-pino';
import { DatabaseConnection } from '../platform/database/connection/connection';
import { BackgroundModule } from '../operating/worker/background.module';
import { BackgroundWorker } from '../operating/worker/background-worker';
import { CoreModule, type CoreOptions } from '../platform/core.module';
import { createLogger, logThrough } from '../platform/logging';
import { describeMail } from '../telling/messages/describe-mail';
import { type Resources, type Running, runUntilStopped } from './run-until-stopped';

/** The modules of `npm run worker`: the work in the background, without HTTP. */
@Module({})
export class WorkerModule {
  static forRoot(options: CoreOptions): DynamicModule {
    const logger = LoggerModule.forRoot(logThrough(createLogger(options.config)));
    return { module: WorkerModule, imports: [CoreModule.forRoot(options), logger, BackgroundModule] };
  }
}

/** Runs the sender of queued messages (`npm run worker`), also when WORKER is off. */
export function runWorker(): Promise<void> {
  return runUntilStopped({ name: 'worker', databaseOwner: 'cli', start });
}

async function start({ config, server }: Resources): Promise<Running> {
  const app = await NestFactory.createApplicationContext(
    WorkerModule.forRoot({ config, databaseUrl: server.url }),
    // As in the service: until the worker is complete, only warnings and errors are logged.
    { logger: ['fatal', 'error', 'warn'], abortOnError: false },
  );
  app.useLogger(app.get(Logger));
  const { opened } = await app.get(DatabaseConnection).openOrKeepTrying();
  app.get(BackgroundWorker).start();
  return {
    welcome: `\n  Worker\n\n  Mail       ${describeMail(config)}\n  Database   ${server.description}\n\n`,
    databaseOpened: opened,
    stop: () => app.close(),
  };
}
