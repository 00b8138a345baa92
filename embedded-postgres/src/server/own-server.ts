import { openApplicationDatabase } from './application-database';
import { readPassword } from '../cluster/create-cluster';
import { removeRecord, thisPlace, writeRecord } from '../ownership/connection-record';
import { keepTouching, requireNoDistantOwner } from '../ownership/remote-owner';
import type { EmbeddedServer, EmbeddedServerOptions } from '../embedded-server';
import { type Keeper, KeptServer } from './restarting-server';
import { type OwnerLock, lockPorts } from '../ownership/owner-lock';
import type { OwnOwnership } from '../ownership/ownership';
import { prepareCluster } from '../cluster/prepare-cluster';
import { until } from '../wait';

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
  const { owner, onLog = () => undefined } = options;
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
  try {
    await requireNoDistantOwner(home, onLog);
    await writeRecord(home, record);
    toUndo.push(() => removeRecord(home), keepTouching(home));
    const { cluster, binaries } = await prepareCluster(home, owned.packageDir, owner !== 'tests');
    const start = { cluster, binaries, durable: owner !== 'tests', onLog };
    const server = await KeptServer.start(start, keeperOf(options, lock));
    toUndo.push(() => server.stop());
    const url = await openApplicationDatabase(server.port, await readPassword(cluster));
    await writeRecord(home, { ...record, url });
    lock.announce('ready');
    const stop = once(async () => {
      lock.announce('stopping');
      if (owner === 'cli') await until(() => !lock.hasTenants(), TENANTS_PATIENCE_MS, 20);
      await undo(toUndo);
    });
    return { url, adopted: false, location: cluster.data, stop };
  } catch (error) {
    await undo(toUndo);
    throw error;
  }
}

/** Commands wait while the server is started again, as they do for its first start. */
function keeperOf(
  { onRestart = () => undefined, onExit = () => undefined }: EmbeddedServerOptions,
  lock: OwnerLock,
): Keeper {
  return {
    onEnd: (how) => {
      lock.announce('starting');
      onRestart(`The embedded PostgreSQL ended (${how}); starting it again`);
    },
    onReturn: () => {
      lock.announce('ready');
      onRestart('The embedded PostgreSQL is back');
    },
    onLost: onExit,
  };
}

async function undo(steps: Step[]): Promise<void> {
  for (const step of steps.reverse()) await step();
}

function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => (result ??= action());
}
