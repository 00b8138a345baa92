import { Logger } from '@nestjs/common';
import { type Config, loadConfig } from '../platform/config/config';
import { type DatabaseServer, openDatabaseServer } from '../platform/database/server';
import { serviceVersion } from '../platform/version';
import { explain } from './explain';

/** A process that runs until it is stopped: the service or the worker. */
export interface Program {
  readonly name: 'service' | 'worker';
  /** A `service` refuses an embedded server that another process owns; a `cli` joins it. */
  readonly databaseOwner: 'service' | 'cli';
  readonly start: (resources: Resources) => Promise<Running>;
}

export interface Resources {
  readonly config: Config;
  readonly server: DatabaseServer;
}

/** A program that has started. */
export interface Running {
  /** The text that the terminal shows. */
  readonly welcome: string;
  /** Ends the work in hand and closes everything but the database server. */
  readonly stop: () => Promise<void>;
}

/** Runs a program until SIGTERM or Ctrl-C. A failure is one line on stderr, with exit code 1. */
export async function runUntilStopped({ name, databaseOwner, start }: Program): Promise<void> {
  const fail = (reason: string): never => {
    process.stderr.write(`The ${name} cannot run: ${reason}\n`);
    process.exit(1);
  };
  let server: DatabaseServer | undefined;
  try {
    const config = loadConfig();
    server = await openDatabaseServer(config, databaseOwner, fail, warnOfDatabase);
    const running = await start({ config, server });
    stopOnSignal(name, running, server, (error) => fail(explain(error)));
    const facts = { version: serviceVersion(), node: process.version, database: server.description };
    new Logger('Process').log(facts, `The ${name} has started`);
    process.stdout.write(running.welcome);
  } catch (error) {
    await server?.stop();
    fail(explain(error));
  }
}

/** The database server stops last: requests and messages in hand need it. */
function stopOnSignal(
  name: Program['name'],
  running: Running,
  server: DatabaseServer,
  fail: (error: unknown) => void,
): void {
  const logger = new Logger('Process');
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.log({ signal }, `The ${name} is stopping`);
    await running.stop();
    await server.stop();
    logger.log(`The ${name} has stopped`);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop(signal).catch(fail));
}

function warnOfDatabase(line: string): void {
  new Logger('Database').warn(line);
}
