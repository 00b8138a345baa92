import { randomBytes } from 'node:crypto';
import { type ConnectionRecord, readRecord } from './connection-record';
import { EmbeddedServerError } from '../errors';
import { type MetOwner, OwnerLock } from './owner-lock';
import type { Owner, OwnerState } from './owner-probe';
import { sleep } from '../wait';

export interface OwnOwnership {
  readonly kind: 'own';
  readonly lock: OwnerLock;
  readonly state: OwnerState;
}

export interface OtherOwnership {
  readonly kind: 'other';
  readonly owner: MetOwner;
}

/** How long to wait for an owner that is starting, stopping, or a command that a service waits for. */
const PATIENCE_MS = { claiming: 20_000, starting: 120_000, stopping: 45_000, command: 15_000 };

/** Ownership of the data directory, or, for a command, the owner whose server is ready. */
export async function acquireOwnership(
  home: string,
  identity: string,
  owner: Owner,
): Promise<OwnOwnership | OtherOwnership> {
  const state: OwnerState = { identity, owner, nonce: randomBytes(8).toString('hex'), phase: 'starting' };
  const since = performance.now();
  for (;;) {
    const record = await readRecord(home);
    const found = await OwnerLock.tryAcquire(state, (port) => silentOwner(record, port, identity));
    if (found instanceof OwnerLock) return { kind: 'own', lock: found, state };
    if (owner === 'cli' && found.phase === 'ready') return { kind: 'other', owner: found };
    if (performance.now() - since > patience(owner, found)) throw inUse(home, found);
    await sleep(found.phase === 'claiming' ? 20 + Math.random() * 40 : 60);
  }
}

function patience(self: Owner, { owner, phase }: OwnerState): number {
  if (phase === 'claiming' || phase === 'stopping') return PATIENCE_MS[phase];
  if (self === 'cli') return PATIENCE_MS.starting;
  return owner === 'cli' ? PATIENCE_MS.command : 0;
}

function inUse(home: string, { owner }: OwnerState): EmbeddedServerError {
  const whom = { service: 'Another instance of the service', cli: 'A command', tests: 'A test run' }[owner];
  return new EmbeddedServerError(`${whom} is already using ${home}.`);
}

/** An owner whose event loop is busy does not answer, but it has said which ports are its own. */
function silentOwner(
  record: ConnectionRecord | undefined,
  port: number,
  identity: string,
): OwnerState | undefined {
  if (record?.lockPorts.includes(port) !== true) return undefined;
  return { identity, owner: record.owner, nonce: record.nonce, phase: 'starting' };
}
