import { Injectable } from '@nestjs/common';
import { RecentKeys } from '../../../platform/async/recent-keys';
import { Clock } from '../../../platform/clock';
import { MINUTE_MS } from '../../../platform/time/units';

/** Totals of searches are exact up to this number; beyond it they are `at least` this number (docs/interface.md, Conventions). */
export const MAX_EXACT_TOTAL = 10_000;

/** How long a search is known to be common. An `at least` may be out of date by as much. */
const KNOWN_FOR_MS = MINUTE_MS;
const MAX_KNOWN = 1_000;

/**
 * Remembers which searches have found more than `MAX_EXACT_TOTAL` appointments lately. To count them again takes PostgreSQL a
 * hundred times as long as to read a page of them.
 */
@Injectable()
export class CommonSearches extends RecentKeys {
  constructor(clock: Clock) {
    super(clock, KNOWN_FOR_MS, MAX_KNOWN);
  }
}
