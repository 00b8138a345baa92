import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Binaries, runnableBinaries } from './binaries';
import { type Cluster, inspectCluster, assertMajor, takeOwnership } from './cluster';
import { createCluster, removeDrafts } from './create-cluster';
import { clearLeftovers } from '../server/leftovers';

/**
 * Creates a missing cluster, or brings an existing one into a state in which it can be started: right version, right owner, no
 * process of a former server.
 * @returns the cluster and the binaries to run it
 * @throws EmbeddedServerError
 */
export async function prepareCluster(
  home: string,
  packageDir: string,
  durable: boolean,
  onWait?: (line: string) => void,
): Promise<{ cluster: Cluster; binaries: Binaries }> {
  const cluster = await inspectCluster(home);
  const binaries = await runnableBinaries(packageDir, cluster.account, copyPlaces(home));
  await removeDrafts(cluster);
  if (!cluster.exists) {
    onWait?.(`Creating the database in ${cluster.data}, which can take a minute…`);
    await createCluster(cluster, binaries, durable);
    return { cluster: await inspectCluster(home), binaries };
  }
  await assertMajor(cluster, binaries.major);
  await takeOwnership(cluster);
  await clearLeftovers(cluster);
  return { cluster, binaries };
}

/** Folders for a copy of the binaries. Root's copy must lie where the server's account can reach it. */
function copyPlaces(home: string): string[] {
  const uid = process.getuid?.() ?? 0;
  const first = uid === 0 ? '/var/lib/scheduling-service' : path.join(home, 'postgres-binaries');
  return [first, path.join(tmpdir(), `scheduling-service-${uid}`)];
}
