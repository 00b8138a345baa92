import { ValidationError } from '../../platform/errors/errors';
import { addDays } from '../../platform/time/local-date';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { type Dates, datesOfMonth } from '../../platform/time/dates';

/** A range of dates as a request gives it, inclusive: a month, or a first and a last date with defaults. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** `YYYY-MM`; goes without `from` and `to`. */
  readonly month?: string | undefined;
}

const DEFAULT_DAYS = 30;
const MAX_DAYS = 92;

/** The first and the last date of a range (docs/reference/availability.md). @throws ValidationError */
export function datesOf({ from, to, month }: DateRange, today: string): Dates {
  if (month !== undefined) {
    if (from !== undefined || to !== undefined)
      throw new ValidationError({ month: 'stands alone, without from and to' });
    return datesOfMonth(month);
  }
  const first = from ?? today;
  const last = to ?? addDays(first, DEFAULT_DAYS);
  if (last < first) throw new ValidationError({ to: 'must not be before from' });
  if (last >= addDays(first, MAX_DAYS))
    throw new ValidationError({ to: `must be at most ${MAX_DAYS - 1} days after from` });
  return { first, last };
}

/**
 * The dates to load before the provider's zone, and so the local date of today, is known. At most as many as a range may have;
 * `datesOf` checks the range later, in the zone.
 */
export function loadedDates({ from, to, month }: DateRange, now: number): Dates {
  if (month !== undefined) return datesOfMonth(month);
  const first = from ?? localDateOf(now, 'UTC');
  const [last, longest] = [to ?? addDays(first, DEFAULT_DAYS), addDays(first, MAX_DAYS)];
  if (last < first) return { first, last: first };
  return { first, last: last < longest ? last : longest };
}
