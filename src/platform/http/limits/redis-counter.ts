import type { ThrottlerStorageRedisService } from '@nest-lab/throttler-storage-redis';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Redis } from 'ioredis';
import { createRedis } from './redis-connection';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Beyond every count. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * Counts in Redis, in fixed windows that begin with a tracker's first request, one for all processes. Over the storage of
 * the throttler, whose own block is never reached: it would last a whole window from the first refusal, and so outlast the
 * window that was used up.
 */
export class RedisCounter {
  /** Why there is no connection, as far as that is known. */
  private fault: Error | undefined;

  private constructor(
    private readonly redis: Redis,
    private readonly storage: ThrottlerStorageRedisService,
  ) {
    redis.on('error', (error) => (this.fault = error));
    redis.on('ready', () => (this.fault = undefined));
  }

  static async of(url: string): Promise<RedisCounter> {
    const redis = await createRedis(url);
    const { ThrottlerStorageRedisService: Storage } = await import('@nest-lab/throttler-storage-redis');
    return new RedisCounter(redis, new Storage(redis));
  }

  /** Connects. A connection that cannot be had, or is lost later, is sought again and again until `close`. */
  async open(): Promise<void> {
    await this.redis.connect().catch(this.explain);
  }

  /** @throws whatever Redis or the way to it says */
  async increment(key: string, ttlMs: number, limit: number): Promise<StorageRecord> {
    const counted = await this.storage.increment(key, ttlMs, NO_LIMIT, 0, 'requests').catch(this.explain);
    return {
      ...counted,
      isBlocked: counted.totalHits > limit,
      timeToBlockExpire: counted.timeToExpire,
    };
  }

  close(): void {
    this.redis.disconnect();
  }

  /** Without a connection, the client says only that it has none. */
  private readonly explain = (error: unknown): never => {
    throw this.redis.status === 'ready' ? error : (this.fault ?? new Error('the connection is lost'));
  };
}
