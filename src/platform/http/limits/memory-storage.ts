import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock';
import type { StorageRecord, WeighingStorage } from './weighing-storage';

interface Window {
  /** On the monotonic clock, in ms. */
  readonly endsAt: number;
  hits: number;
}

/** How many expired windows a new one removes: more than one, so that their number falls after a busy time. */
const SWEPT = 2;

/** Counts in memory, in fixed windows from a tracker's first request. The throttler's own storage copies a list of hits on each request. */
@Injectable()
export class MemoryRateLimitStorage implements WeighingStorage {
  /** In the order in which the windows end: each new window is added last, and all are equally long. */
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Clock) {}

  /** How many windows are kept, ended ones included. */
  get size(): number {
    return this.windows.size;
  }

  increment(key: string, ttlMs: number, limit: number): Promise<StorageRecord> {
    return this.weigh(key, ttlMs, limit, 1);
  }

  weigh(key: string, ttlMs: number, limit: number, weight: number): Promise<StorageRecord> {
    const now = this.clock.monotonic();
    const window = this.windowOf(key, now, ttlMs);
    const isBlocked = window.hits + weight > limit;
    if (!isBlocked) window.hits += weight;
    const secondsLeft = Math.ceil((window.endsAt - now) / 1_000);
    return Promise.resolve({
      totalHits: window.hits,
      timeToExpire: secondsLeft,
      isBlocked,
      timeToBlockExpire: secondsLeft,
    });
  }

  private windowOf(key: string, now: number, ttlMs: number): Window {
    const current = this.windows.get(key);
    if (current !== undefined && current.endsAt > now) return current;
    this.windows.delete(key);
    this.sweep(now);
    const fresh = { endsAt: now + ttlMs, hits: 0 };
    this.windows.set(key, fresh);
    return fresh;
  }

  /** Removes the windows that ended first. Its cost does not grow with the number of windows. */
  private sweep(now: number): void {
    let left = SWEPT;
    for (const [key, { endsAt }] of this.windows) {
      if (left-- === 0 || endsAt > now) return;
      this.windows.delete(key);
    }
  }
}
