import { execFile } from 'node:child_process';
import type { Binaries } from '../cluster/binaries';
import type { Cluster } from '../cluster/cluster';
import { EmbeddedServerError } from '../errors';
import { serverProcesses, signal } from './processes';
import type { SupervisedProcess } from './supervised-process';
import { until } from '../wait';

/** fast: rolls back open transactions and writes a checkpoint. immediate: like a crash; the next start replays the write-ahead log. */
const STEPS = [
  { name: 'SIGINT', mode: 'fast', patienceMs: 30_000 },
  { name: 'SIGQUIT', mode: 'immediate', patienceMs: 5_000 },
  { name: 'SIGKILL', mode: 'immediate', patienceMs: 5_000 },
] as const;

/** Stops a server, if it still runs. Resolves when no process of it is left. @throws EmbeddedServerError */
export async function stopServer(
  process: SupervisedProcess,
  cluster: Cluster,
  binaries: Binaries,
): Promise<void> {
  for (const { name, mode, patienceMs } of STEPS) {
    if (process.hasEnded()) break;
    if (globalThis.process.platform === 'win32') stopOnWindows(binaries, cluster, mode);
    else signal(process.pid, name, cluster.account);
    await until(() => process.hasEnded(), patienceMs);
  }
  if (!process.hasEnded()) {
    throw new EmbeddedServerError(`The embedded PostgreSQL (process ${process.pid}) cannot be stopped.`);
  }
  await process.ended;
  // Backends may outlive a postmaster that has crashed.
  const isGone = async () => {
    const left = await serverProcesses(cluster);
    for (const { pid } of left) signal(pid, 'SIGQUIT', cluster.account);
    return left.length === 0;
  };
  await until(isGone, 5_000, 50);
}

/** Not tested. Windows has no signals; pg_ctl sends PostgreSQL's own. */
function stopOnWindows(binaries: Binaries, cluster: Cluster, mode: string): void {
  execFile(binaries.pgCtl, ['stop', '--no-wait', '-D', cluster.data, '-m', mode], () => undefined);
}
