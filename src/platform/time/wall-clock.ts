/** The only place where wall-clock time meets the UTC line. */
import type { Interval } from './interval';
import { DAY_MS, MINUTE_MS, dateText, getDay } from './local-date';
import { offsetsOf } from './zone-offsets';

/** A time on a wall clock: `YYYY-MM-DD`, and minutes since midnight (0 to 1439). Names an instant only with a zone. */
export interface LocalStart {
  readonly date: string;
  readonly timeMin: number;
}

/**
 * What a wall-clock time names in a zone. `gap`: nothing, the clock jumps over it, and `instant` is when the jump ends.
 * `ambiguous`: the clock shows it twice, first at `instant` and again at `second`.
 */
export type Resolution =
  | { readonly kind: 'exact'; readonly instant: number }
  | { readonly kind: 'ambiguous'; readonly instant: number; readonly second: number }
  | { readonly kind: 'gap'; readonly instant: number };

/** RangeError when the date or the zone is none. */
export function toInstant(local: LocalStart, zone: string): Resolution {
  return resolve(getDay(local.date), local.timeMin, zone);
}

/** `YYYY-MM-DD` that a calendar on the wall shows at `instant`. */
export function localDateOf(instant: number, zone: string): string {
  return dateText(localDayOf(instant, zone));
}

/** Date and time that the clock on the wall shows at `instant`, seconds dropped. */
export function localTimeOf(instant: number, zone: string): LocalStart {
  const local = instant + offsetsOf(zone).at(instant);
  const day = Math.floor(local / DAY_MS);
  return { date: dateText(day), timeMin: Math.floor((local - day * DAY_MS) / MINUTE_MS) };
}

/**
 * From the first instant of a local date to the first of the next: 24 hours, or as long as the clock says on a change day.
 * The one interval that may be empty: the zone skipped that date (Pacific/Apia 2011-12-30).
 * RangeError when the date or the zone is none.
 */
export function dayBounds(date: string, zone: string): Interval {
  const day = getDay(date);
  return { start: startOfDay(day, zone), end: startOfDay(day + 1, zone) };
}

/** First instant of a local day; of a day that the zone skipped, the instant at which it was skipped. */
export function startOfDay(day: number, zone: string): number {
  return resolve(day, 0, zone).instant;
}

/** The local day (days since 1970-01-01) that a calendar on the wall shows at `instant`. */
export function localDayOf(instant: number, zone: string): number {
  return Math.floor((instant + offsetsOf(zone).at(instant)) / DAY_MS);
}

/** As `toInstant`, for a day by its number; 1440 is the midnight that ends it. */
export function resolve(day: number, timeMin: number, zone: string): Resolution {
  const offsets = offsetsOf(zone);
  const local = day * DAY_MS + timeMin * MINUTE_MS;
  const before = offsets.at(local - DAY_MS);
  const after = offsets.at(local + DAY_MS);
  if (before === after) return { kind: 'exact', instant: local - before };
  const early = local - Math.max(before, after);
  const late = local - Math.min(before, after);
  const change = offsets.changeBetween(local - DAY_MS, local + DAY_MS) ?? late;
  if (before < after) return inForwardJump(early, late, change);
  return inBackwardJump(early, late, change);
}

/** Whether a local day and the hours around it pass without any change of the clock. */
export function isSteadyDay(day: number, zone: string): boolean {
  return offsetsOf(zone).isSteady(day - 1, day + 2);
}

/** `late` reads the time with the offset before the jump, `early` with the one after it. */
function inForwardJump(early: number, late: number, change: number): Resolution {
  if (late < change) return { kind: 'exact', instant: late };
  if (early >= change) return { kind: 'exact', instant: early };
  return { kind: 'gap', instant: change };
}

/** `early` reads the time with the offset before the jump, `late` with the one after it. */
function inBackwardJump(early: number, late: number, change: number): Resolution {
  if (late < change) return { kind: 'exact', instant: early };
  if (early >= change) return { kind: 'exact', instant: late };
  return { kind: 'ambiguous', instant: early, second: late };
}
