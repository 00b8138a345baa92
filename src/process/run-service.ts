import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DatabaseError } from 'pg';
import { createApp } from './create-app';
import { type Config, ConfigError, loadConfig } from '../platform/config/config';
import { type DatabaseServer, openDatabaseServer } from '../platform/database/server';
import { EmbeddedServerError } from '../../embedded-postgres/src/embedded-postgres';
import { describeMail } from '../telling/notifications/describe-mail';
import { DatabaseConnection, UnfitDatabaseError } from '../platform/database/connection';

/** Runs the service until SIGTERM or Ctrl-C. Whatever keeps it from starting is said in one line, with exit code 1. */
export async function runService(): Promise<void> {
  let server: DatabaseServer | undefined;
  try {
    const config = loadConfig();
    server = await openDatabaseServer(config, 'service', fail, tell);
    const app = await createApp({ config, databaseUrl: server.url });
    await app.get(DatabaseConnection).openOrKeepTrying();
    await listen(app, config);
    stopOnSignal(app, server, config.shutdownDeadlineS);
    process.stdout.write(welcome(await app.getUrl(), server, config));
  } catch (error) {
    await server?.stop();
    fail(explain(error));
  }
}

async function listen(app: NestExpressApplication, { port, host }: Config): Promise<void> {
  if (host === undefined) await app.listen(port);
  else await app.listen(port, host);
}

/** Ends running requests, then the database server. Requests that outlast the deadline are cut off. */
function stopOnSignal(app: NestExpressApplication, server: DatabaseServer, deadlineS: number): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    sendElsewhere(app);
    const cutOff = setTimeout(() => {
      app.getHttpServer().closeAllConnections();
    }, deadlineS * 1_000);
    await app.close();
    clearTimeout(cutOff);
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

/** Clients that keep their connection would otherwise go on asking through it, until the deadline cuts off whatever they ask then. */
function sendElsewhere(app: NestExpressApplication): void {
  app.getHttpServer().prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
}

function welcome(address: string, server: DatabaseServer, config: Config): string {
  const url = address.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost');
  return `
  Scheduling service

  API        ${url}/api/v1
  Docs       ${url}/docs
  Database   ${server.description}
  Mail       ${describeMail(config)}

  Make a key    npm run --silent cli -- api:key create --user 1 --name "First key"
  Stop          Ctrl-C

`;
}

/** What the operator can mend: said in one line, without a stack. PostgreSQL's own words are among them. */
const OPERATORS_FAULTS = [ConfigError, EmbeddedServerError, UnfitDatabaseError, DatabaseError];

function explain(error: unknown): string {
  if (OPERATORS_FAULTS.some((fault) => error instanceof fault)) return (error as Error).message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is in use by another program; set PORT to a free one.`;
  if (code === 'EACCES')
    return `Port ${port ?? ''} takes more rights than this user has; set PORT to one above 1023.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function tell(line: string): void {
  new Logger('Database').warn(line);
}

function fail(reason: string): void {
  process.stderr.write(`The service cannot run.\n${reason}\n`);
  process.exit(1);
}
