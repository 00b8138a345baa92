import type { ThrottlerStorage } from '@nestjs/throttler';

export type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts requests in fixed windows that begin with a tracker's first request. A request may count as several. */
export interface WeighingStorage extends ThrottlerStorage {
  /** Counts a request if it fits into the rest of the limit; else refuses it uncounted. @param weight how many requests it counts as */
  weigh(key: string, ttlMs: number, limit: number, weight: number): Promise<StorageRecord>;
}
