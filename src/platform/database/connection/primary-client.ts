import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Client, type ClientConfig, type PoolClient } from 'pg';

/** Members of a `pg` client that its types do not declare. */
interface Connection {
  readonly connection: EventEmitter & { readonly stream: Socket };
}
type Connected = (Client | PoolClient) & Connection;

/** A setting that PostgreSQL reports by itself when a connection starts and when the setting changes. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** The client of each connection, of the pool and shared. It knows whether its server is the primary without a statement for it. */
export class PrimaryClient extends Client {
  private isReplica = false;

  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = this as unknown as Connection;
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.isReplica = parameterValue === 'on';
    });
  }

  /** A replica lags and shows taken slots; a proxy leads to one during a failover. @throws Error that counts as an unreachable database */
  assertPrimary(): void {
    if (this.isReplica) throw new Error('Connection terminated: the server is a replica');
  }
}

/** In ms; longer than the statement timeout. */
const LONGEST_SILENCE = 20_000;

/** Prepares each new connection of the pool. */
export function onConnect(client: PoolClient & PrimaryClient): void {
  // The pool drops its listener on handover. Without this one, a lost connection would end the process; its next query fails anyway.
  client.on('error', () => undefined);
  client.assertPrimary();
  limitSilence(client);
}

/**
 * Closes the connection after 20 s without any traffic; its pending statements fail as if the database were unreachable. This
 * detects a frozen machine or a network that drops packets. The pool closes idle connections earlier.
 */
export function limitSilence(client: Client | PoolClient): void {
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

/** Sends what follows in this turn of the event loop, and what other requests send in it, with one system call. */
export function sendWithThisTurn(client: Client): void {
  const { stream } = (client as Connected).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => {
    stream.uncork();
  });
}

/** Ends a connection at once; its pending statements fail as if the database were unreachable. */
export function cut(client: Client): void {
  (client as Connected).connection.stream.destroy(new Error('Connection terminated: a read took too long'));
}

/** For statements without a time limit, such as migrations. */
export function allowSilence(client: PoolClient): void {
  setLimit(client, 0);
}

function setLimit(client: Client | PoolClient, ms: number): void {
  const { stream } = (client as Connected).connection;
  stream.removeAllListeners('timeout').setTimeout(ms);
  stream.once('timeout', () => {
    stream.destroy(new Error('Connection terminated: the server is silent'));
  });
}
