import { ValidationError } from '../errors/errors';
import { isLocalDate } from '../http/validation/time-types';
import { dayBounds, type Resolution, toInstant } from './wall-clock';
import type { Interval } from './interval';
import { parseStart } from './instant-text';

/** A stretch of time as a caller gives it: each end a date, an instant, or wall-clock time (`2026-12-01T09:00`). */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** The `from` and `to` of a list: half-open, dates too. What is absent bounds nothing. */
export interface Bounds {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The interval that a period means in a zone. A date is a whole local day, so an end that is a date is inclusive, and one
 * that is a time is not.
 * @param period as the `dateOrInstant` field type leaves it
 * @throws ValidationError when the clock never shows an end, or nothing lies between the two
 */
export function resolvePeriod(period: Period, zone: string): Interval {
  const start = momentOf(period.start, zone);
  const end = isLocalDate(period.end) ? exact(dayBounds(period.end, zone).end) : momentOf(period.end, zone);
  assertOnTheClock({ start, end }, zone);
  if (end.instant <= start.instant) throw new ValidationError({ end: 'must be later than start' });
  return { start: start.instant, end: end.instant };
}

/**
 * What the bounds of a list mean in a zone, in epoch ms: a date is where it begins, a time that the clock jumps over is
 * when the jump ends.
 * @param bounds as the `dateOrInstant` field type leaves them
 */
export function resolveBounds({ from, to }: Bounds, zone: string): { from?: number; to?: number } {
  return {
    ...(from !== undefined && { from: momentOf(from, zone).instant }),
    ...(to !== undefined && { to: momentOf(to, zone).instant }),
  };
}

function momentOf(text: string, zone: string): Resolution {
  const moment = isLocalDate(text) ? dayBounds(text, zone).start : parseStart(text);
  if (moment === undefined) throw new RangeError(`neither date nor instant: ${text}`);
  return typeof moment === 'number' ? exact(moment) : toInstant(moment, zone);
}

function exact(instant: number): Resolution {
  return { kind: 'exact', instant };
}

function assertOnTheClock(ends: Readonly<Record<string, Resolution>>, zone: string): void {
  const missing = Object.keys(ends).filter((name) => ends[name]?.kind === 'gap');
  if (missing.length === 0) return;
  throw new ValidationError(
    Object.fromEntries(missing.map((name) => [name, `does not exist on the clock in ${zone}`])),
  );
}
