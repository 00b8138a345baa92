import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';

/** Members of a `pg` client that its types do not declare. */
type Connected = PoolClient & { readonly connection: { readonly stream: Socket } };

/** In ms; longer than the statement timeout. */
const LONGEST_SILENCE = 20_000;

/** Prepares each new connection of the pool. */
export function onConnect(client: PoolClient): void {
  // The pool removes its own error listener when it hands a connection over. Without this one, a connection that ends before
  // its user listens would end the process. The next query on the connection fails anyway.
  client.on('error', () => undefined);
  limitSilence(client);
}

/**
 * Closes the connection after 20 s without any traffic; its pending statements fail as if the database were unreachable. This
 * detects a frozen machine or a network that drops packets. The pool closes idle connections earlier.
 */
export function limitSilence(client: PoolClient): void {
  setLimit(client, LONGEST_SILENCE);
}

/** Sends what follows in this turn of the event loop with one system call rather than one for each statement. */
export function sendTogether(client: PoolClient): void {
  const { stream } = (client as Connected).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  // Ticks run once no promise is left to continue, so that statements on both sides of an `await` go together.
  process.nextTick(() => {
    stream.uncork();
  });
}

/** For statements without a time limit, such as migrations. */
export function allowSilence(client: PoolClient): void {
  setLimit(client, 0);
}

function setLimit(client: PoolClient, ms: number): void {
  const { stream } = (client as Connected).connection;
  stream.removeAllListeners('timeout').setTimeout(ms);
  stream.once('timeout', () => {
    stream.destroy(new Error('Connection terminated: the server is silent'));
  });
}
