import type { Binaries } from '../cluster/binaries';
import { type Cluster, pathOfCwd } from '../cluster/cluster';
import { EmbeddedServerError, lastWords } from '../errors';
import { clearLeftovers } from './leftovers';
import { readPostmasterFile } from './postmaster-file';
import { choosePort } from './server-port';
import { serverSettings } from './server-settings';
import { type SupervisedProcess, startSupervised } from './supervised-process';
import { sleep } from '../wait';

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
  /** Ends a start that takes too long for somebody who wants to stop. */
  readonly signal?: AbortSignal;
}

/** Refusals that time cures: somebody took the port first, or backends of the former server are still ending. */
const PASSING = /Address already in use|could not bind|lock file .* already exists|shared memory block/i;
const ATTEMPTS = 30;

/** Crash recovery of a big database takes its time; a server that has not ended by then hangs. */
const READY_WITHIN_MS = 10 * 60_000;

/** @throws EmbeddedServerError */
export async function startServer(start: ServerStart): Promise<RunningServer> {
  const { cluster, choosePort: nextPort = () => choosePort(cluster.marker) } = start;
  for (let attempt = 1; ; attempt += 1) {
    const port = await nextPort();
    const process = await startProcess(start, port);
    if (await becomesReady(process, cluster.data, start.signal)) return { process, port };
    const end = await process.ended;
    const words = lastWords(process.output);
    const isHopeless = attempt === ATTEMPTS || !PASSING.test(process.output.join('\n'));
    if (isHopeless || start.signal?.aborted === true) {
      throw new EmbeddedServerError(`The embedded PostgreSQL did not start (${end}): ${words}`);
    }
    await sleep(Math.min(50 * attempt, 1_000));
    await clearLeftovers(cluster);
  }
}

function startProcess(
  { cluster, binaries, durable, onLog }: ServerStart,
  port: number,
): Promise<SupervisedProcess> {
  return startSupervised({
    program: binaries.postgres,
    args: ['-D', pathOfCwd(cluster.data, cluster.account), ...serverSettings(cluster.marker, port, durable)],
    cwd: cluster.data,
    account: cluster.account,
    onLine: (line) => {
      if (isWorthTelling(line)) onLog(line);
    },
  });
}

async function becomesReady(
  process: SupervisedProcess,
  data: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!process.hasEnded()) {
    const file = await readPostmasterFile(data);
    // A file that names another process is a former server's.
    if (file?.pid === process.pid && file.isReady) return true;
    if (signal?.aborted === true) process.letGo();
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
