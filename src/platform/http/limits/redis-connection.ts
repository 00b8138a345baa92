import type { Redis } from 'ioredis';

/** Timeouts in ms: to connect, for an answer, until a silent connection counts as dead, and to disconnect. */
const WAIT = { connection: 1_000, answer: 1_000, silence: 3_000, parting: 100 };
const RECONNECT_MS = 500;

/** A client that is not connected yet. The library is loaded only when REDIS_URL is set. */
export async function createRedis(url: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    lazyConnect: true,
    connectTimeout: WAIT.connection,
    commandTimeout: WAIT.answer,
    socketTimeout: WAIT.silence,
    disconnectTimeout: WAIT.parting,
    retryStrategy: () => RECONNECT_MS,
    // A command that cannot be sent fails at once, so no request waits for an unreachable Redis.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    disableClientInfo: true,
    connectionName: 'scheduling-service',
    keyPrefix: 'scheduling:',
  });
  // Without a listener the client prints errors. The sender of a command receives them anyway.
  redis.on('error', () => undefined);
  return redis;
}

/** The server in readable form, such as `redis.example.com:6379/0`, without user and password. */
export function redisServerOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '6379'}/${pathname.slice(1) || '0'}`;
}
