import type { ThrottlerStorageRedisService } from '@nest-lab/throttler-storage-redis';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Redis } from 'ioredis';
import { createRedis } from './redis-connection';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Higher than every count. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * Counts in Redis, in fixed windows that begin with a tracker's first request, shared by all processes. It uses the
 * throttler's Redis storage, but not its blocking: a block lasts a whole window from the first refusal, and so outlasts the
 * window that was used up.
 */
export class RedisCounter {
  /** The last connection error, until the connection is ready again. */
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

  /** Connects. The client reconnects until `close`, also when the first attempt fails. */
  async open(): Promise<void> {
    await this.redis.connect().catch(this.explain);
  }

  /** @throws Error of Redis or of the connection */
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

  /** Replaces the client's general "no connection" by the cause. */
  private readonly explain = (error: unknown): never => {
    throw this.redis.status === 'ready' ? error : (this.fault ?? new Error('the connection is lost'));
  };
}
