import { openApplicationDatabase } from './application-database';
import { readPassword } from './cluster-init';
import { removeRecord, thisPlace, writeRecord } from './connection-record';
import { keepTouching, requireNoDistantOwner } from './distant-owner';
import type { EmbeddedServer, EmbeddedServerOptions } from './embedded-server';
import { lockPorts } from './owner-lock';
import type { OwnOwnership } from './ownership';
import { prepareCluster } from './prepared-cluster';
import { startServer } from './server-process';
import { stopServer } from './server-stop';
import { until } from './wait';

export interface OwnedHome extends OwnOwnership {
  readonly home: string;
  readonly packageDir: string;
}

type Step = () => Promise<void> | void;

/** How long a command that owns the server waits, at its end, for other commands that still use it. */
const TENANTS_PATIENCE_MS = 10_000;

/** Starts the server of a data directory whose lock we hold; gives everything back when that fails. */
export async function launchOwnServer(
  options: EmbeddedServerOptions,
  owned: OwnedHome,
): Promise<EmbeddedServer> {
  const { owner, onLog = () => undefined, onExit = () => undefined } = options;
  const { home, lock, state } = owned;
  const record = {
    owner,
    pid: process.pid,
    nonce: state.nonce,
    lockPorts: lockPorts(state.identity),
    place: thisPlace(),
  };
  const toUndo: Step[] = [
    () => {
      lock.release();
    },
  ];
  let isStopping = false;
  try {
    await requireNoDistantOwner(home, onLog);
    await writeRecord(home, record);
    toUndo.push(() => removeRecord(home), keepTouching(home));
    const { cluster, binaries } = await prepareCluster(home, owned.packageDir, owner !== 'tests');
    const server = await startServer({ cluster, binaries, durable: owner !== 'tests', onLog });
    toUndo.push(() => stopServer(server.process, cluster, binaries));
    const url = await openApplicationDatabase(server.port, await readPassword(cluster));
    await writeRecord(home, { ...record, url });
    server.process.unref();
    lock.announce('ready');
    void server.process.ended.then((how) => {
      if (!isStopping) onExit(how);
    });
    const stop = once(async () => {
      isStopping = true;
      lock.announce('stopping');
      if (owner === 'cli') await until(() => !lock.hasTenants(), TENANTS_PATIENCE_MS, 20);
      await undo(toUndo);
    });
    return { url, adopted: false, location: cluster.data, stop };
  } catch (error) {
    isStopping = true;
    await undo(toUndo);
    throw error;
  }
}

async function undo(steps: Step[]): Promise<void> {
  for (const step of steps.reverse()) await step();
}

function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => (result ??= action());
}
