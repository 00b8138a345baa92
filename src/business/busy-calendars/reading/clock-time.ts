import type ICAL from 'ical.js';
import { dateText } from '../../../platform/time/local-date';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/units';
import { toInstant } from '../../../platform/time/zones/wall-clock';
import { offsetsOf } from '../../../platform/time/zones/zone-offsets';

/** A time as a clock shows it. */
export type ClockTime = Pick<ICAL.Time, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>;

/**
 * The instant of a time in an IANA zone, in epoch ms. A time that the clock skips is read with the offset before the gap (RFC 5545, section
 * 3.3.5); of a time that it shows twice the first is meant.
 */
export function instantOfClock(time: ClockTime, zone: string): number {
  const local = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute);
  const day = Math.floor(local / DAY_MS);
  const timeMin = Math.floor((local - day * DAY_MS) / MINUTE_MS);
  const resolution = toInstant({ date: dateText(day), timeMin }, zone);
  const instant =
    resolution.kind === 'gap' ? local - offsetsOf(zone).at(resolution.instant - 1) : resolution.instant;
  return instant + time.second * SECOND_MS;
}

/** The offset of a zone at a time of its clock, in seconds. */
export function offsetAtClock(time: ClockTime, zone: string): number {
  const local = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
  return (local - instantOfClock(time, zone)) / SECOND_MS;
}
