import { type Socket, connect } from 'node:net';
import { hasCode } from '../errors';

export type Owner = 'service' | 'cli' | 'tests';

/** What an owner sends to each client of its lock port. Nothing in it is secret. */
export interface OwnerState {
  readonly identity: string;
  readonly owner: Owner;
  /** Random, of this start; the connection record with the same nonce is this owner's. */
  readonly nonce: string;
  readonly phase: 'claiming' | 'starting' | 'ready' | 'stopping';
}

const ANSWER_TIMEOUT_MS = 1_000;

/**
 * Asks the process that listens on a port.
 * @returns the state of an owner of this data directory; `other-program`; `closed` when no process listens; `silent` when the
 * process accepts but sends nothing: another program, or an owner whose event loop is busy
 */
export async function askOwner(
  port: number,
  identity: string,
): Promise<OwnerState | 'other-program' | 'closed' | 'silent'> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    const line = await firstLine(socket);
    if (line === undefined) return 'silent';
    if (line === '') return 'closed';
    return parse(line, identity) ?? 'other-program';
  } catch (error) {
    return hasCode(error, 'ECONNREFUSED', 'ECONNRESET') ? 'closed' : 'other-program';
  } finally {
    socket.destroy();
  }
}

/** Tells the owner that this process uses its server, until the returned function is called or this process ends. */
export function becomeTenant(port: number): () => void {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined).resume();
  socket.write('in use\n');
  socket.unref();
  return () => socket.destroy();
}

function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => {
      resolve(undefined);
    });
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n') || text.length > 4_096) resolve(text);
    });
    socket.once('end', () => {
      resolve(text);
    });
    socket.once('error', reject);
  });
}

function parse(line: string, identity: string): OwnerState | undefined {
  try {
    const state = JSON.parse(line) as OwnerState | null;
    return state?.identity === identity ? state : undefined;
  } catch {
    return undefined;
  }
}
