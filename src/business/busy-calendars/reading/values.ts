import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/units';
import { unreadable } from './unreadable';

/** The clock of a time zone. Local times are epoch ms as if the clock were that of UTC. */
export interface Zone {
  /** A skipped time has the offset before the gap; of a time that the clock shows twice, the first counts (RFC 5545, section 3.3.5). */
  toInstant(local: number): number;
  toLocal(instant: number): number;
}

export const UTC: Zone = { toInstant: (local) => local, toLocal: (instant) => instant };

/** A date, or a time on a clock. */
export interface Time {
  /** Local ms. */
  readonly local: number;
  readonly isDate: boolean;
  /** Undefined: that of the reader, as for every date. */
  readonly zone: Zone | undefined;
}

/** How long something takes: whole days on the clock, and exact ms after them. */
export interface Length {
  readonly days: number;
  readonly ms: number;
}

/** @param zone of a time without `Z` @throws UnreadableEventError */
export function parseTime(text: string, zone?: Zone): Time {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i.exec(text);
  if (match === null) return unreadable('has a date or time that cannot be read');
  const [, year, month, day, hour, minute, second, utc] = match;
  const date = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const [h, min, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  // 60 is a leap second.
  if (new Date(date).getUTCDate() !== Number(day) || h > 23 || min > 59 || s > 60)
    return unreadable('has a date or time that does not exist');
  const local = date + h * HOUR_MS + min * MINUTE_MS + s * SECOND_MS;
  const isDate = hour === undefined;
  return { local, isDate, zone: isDate ? undefined : utc ? UTC : zone };
}

/** @throws UnreadableEventError */
export function parseLength(text: string): Length {
  const match =
    /^\+?P(?=[\dT])(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i.exec(
      text,
    );
  if (match === null) return unreadable('has a duration that cannot be read');
  const parts: readonly (string | undefined)[] = match.slice(1);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return { days: weeks * 7 + days, ms: hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS };
}

/** When something ends that begins at a local time: days are counted on the clock, hours are exact (RFC 5545, section 3.3.6). */
export function endAfter({ days, ms }: Length, local: number, zone: Zone): number {
  return zone.toInstant(local + days * DAY_MS) + ms;
}
