import type { Binaries } from '../cluster/binaries';
import { type Cluster, pathOfCwd } from '../cluster/cluster';
import { EmbeddedServerError, lastOutput } from '../errors';
import { clearLeftovers } from './leftovers';
import { isRecovering } from '../backup/log-archive';
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
  /** The folder to which it archives its log. */
  readonly archive?: string | undefined;
  readonly onLog: (line: string) => void;
  readonly choosePort?: () => Promise<number>;
  /** Aborts a start that is still under way. */
  readonly signal?: AbortSignal;
}

/** Failures that a retry can cure: another program took the port first, or backends of the former server are still ending. */
const TEMPORARY = /Address already in use|could not bind|lock file .* already exists|shared memory block/i;
const ATTEMPTS = 30;

/** Crash recovery of a large database takes minutes; a server that is not ready by then hangs. */
const READY_TIMEOUT_MS = 10 * 60_000;

/** @throws EmbeddedServerError */
export async function startServer(start: ServerStart): Promise<RunningServer> {
  const { cluster, choosePort: nextPort = () => choosePort(cluster.marker) } = start;
  for (let attempt = 1; ; attempt += 1) {
    const port = await nextPort();
    const process = await startProcess(start, port);
    if (await becomesReady(process, cluster.data, start.signal)) return { process, port };
    const end = await process.ended;
    const words = lastOutput(process.output);
    const isFinal = attempt === ATTEMPTS || !TEMPORARY.test(process.output.join('\n'));
    if (isFinal || start.signal?.aborted === true) {
      throw new EmbeddedServerError(`The embedded PostgreSQL did not start (${end}): ${words}`);
    }
    await sleep(Math.min(50 * attempt, 1_000));
    await clearLeftovers(cluster);
  }
}

function startProcess(
  { cluster, binaries, durable, archive, onLog }: ServerStart,
  port: number,
): Promise<SupervisedProcess> {
  return startSupervised({
    program: binaries.postgres,
    args: [
      '-D',
      pathOfCwd(cluster.data, cluster.account),
      ...serverSettings(cluster.marker, port, durable, archive),
    ],
    cwd: cluster.data,
    account: cluster.account,
    onLine: (line) => {
      if (isWarningOrWorse(line)) onLog(line);
    },
  });
}

async function becomesReady(
  process: SupervisedProcess,
  data: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!process.hasEnded()) {
    const file = await readPostmasterFile(data);
    // A file with another pid belongs to a former server.
    if (file?.pid === process.pid && file.isReady && !isRecovering(data)) return true;
    if (signal?.aborted === true) process.closePipe();
    if (performance.now() > deadline) {
      process.closePipe();
      throw new EmbeddedServerError(
        `The embedded PostgreSQL did not become ready in time: ${lastOutput(process.output)}`,
      );
    }
    await sleep(4);
  }
  return false;
}

/** Continuation lines belong to the line before; LOG and below are routine. */
function isWarningOrWorse(line: string): boolean {
  return line.trim() !== '' && !/^(LOG|DEBUG\d?|INFO|NOTICE): /.test(line);
}
