import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { withTimeout } from '../../async/with-timeout';
import type { Clock } from '../../clock';
import type { Config } from '../../config/config';
import { MemoryRateLimitStorage } from './memory-storage';
import { RedisCounter } from './redis-counter';
import type { StorageRecord, WeighingStorage } from './weighing-storage';

/** How long the start of the service, and a request, wait for Redis, in ms. */
const TIMEOUT_MS = { start: 1_500, request: 200 };
const LOOK_AGAIN_MS = 1_000;

/** Counts in Redis for all processes, or in this process while Redis fails or is slow; only the first requests wait for the timeout. */
@Injectable()
export class SharedRateLimitStorage implements WeighingStorage, OnApplicationShutdown {
  private readonly logger = new Logger('RateLimit');
  private readonly stopping = new AbortController();
  private isAway = false;

  constructor(
    private readonly shared: RedisCounter,
    private readonly own: MemoryRateLimitStorage,
  ) {}

  async open(): Promise<void> {
    try {
      await withTimeout(TIMEOUT_MS.start, this.shared.open());
    } catch (error) {
      this.leave(error);
    }
  }

  increment(key: string, ttlMs: number, limit: number): Promise<StorageRecord> {
    return this.weigh(key, ttlMs, limit, 1);
  }

  async weigh(key: string, ttlMs: number, limit: number, weight: number): Promise<StorageRecord> {
    if (!this.isAway) {
      try {
        return await withTimeout(TIMEOUT_MS.request, this.shared.weigh(key, ttlMs, limit, weight));
      } catch (error) {
        this.leave(error);
      }
    }
    return this.own.weigh(key, ttlMs, limit, weight);
  }

  /** Runs after the last request. */
  onApplicationShutdown(): void {
    this.stopping.abort();
    this.shared.close();
  }

  private leave(error: unknown): void {
    if (this.isAway || this.stopping.signal.aborted) return;
    this.isAway = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`Redis is away (${reason}); until it is back, each process counts requests by itself`);
    void this.returnWhenBack();
  }

  private async returnWhenBack(): Promise<void> {
    while (await this.pause()) {
      if (!(await this.counts())) continue;
      this.isAway = false;
      this.logger.log('Redis is back; requests are counted together again');
      return;
    }
  }

  /** @returns false when the service stops */
  private pause(): Promise<boolean> {
    return wait(LOOK_AGAIN_MS, true, { ref: false, signal: this.stopping.signal }).catch(() => false);
  }

  /** Counts instead of pinging: a read-only replica answers a ping, but cannot count. */
  private counts(): Promise<boolean> {
    return withTimeout(TIMEOUT_MS.request, this.shared.weigh('look', LOOK_AGAIN_MS, 1, 1)).then(
      () => true,
      () => false,
    );
  }
}

/** Counts in Redis where the configuration names one, otherwise in this process. */
export async function openRateLimitStorage({ redisUrl }: Config, clock: Clock): Promise<WeighingStorage> {
  const own = new MemoryRateLimitStorage(clock);
  if (redisUrl === undefined) return own;
  const storage = new SharedRateLimitStorage(await RedisCounter.of(redisUrl), own);
  await storage.open();
  return storage;
}
