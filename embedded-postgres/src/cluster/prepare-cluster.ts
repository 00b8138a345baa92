import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Binaries, runnableBinaries } from './binaries';
import { type Cluster, inspectCluster, requireMajor, takeOver } from './cluster';
import { createCluster, removeDrafts } from './create-cluster';
import { clearLeftovers } from '../server/leftovers';

/** A cluster of the right version that nobody is running, created when there is none, and the binaries to run it. */
export async function prepareCluster(
  home: string,
  packageDir: string,
  durable: boolean,
): Promise<{ cluster: Cluster; binaries: Binaries }> {
  const cluster = await inspectCluster(home);
  const binaries = await runnableBinaries(packageDir, cluster.account, copyPlaces(home));
  await removeDrafts(cluster);
  if (!cluster.exists) {
    await createCluster(cluster, binaries, durable);
    return { cluster: await inspectCluster(home), binaries };
  }
  await requireMajor(cluster, binaries.major);
  await takeOver(cluster);
  await clearLeftovers(cluster);
  return { cluster, binaries };
}

/** Where a copy of the binaries may lie: root's must be reachable to the account that root drops to. */
function copyPlaces(home: string): string[] {
  const uid = process.getuid?.() ?? 0;
  const first = uid === 0 ? '/var/lib/scheduling-service' : path.join(home, 'postgres-binaries');
  return [first, path.join(tmpdir(), `scheduling-service-${uid}`)];
}
