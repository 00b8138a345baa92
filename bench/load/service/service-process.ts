import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CLI, ROOT, serviceIn } from '../places';
import { joinServer } from './built-service';
import { serviceEnvironment } from './environment';

const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 60_000;

/** A service as `npm start` runs it. */
export interface RunningService {
  readonly pid: number;
  /** http://127.0.0.1:port */
  readonly origin: string;
  stop(): Promise<void>;
}

/** The service of this checkout, with an embedded database. */
export interface ServiceProcess extends RunningService {
  /** postgres://… of its embedded database, for the superuser: filling and counting need more rights than the service has. */
  readonly databaseUrl: string;
  /** Time from the start of the process to the first 200 of /health/ready, in ms. */
  readonly readyAfterMs: number;
  /** File with the output of the service. */
  readonly logFile: string;
  /** Makes an API key of the administrator, on the command line. @param options that restrict it */
  makeKey(...options: string[]): Promise<string>;
}

/**
 * Starts the service on a data folder and waits until it is ready. Its working directory is that folder, so that it does not
 * read a `.env` of the checkout.
 */
export async function startService(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const dataDir = join(folder, 'data');
  const environment = { ...serviceEnvironment(dataDir, await freePort()), ...settings };
  const began = performance.now();
  const { logFile, ...running } = await run(ROOT, folder, environment);
  const readyAfterMs = performance.now() - began;
  return {
    ...running,
    ...{ logFile, readyAfterMs },
    databaseUrl: await databaseUrlOf(dataDir),
    makeKey: (...options) => makeKey(folder, environment, options),
  };
}

/** Starts the service of another checkout, which is built, on the database of one that runs. */
export async function startBeside(
  databaseUrl: string,
  folder: string,
  checkout: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const environment = serviceEnvironment(join(folder, 'data'), await freePort());
  return run(checkout, folder, { ...environment, ...settings, DATABASE_URL: databaseUrl });
}

async function run(
  checkout: string,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<RunningService & { readonly logFile: string }> {
  const origin = `http://127.0.0.1:${environment['PORT'] ?? ''}`;
  const logFile = join(folder, 'service.log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, serviceIn(checkout), {
    cwd: folder,
    env: environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  await becomesReady(child, origin, logFile);
  return { pid: child.pid ?? 0, origin, logFile, stop: () => stop(child) };
}

async function becomesReady(child: ChildProcess, origin: string, logFile: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill();
      throw new Error(`The service did not get ready:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    await sleep(10);
  }
}

function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/health/ready`, { headers: { connection: 'close' } }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function databaseUrlOf(dataDir: string): Promise<string> {
  const server = await joinServer(dataDir);
  // The service waits for joined processes before it stops.
  await server.stop();
  return server.superuserUrl;
}

async function makeKey(
  folder: string,
  environment: NodeJS.ProcessEnv,
  options: readonly string[],
): Promise<string> {
  const args = [CLI, 'api:key', 'create', '--user', '1', '--name', 'Load benchmark', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: environment });
  return stdout.trim();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const isLate = await Promise.race([
    ended.then(() => false),
    sleep(STOPPED_WITHIN_MS, true, { ref: false }),
  ]);
  if (!isLate) return;
  child.kill('SIGKILL');
  throw new Error(`The service did not stop within ${STOPPED_WITHIN_MS / 1000} s`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}
