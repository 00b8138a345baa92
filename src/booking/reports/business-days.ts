import type { Interval } from '../../platform/time/interval';
import { weekdayOf } from '../../platform/time/local-date';
import { localDayOf, startOfDay } from '../../platform/time/zones/wall-clock';

/** A local day of the business, cut to a range. */
export interface BusinessDay extends Interval {
  /** Monday is 0. */
  readonly weekday: number;
}

/** The days that a range meets, in order; each begins where the one before it ends. */
export function businessDaysIn({ start, end }: Interval, zone: string): readonly BusinessDay[] {
  const days: BusinessDay[] = [];
  let reached = start;
  for (let day = localDayOf(start, zone); reached < end; day++) {
    const next = Math.min(startOfDay(day + 1, zone), end);
    // A zone may skip a date.
    if (next > reached) days.push({ start: reached, end: next, weekday: weekdayOf(day) });
    reached = Math.max(reached, next);
  }
  return days;
}
