import { type INestApplicationContext, Logger as NestLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { ConfigError, loadConfig } from './platform/config/config';
import { DatabaseConnection } from './platform/database/connection';
import { EmbeddedServerError } from '../embedded-postgres/src/embedded-postgres';
import { type DatabaseServer, openDatabaseServer } from './platform/database/server';
import { DeliveryWorker } from './telling/notifications/delivery/delivery-worker';
import { describeMail } from './telling/notifications/describe-mail';
import { WorkerModule } from './process/worker.module';

/** Sends queued messages until SIGTERM or Ctrl-C, whatever WORKER says. An embedded database is shared with the service. */
async function runWorker(): Promise<void> {
  let server: DatabaseServer | undefined;
  try {
    const config = loadConfig();
    server = await openDatabaseServer(config, 'cli', fail, tell);
    const app = await NestFactory.createApplicationContext(
      WorkerModule.forRoot({ config, databaseUrl: server.url }),
      { bufferLogs: true, abortOnError: false },
    );
    app.useLogger(app.get(Logger));
    await app.get(DatabaseConnection).openOrKeepTrying();
    app.get(DeliveryWorker).start();
    stopOnSignal(app, server);
    process.stdout.write(
      `\n  Worker\n\n  Mail       ${describeMail(config)}\n  Database   ${server.description}\n\n`,
    );
  } catch (error) {
    await server?.stop();
    fail(explain(error));
  }
}

function stopOnSignal(app: INestApplicationContext, server: DatabaseServer): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await app.close();
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EmbeddedServerError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function tell(line: string): void {
  new NestLogger('Database').warn(line);
}

function fail(reason: string): void {
  process.stderr.write(`The worker cannot run.\n${reason}\n`);
  process.exit(1);
}

void runWorker();
