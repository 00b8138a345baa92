import type { Cluster } from '../cluster/cluster';
import { EmbeddedServerError } from '../errors';
import { markPostmasterFileStale, readPostmasterFile, removePostmasterFile } from './postmaster-file';
import { isAlive, serverProcesses, signal } from './processes';
import { until } from '../wait';

/**
 * Ends the processes that a former owner of the cluster left running, and clears a postmaster.pid that is empty or whose pid
 * now belongs to another program. Call it only with the owner lock: no client uses a server found then.
 * @throws EmbeddedServerError when a process cannot be ended
 */
export async function clearLeftovers(cluster: Cluster): Promise<void> {
  const recorded = await readPostmasterFile(cluster.data);
  await endServer(cluster, recorded?.pid);
  const left = await readPostmasterFile(cluster.data);
  if (left === undefined) return;
  // Its server was killed before it wrote its pid, and so before it had any shared memory.
  if (left.pid === 0) await removePostmasterFile(cluster.data);
  else if (isAlive(left.pid)) await markPostmasterFileStale(cluster.data);
}

/** SIGINT first: a server that is already shutting down needs only time. */
async function endServer(cluster: Cluster, recordedPid: number | undefined): Promise<void> {
  const running = () => serverProcesses(cluster, recordedPid);
  const isGone = async () => (await running()).length === 0;
  const first = await running();
  if (first.length === 0) return;

  const postmasters = first.filter(({ isPostmaster }) => isPostmaster);
  for (const { pid } of postmasters) signal(pid, 'SIGINT', cluster.account);
  if (postmasters.length > 0 && (await until(isGone, 30_000, 20))) return;

  // Every acknowledged write is in the write-ahead log, which the next start replays.
  for (const [name, patienceMs] of [
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    for (const { pid } of await running()) signal(pid, name, cluster.account);
    if (await until(isGone, patienceMs, 20)) return;
  }
  const pids = (await running()).map(({ pid }) => pid).join(', ');
  throw new EmbeddedServerError(
    `A former database server (process ${pids}) still uses ${cluster.data} and cannot be stopped: end it by hand.`,
  );
}
