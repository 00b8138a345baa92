import type { Redis } from 'ioredis';
import { createRedis } from './redis-connection';
import type { StorageRecord } from './weighing-storage';

/**
 * KEYS: the window of a tracker. ARGV: its length in ms, the limit, the weight. Gives what is used, the ms left, and whether the
 * request fits. One script, so that simultaneous requests of all processes cannot use the same rest of the limit.
 */
const WEIGH = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then used, left = 0, tonumber(ARGV[1]) end
local fits = used + tonumber(ARGV[3]) <= tonumber(ARGV[2])
if fits then
  used = used + tonumber(ARGV[3])
  redis.call('SET', KEYS[1], used, 'PX', left)
end
return {used, left, fits and 1 or 0}`;

/** Counts in Redis, in fixed windows that begin with a tracker's first request, shared by all processes. */
export class RedisCounter {
  /** The last connection error, until the connection is ready again. */
  private fault: Error | undefined;

  private constructor(private readonly redis: Redis) {
    redis.on('error', (error) => (this.fault = error));
    redis.on('ready', () => (this.fault = undefined));
  }

  static async of(url: string): Promise<RedisCounter> {
    return new RedisCounter(await createRedis(url));
  }

  /** Connects. The client reconnects until `close`, also when the first attempt fails. */
  async open(): Promise<void> {
    await this.redis.connect().catch(this.explain);
  }

  /** @throws Error of Redis or of the connection */
  async weigh(key: string, ttlMs: number, limit: number, weight: number): Promise<StorageRecord> {
    const window = `{${key}:requests}:hits`;
    const counted = await this.redis.eval(WEIGH, 1, window, ttlMs, limit, weight).catch(this.explain);
    const [totalHits, leftMs, fits] = counted as [used: number, leftMs: number, fits: number];
    const timeToExpire = Math.ceil(leftMs / 1_000);
    return { totalHits, timeToExpire, isBlocked: fits === 0, timeToBlockExpire: timeToExpire };
  }

  close(): void {
    this.redis.disconnect();
  }

  /** Replaces the client's general "no connection" by the cause. */
  private readonly explain = (error: unknown): never => {
    throw this.redis.status === 'ready' ? error : (this.fault ?? new Error('the connection is lost'));
  };
}
