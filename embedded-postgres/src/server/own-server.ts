import { openArchive } from '../backup/log-archive';
import { openApplicationDatabase } from './application-database';
import { readPassword } from '../cluster/create-cluster';
import { removeRecord, hostIdentity, writeRecord } from '../ownership/connection-record';
import { startHeartbeat, assertNoRemoteOwner } from '../ownership/remote-owner';
import type { EmbeddedServer, EmbeddedServerOptions } from '../embedded-server';
import { type RestartListener, RestartingServer } from './restarting-server';
import { type OwnerLock, lockPorts } from '../ownership/owner-lock';
import type { OwnOwnership } from '../ownership/ownership';
import { prepareCluster } from '../cluster/prepare-cluster';
import { until } from '../wait';

export interface OwnedHome extends OwnOwnership {
  readonly home: string;
  readonly packageDir: string;
}

type Step = () => Promise<void> | void;

/** How long a command that owns the server waits, before it stops it, for other commands that still use it, in ms. */
const TENANTS_TIMEOUT_MS = 10_000;

/** Starts the server of a data directory whose lock we hold. Releases everything when the start fails. @throws EmbeddedServerError */
export async function launchOwnServer(
  options: EmbeddedServerOptions,
  owned: OwnedHome,
): Promise<EmbeddedServer> {
  const { owner, archive, onWait, onLog = () => undefined } = options;
  const { home, lock, state } = owned;
  const record = {
    owner,
    pid: process.pid,
    nonce: state.nonce,
    lockPorts: lockPorts(state.identity),
    host: hostIdentity(),
  };
  const toUndo: Step[] = [
    () => {
      lock.release();
    },
  ];
  try {
    await assertNoRemoteOwner(home, onLog);
    await writeRecord(home, record);
    toUndo.push(() => removeRecord(home), startHeartbeat(home));
    const { cluster, binaries } = await prepareCluster(home, owned.packageDir, owner !== 'tests', onWait);
    if (archive !== undefined) await openArchive(archive, cluster.account);
    const start = { cluster, binaries, durable: owner !== 'tests', archive, onLog };
    const server = await RestartingServer.start(start, listenerOf(options, lock));
    toUndo.push(() => server.stop());
    const urls = await openApplicationDatabase(server.port, await readPassword(cluster));
    await writeRecord(home, { ...record, ...urls });
    lock.announce('ready');
    const stop = once(async () => {
      lock.announce('stopping');
      if (owner === 'cli') await until(() => !lock.hasTenants(), TENANTS_TIMEOUT_MS, 20);
      await undo(toUndo);
    });
    return { ...urls, adopted: false, location: cluster.data, stop };
  } catch (error) {
    await undo(toUndo);
    throw error;
  }
}

/** Announces each restart to commands, which wait for it as they do for the first start. */
function listenerOf(
  { onRestart = () => undefined, onExit = () => undefined }: EmbeddedServerOptions,
  lock: OwnerLock,
): RestartListener {
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
