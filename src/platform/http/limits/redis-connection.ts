import type { Redis } from 'ioredis';

/** How long Redis may take: to be reached, for an answer, until a connection that is silent counts as dead, and to part. In ms. */
const WAIT = { connection: 1_000, answer: 1_000, silence: 3_000, parting: 100 };
const RECONNECT_MS = 500;

/** A client that is not connected yet. Its library is loaded here, for those alone who have a REDIS_URL. */
export async function createRedis(url: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: WAIT.connection,
    commandTimeout: WAIT.answer,
    socketTimeout: WAIT.silence,
    disconnectTimeout: WAIT.parting,
    retryStrategy: () => RECONNECT_MS,
    // What cannot be sent or answered now fails now: nobody waits for a Redis that is away.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    disableClientInfo: true,
    connectionName: 'scheduling-service',
    keyPrefix: 'scheduling:',
  });
  // Without a listener it would be printed. Whoever sends a command learns of it.
  redis.on('error', () => undefined);
  return redis;
}

/** Where it is, for a person: `redis.example.com:6379/0`. No user, no password. */
export function redisServerOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '6379'}/${pathname.slice(1) || '0'}`;
}
