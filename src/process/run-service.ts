import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../platform/config/config';
import { recordUrl } from '../operating/health/recorded-url';
import { dueAtStart } from '../operating/zone-review/reviewed-rules';
import { Clock } from '../platform/clock';
import { DatabaseConnection } from '../platform/database/connection/connection';
import type { DatabaseServer } from '../platform/database/connection/server';
import { Database } from '../platform/database/database';
import { tellTerminal } from '../platform/tell-who-waits';
import { zoneRulesVersion } from '../platform/time/zones/zone-rules';
import { describeMail } from '../telling/messages/describe-mail';
import { assertCanListen, listen } from './listen';
import { type Resources, type Running, runUntilStopped } from './run-until-stopped';

const REVIEW_IS_DUE =
  'New zone rules have taken what lies ahead from its wall clock: `zones review` lists it, and moves it with `--apply`';

/** Runs the HTTP service (`npm start`). */
export function runService(): Promise<void> {
  return runUntilStopped({ name: 'service', databaseOwner: 'service', check: assertCanListen, start });
}

async function start({ config, server }: Resources): Promise<Running> {
  tellTerminal('Loading the service…');
  // Loading the application takes most of a start. A start that fails on its configuration or its database does without.
  const { createApp } = await import('./create-app.js');
  const { warmUp } = await import('./warm-up.js');
  const app = await createApp({ config, databaseUrl: server.url });
  const database = app.get(DatabaseConnection);
  const { opened } = await database.openOrKeepTrying();
  await warmUp(app);
  await listen(app, config);
  const url = localUrl(await app.getUrl());
  const stopping = new AbortController();
  recordOnceOpen(app, opened, url, stopping.signal);
  warnOnceOpen(app, opened, stopping.signal);
  if (!database.isOpen)
    process.stdout.write(`Until ${server.description} answers, the API ${url}/api/v1 answers 503.\n`);
  return {
    welcome: welcome(url, server, config),
    databaseOpened: opened,
    stop: () => {
      stopping.abort();
      return finishRequests(app, config.shutdownDeadlineS);
    },
  };
}

/** Only the command `demo` reads the address, so the service does without a failure of this. @param stopping when failures do not count */
function recordOnceOpen(
  app: NestExpressApplication,
  opened: Promise<void>,
  url: string,
  stopping: AbortSignal,
): void {
  opened
    .then(() => recordUrl(app.get(Database), url))
    .catch((error: unknown) => {
      if (stopping.aborted) return;
      new Logger('Service').warn({ err: error }, 'Could not record the address of the service');
    });
}

/** In the background: nothing that is served depends on it. @param stopping when failures do not count */
function warnOnceOpen(app: NestExpressApplication, opened: Promise<void>, stopping: AbortSignal): void {
  const logger = new Logger('Zone rules');
  opened
    .then(() => dueAtStart(app.get(Database), app.get(Clock).now()))
    .then((due) => {
      if (due > 0) logger.warn({ due, zoneRules: zoneRulesVersion() }, REVIEW_IS_DUE);
    })
    .catch((error: unknown) => {
      if (stopping.aborted) return;
      logger.warn({ err: error }, 'Could not look whether a review of the zone rules is due');
    });
}

/** Lets running requests finish. Requests that outlast the deadline are cut off. */
async function finishRequests(app: NestExpressApplication, deadlineS: number): Promise<void> {
  closeConnectionsAfterAnswers(app);
  const cutOff = setTimeout(() => {
    app.getHttpServer().closeAllConnections();
  }, deadlineS * 1_000);
  await app.close();
  clearTimeout(cutOff);
}

/** A client with a kept-alive connection would otherwise go on sending requests, which the deadline would cut off. */
function closeConnectionsAfterAnswers(app: NestExpressApplication): void {
  app.getHttpServer().prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
}

function localUrl(address: string): string {
  return address.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost');
}

function welcome(url: string, server: DatabaseServer, config: Config): string {
  return `
  Scheduling service

  API        ${url}/api/v1
  Docs       ${url}/docs
  Zone       ${describeZone(config)}
  Database   ${server.description}
  Mail       ${describeMail(config)}

  Make a key    npm run --silent cli -- api:key create --user 1 --name "First key"
  Try it out    ${url}/docs, with that key
  Look around   npm run --silent cli -- demo adds a small business
  Stop          Ctrl-C

`;
}

/** UTC is the default, and rarely the zone of a business. */
function describeZone({ businessTimeZone }: Config): string {
  return businessTimeZone === 'UTC'
    ? 'UTC (set BUSINESS_TIMEZONE in .env to that of the business, such as Europe/Berlin)'
    : businessTimeZone;
}
