import { type Socket, connect } from 'node:net';
import { hasCode } from '../errors';

export type Owner = 'service' | 'cli' | 'tests';

/** What an owner tells to whoever connects. Nothing in it is secret. */
export interface OwnerState {
  readonly identity: string;
  readonly owner: Owner;
  /** Of this start; the connection record with the same one is this owner's. */
  readonly nonce: string;
  readonly phase: 'claiming' | 'starting' | 'ready' | 'stopping';
}

const ANSWER_WITHIN_MS = 1_000;

/**
 * Who listens on the port: an owner of this data directory, a stranger, nobody; or somebody who does not speak first
 * (another program, or an owner that is too busy to answer).
 */
export async function askOwner(
  port: number,
  identity: string,
): Promise<OwnerState | 'stranger' | 'nobody' | 'silent'> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    const line = await firstLine(socket);
    if (line === undefined) return 'silent';
    if (line === '') return 'nobody';
    return parse(line, identity) ?? 'stranger';
  } catch (error) {
    return hasCode(error, 'ECONNREFUSED', 'ECONNRESET') ? 'nobody' : 'stranger';
  } finally {
    socket.destroy();
  }
}

/** Tells the owner that we use its server, until the returned function is called or this process ends. */
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
    socket.setTimeout(ANSWER_WITHIN_MS, () => {
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
