import type { ThrottlerStorage } from '@nestjs/throttler';

export type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts requests in fixed windows that begin with a tracker's first request. A request may count as several. */
export interface WeighingStorage extends ThrottlerStorage {
  /**
   * Counts a request if it fits into what is left of the limit; else it is refused, and not counted.
   * @param weight how many requests it counts as
   */
  weigh(key: string, ttlMs: number, limit: number, weight: number): Promise<StorageRecord>;
}
