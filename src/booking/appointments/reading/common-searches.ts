import { Injectable } from '@nestjs/common';
import { RecentKeys } from '../../../platform/async/recent-keys';
import { Clock } from '../../../platform/clock';
import { MINUTE_MS } from '../../../platform/time/units';

/** Totals of searches are exact up to this number; beyond it they are `at least` this number (docs/reference/conventions.md). */
export const MAX_EXACT_TOTAL = 10_000;

/** How long a search is known to be common. An `at least` may be out of date by as much. */
const KNOWN_FOR_MS = MINUTE_MS;
const MAX_KNOWN = 1_000;

/**
 * Remembers which searches have found more than `MAX_EXACT_TOTAL` appointments lately. To count so many takes PostgreSQL several
 * times as long as to read a page of them.
 */
@Injectable()
export class CommonSearches {
  private readonly known: RecentKeys;
  /** The searches that are counted now. */
  private readonly counted = new Map<string, Promise<void>>();

  constructor(clock: Clock) {
    this.known = new RecentKeys(clock, KNOWN_FOR_MS, MAX_KNOWN);
  }

  /**
   * Runs a search, unless it is known to be common. When another request counts it at the moment, this waits for that first: many requests
   * may come here in one turn, so that nothing is awaited between the look and the count.
   * @param run also says whether it has found more than `MAX_EXACT_TOTAL`
   * @returns undefined: it is common, and was not run
   */
  async countUnknown<Found extends { readonly isCommon: boolean }>(
    search: string,
    run: () => Promise<Found>,
  ): Promise<Found | undefined> {
    if (!this.known.has(search) && this.counted.has(search)) await this.counted.get(search);
    return this.known.has(search) ? undefined : this.count(search, run);
  }

  /** Runs a search, and remembers whether it is common. */
  private async count<Found extends { readonly isCommon: boolean }>(
    search: string,
    run: () => Promise<Found>,
  ): Promise<Found> {
    const running = run();
    const counted = running.then(
      ({ isCommon }) => {
        if (isCommon) this.known.add(search);
      },
      () => undefined,
    );
    this.counted.set(search, counted);
    try {
      return await running;
    } finally {
      if (this.counted.get(search) === counted) this.counted.delete(search);
    }
  }
}
