import { createServer } from 'node:net';
import type { Binaries } from './binaries';
import { type Cluster, pathOfCwd } from './cluster';
import { EmbeddedServerError, lastWords } from './embedded-server-error';
import { clearLeftovers } from './leftovers';
import { readPostmasterFile } from './postmaster-file';
import { serverSettings } from './server-settings';
import { type SupervisedProcess, startSupervised } from './supervised-process';
import { sleep } from './wait';

export interface RunningServer {
  readonly process: SupervisedProcess;
  readonly port: number;
}

export interface ServerStart {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly durable: boolean;
  readonly onLog: (line: string) => void;
  readonly choosePort?: () => Promise<number>;
}

/** Refusals that time cures: somebody took the port first, or backends of the former server are still ending. */
const PASSING = /Address already in use|could not bind|lock file .* already exists|shared memory block/i;
const ATTEMPTS = 30;

/** Crash recovery of a big database takes its time; a server that has not ended by then hangs. */
const READY_WITHIN_MS = 10 * 60_000;

export async function startServer(start: ServerStart): Promise<RunningServer> {
  const { cluster, choosePort = freePort } = start;
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort();
    const process = await startSupervised({
      program: start.binaries.postgres,
      args: [
        '-D',
        pathOfCwd(cluster.data, cluster.account),
        ...serverSettings(cluster.marker, port, start.durable),
      ],
      cwd: cluster.data,
      account: cluster.account,
      onLine: (line) => {
        if (isWorthTelling(line)) start.onLog(line);
      },
    });
    if (await becomesReady(process, cluster.data)) return { process, port };
    const end = await process.ended;
    const words = lastWords(process.output);
    if (attempt === ATTEMPTS || !PASSING.test(process.output.join('\n'))) {
      throw new EmbeddedServerError(`The embedded PostgreSQL did not start (${end}): ${words}`);
    }
    await sleep(Math.min(50 * attempt, 1_000));
    await clearLeftovers(cluster);
  }
}

async function becomesReady(process: SupervisedProcess, data: string): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!process.hasEnded()) {
    const file = await readPostmasterFile(data);
    // A file that names another process is a former server's.
    if (file?.pid === process.pid && file.isReady) return true;
    if (performance.now() > deadline) {
      process.letGo();
      throw new EmbeddedServerError(
        `The embedded PostgreSQL does not get ready: ${lastWords(process.output)}`,
      );
    }
    await sleep(4);
  }
  return false;
}

/** PostgreSQL's LOG lines tell of starts and stops as usual; what follows a line belongs to it. */
function isWorthTelling(line: string): boolean {
  return line.trim() !== '' && !/^(LOG|DEBUG\d?|INFO|NOTICE): /.test(line);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string')
    throw new EmbeddedServerError('No free port on 127.0.0.1.');
  return address.port;
}
