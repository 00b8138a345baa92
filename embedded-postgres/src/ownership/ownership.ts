import { randomBytes } from 'node:crypto';
import { type ConnectionRecord, readRecord } from './connection-record';
import { EmbeddedServerError } from '../errors';
import { type FoundOwner, OwnerLock } from './owner-lock';
import type { Owner, OwnerState } from './owner-probe';
import { sleep } from '../wait';

export interface OwnOwnership {
  readonly kind: 'own';
  readonly lock: OwnerLock;
  readonly state: OwnerState;
}

export interface OtherOwnership {
  readonly kind: 'other';
  readonly owner: FoundOwner;
}

/** How long to wait for an owner in each phase, in ms; `command`: how long a service waits for a command; `confirmation`: how long for an
 * owner to write its connection record; `silence`: how long a person waits without a word. */
const TIMEOUTS_MS = {
  claiming: 20_000,
  starting: 120_000,
  stopping: 45_000,
  command: 15_000,
  confirmation: 5_000,
  silence: 1_000,
};

/** What an error and a line of progress call an owner. */
const OWNERS = { service: 'Another instance of the service', cli: 'A command', tests: 'A test run' };

/**
 * Takes the ownership of a data directory. A command gets the present owner instead, once its server is ready.
 * @param onWait gets a line before the wait for another process
 * @throws EmbeddedServerError when another process owns the directory and does not give it up in time
 */
export async function acquireOwnership(
  home: string,
  identity: string,
  owner: Owner,
  onWait?: (line: string) => void,
): Promise<OwnOwnership | OtherOwnership> {
  const state: OwnerState = { identity, owner, nonce: randomBytes(8).toString('hex'), phase: 'starting' };
  const since = performance.now();
  let hasTold = false;
  for (;;) {
    const record = await readRecord(home);
    const found = await OwnerLock.tryAcquire(state, (port) => recordedOwner(record, port, identity));
    if (found instanceof OwnerLock) return { kind: 'own', lock: found, state };
    if (owner === 'cli' && found.phase === 'ready') return { kind: 'other', owner: found };
    const waited = performance.now() - since;
    const patience = timeoutFor(owner, found);
    if (waited > patience) {
      // Only the owner of the directory can write the record; any local user can listen on the ports.
      if ((await readRecord(home))?.nonce === found.nonce) throw inUseError(home, found);
      if (waited > TIMEOUTS_MS.confirmation) throw unconfirmedError(home, found);
    }
    if (!hasTold && patience > 0 && waited > TIMEOUTS_MS.silence) {
      hasTold = true;
      onWait?.(`${OWNERS[found.owner]} uses the database (${found.phase}); waiting for it…`);
    }
    await sleep(found.phase === 'claiming' ? 20 + Math.random() * 40 : 60);
  }
}

function timeoutFor(self: Owner, { owner, phase }: OwnerState): number {
  if (phase === 'claiming' || phase === 'stopping') return TIMEOUTS_MS[phase];
  if (self === 'cli') return TIMEOUTS_MS.starting;
  return owner === 'cli' ? TIMEOUTS_MS.command : 0;
}

function inUseError(home: string, { owner }: OwnerState): EmbeddedServerError {
  return new EmbeddedServerError(`${OWNERS[owner]} is already using ${home}.`);
}

function unconfirmedError(home: string, { port }: FoundOwner): EmbeddedServerError {
  return new EmbeddedServerError(
    `The program on port ${port} of 127.0.0.1 claims to use ${home}, but ${home}/postgres.json does not confirm it: ` +
      'end that program (another user may run it), or set DATABASE_URL.',
  );
}

/** The owner that the connection record names behind a port. An owner whose event loop is busy accepts, but does not answer. */
function recordedOwner(
  record: ConnectionRecord | undefined,
  port: number,
  identity: string,
): OwnerState | undefined {
  if (record?.lockPorts.includes(port) !== true) return undefined;
  return { identity, owner: record.owner, nonce: record.nonce, phase: 'starting' };
}
