import { Logger } from '@nestjs/common';
import { type Config, loadConfig, misspeltVariables } from '../platform/config/config';
import { type DatabaseServer, openDatabaseServer } from '../platform/database/connection/server';
import { tellTerminal } from '../platform/tell-who-waits';
import { serviceVersion } from '../platform/version';
import { explain } from './explain';

/** A process that runs until it is stopped: the service or the worker. */
export interface Program {
  readonly name: 'service' | 'worker';
  /** A `service` refuses an embedded server that another process owns; a `cli` joins it. */
  readonly databaseOwner: 'service' | 'cli';
  /** Fails before the database server is started when the program cannot run. */
  readonly check?: (config: Config) => Promise<void>;
  readonly start: (resources: Resources) => Promise<Running>;
}

export interface Resources {
  readonly config: Config;
  readonly server: DatabaseServer;
}

/** A program that has started. */
export interface Running {
  /** The text that the terminal shows once the database is open. */
  readonly welcome: string;
  readonly databaseOpened: Promise<void>;
  /** Ends the work in hand and closes everything but the database server. */
  readonly stop: () => Promise<void>;
}

/** What the process has opened so far. */
interface Opened {
  server?: DatabaseServer;
  running?: Running;
}

/** Runs a program until SIGTERM or Ctrl-C. A failure is one line on stderr, with exit code 1. */
export async function runUntilStopped({ name, databaseOwner, check, start }: Program): Promise<void> {
  const fail = (error: unknown): never => {
    process.stderr.write(`The ${name} cannot run: ${explain(error)}\n`);
    process.exit(1);
  };
  const opened: Opened = {};
  const stopping = new AbortController();
  onStopSignal((signal) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    stop(name, signal, opened).catch(fail);
  });
  try {
    const config = loadConfig();
    await check?.(config);
    if (config.databaseUrl === undefined) tellTerminal('Starting the embedded PostgreSQL…');
    const server = await openDatabaseServer(
      config,
      databaseOwner,
      (reason) => fail(new Error(reason)),
      warnOfDatabase,
    );
    opened.server = server;
    const running = await start({ config, server });
    opened.running = running;
    const facts = { version: serviceVersion(), node: process.version, database: server.description };
    for (const sentence of misspeltVariables()) new Logger('Settings').warn(sentence);
    new Logger('Process').log(facts, `The ${name} has started`);
    void running.databaseOpened.then(() => process.stdout.write(running.welcome));
  } catch (error) {
    // A signal during the start closes the database server that the start still uses.
    if (stopping.signal.aborted) return;
    await opened.server?.stop();
    fail(error);
  }
}

/** From the beginning: as the first process of a container, Node would ignore a signal without a handler. */
function onStopSignal(handler: (signal: string) => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, handler);
}

/** The database server stops last: requests and messages in hand need it. */
async function stop(name: Program['name'], signal: string, { running, server }: Opened): Promise<void> {
  const logger = new Logger('Process');
  if (running !== undefined) logger.log({ signal }, `The ${name} is stopping`);
  await running?.stop();
  await server?.stop();
  if (running !== undefined) logger.log(`The ${name} has stopped`);
  process.exit(0);
}

function warnOfDatabase(line: string): void {
  new Logger('Database').warn(line);
}
