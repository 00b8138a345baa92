import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';

/** What of a client of `pg` its types do not show. */
type Connected = PoolClient & { readonly connection: { readonly stream: Socket } };

/** In ms; longer than any statement may take. */
const LONGEST_SILENCE = 20_000;

/** What each new connection of a pool is given. */
export function onConnect(client: PoolClient): void {
  // From the moment that the pool hands it over until its user listens, nobody else does: the end of the connection, told
  // just then, would be the end of the process. Whoever uses it next is told again.
  client.on('error', () => undefined);
  limitSilence(client);
}

/**
 * Ends the connection once nothing has come or gone for that long: every statement that waits for it fails then, as when the
 * database is away. For a server that does not even refuse any more: a machine that froze, a network that swallows
 * packets. A connection that nobody uses is closed by the pool before.
 */
export function limitSilence(client: PoolClient): void {
  setLimit(client, LONGEST_SILENCE);
}

/** For statements that may take any time. */
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
