import { ValidationError } from '../common/errors/errors';
import { addDays, localDateOf } from './engine';

/** Dates as a caller gives them, inclusive; what is left out follows from today. */
export interface DateRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Dates, inclusive. */
export interface Dates {
  readonly first: string;
  readonly last: string;
}

const DEFAULT_DAYS = 30;
const MAX_DAYS = 92;

/** The dates that a range means (decisions, section 7, "availability/summary"). @throws ValidationError */
export function datesOf({ from, to }: DateRange, today: string): Dates {
  const first = from ?? today;
  const last = to ?? addDays(first, DEFAULT_DAYS);
  if (last < first) throw new ValidationError({ to: 'must not be before from' });
  if (last >= addDays(first, MAX_DAYS))
    throw new ValidationError({ to: `must be at most ${MAX_DAYS} days from from` });
  return { first, last };
}

/** The dates to load before the provider's zone is known: today may be another date there. @throws ValidationError */
export function loadedDates(range: DateRange, now: number): Dates {
  return datesOf(range, localDateOf(now, 'UTC'));
}

/** All dates of a month, `YYYY-MM`. */
export function datesOfMonth(month: string): Dates {
  const first = `${month}-01`;
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1))
    .toISOString()
    .slice(0, 10);
  return { first, last: addDays(next, -1) };
}
