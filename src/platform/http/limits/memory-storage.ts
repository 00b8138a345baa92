import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../../clock';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

interface Window {
  readonly endsAt: number;
  hits: number;
}

/** How many windows may stand before those that have ended are swept out. */
const SWEEP_AT = 10_000;

/**
 * Counts in this process, in fixed windows that begin with a tracker's first request: one map look-up a request, where
 * the throttler's own store slows down with the number of hits.
 */
@Injectable()
export class MemoryRateLimitStorage implements ThrottlerStorage {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Clock) {}

  increment(key: string, ttlMs: number, limit: number): Promise<StorageRecord> {
    const now = this.clock.now();
    const window = this.windowOf(key, now, ttlMs);
    window.hits++;
    const secondsLeft = Math.ceil((window.endsAt - now) / 1_000);
    return Promise.resolve({
      totalHits: window.hits,
      timeToExpire: secondsLeft,
      isBlocked: window.hits > limit,
      timeToBlockExpire: secondsLeft,
    });
  }

  private windowOf(key: string, now: number, ttlMs: number): Window {
    const current = this.windows.get(key);
    if (current !== undefined && current.endsAt > now) return current;
    if (this.windows.size >= SWEEP_AT) this.sweep(now);
    const fresh = { endsAt: now + ttlMs, hits: 0 };
    this.windows.set(key, fresh);
    return fresh;
  }

  private sweep(now: number): void {
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
  }
}
