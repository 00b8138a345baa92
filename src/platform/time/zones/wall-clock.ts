/** Converts between wall-clock time and instants. The only file that does. */
import type { Interval } from '../interval';
import { dateText, getDay } from '../local-date';
import { DAY_MS, MINUTE_MS } from '../units';
import { offsetsOf } from './zone-offsets';

/** A date and a time on a wall clock: `YYYY-MM-DD`, and minutes since midnight (0 to 1439). Needs a zone to name an instant. */
export interface LocalStart {
  readonly date: string;
  readonly timeMin: number;
}

/** The instant of a wall-clock time. `gap`: skipped; `instant` is the end of the gap. `ambiguous`: at `instant` and again at `second`. */
export type Resolution =
  | { readonly kind: 'exact'; readonly instant: number }
  | { readonly kind: 'ambiguous'; readonly instant: number; readonly second: number }
  | { readonly kind: 'gap'; readonly instant: number };

/** @throws RangeError when the date or the zone is not one */
export function toInstant(local: LocalStart, zone: string): Resolution {
  return resolve(getDay(local.date), local.timeMin, zone);
}

/** The local date at `instant`, `YYYY-MM-DD`. */
export function localDateOf(instant: number, zone: string): string {
  return dateText(localDayOf(instant, zone));
}

/** The local date and time at `instant`, without its seconds. */
export function localTimeOf(instant: number, zone: string): LocalStart {
  const local = instant + offsetsOf(zone).at(instant);
  const day = Math.floor(local / DAY_MS);
  return { date: dateText(day), timeMin: Math.floor((local - day * DAY_MS) / MINUTE_MS) };
}

/**
 * From the first instant of a local date to the first of the next: 24 hours, unless the clock changes. Empty for a date that the zone
 * skipped (Pacific/Apia 2011-12-30). @throws RangeError when the date or the zone is not one
 */
export function dayBounds(date: string, zone: string): Interval {
  const day = getDay(date);
  return { start: startOfDay(day, zone), end: startOfDay(day + 1, zone) };
}

/** The first instant of a local day. For a day that the zone skipped: the instant at which it skipped the day. */
export function startOfDay(day: number, zone: string): number {
  return resolve(day, 0, zone).instant;
}

/** The local day at `instant`, in days since 1970-01-01. */
export function localDayOf(instant: number, zone: string): number {
  return Math.floor((instant + offsetsOf(zone).at(instant)) / DAY_MS);
}

/** As `toInstant`, for a day given by its number. 1440 is the midnight that ends the day. */
export function resolve(day: number, timeMin: number, zone: string): Resolution {
  const offsets = offsetsOf(zone);
  const local = day * DAY_MS + timeMin * MINUTE_MS;
  const before = offsets.at(local - DAY_MS);
  const after = offsets.at(local + DAY_MS);
  if (before === after) return { kind: 'exact', instant: local - before };
  const early = local - Math.max(before, after);
  const late = local - Math.min(before, after);
  const change = offsets.changeBetween(local - DAY_MS, local + DAY_MS) ?? late;
  if (before < after) return inSpringChange(early, late, change);
  return inAutumnChange(early, late, change);
}

/** The first instant of a local day on and around which the clock does not change: each minute has 60 seconds. Else undefined. */
export function steadyMidnight(day: number, zone: string): number | undefined {
  const offset = offsetsOf(zone).steadyOffset(day - 1, day + 2);
  return offset === undefined ? undefined : day * DAY_MS - offset;
}

/** `late` is the time read with the offset before the change, `early` with the offset after it. */
function inSpringChange(early: number, late: number, change: number): Resolution {
  if (late < change) return { kind: 'exact', instant: late };
  if (early >= change) return { kind: 'exact', instant: early };
  return { kind: 'gap', instant: change };
}

/** `early` is the time read with the offset before the change, `late` with the offset after it. */
function inAutumnChange(early: number, late: number, change: number): Resolution {
  if (late < change) return { kind: 'exact', instant: early };
  if (early >= change) return { kind: 'exact', instant: late };
  return { kind: 'ambiguous', instant: early, second: late };
}
