import { dateText } from '../../platform/time/local-date';
import { MINUTE_MS } from '../../platform/time/units';
import { localDayOf, startOfDay } from '../../platform/time/zones/wall-clock';
import { DateZones } from './date-zones';

export interface BookingWindowRules {
  /** Least time between now and the start, in minutes. */
  readonly minNoticeMin: number;
  /** How many local dates after today's a start may lie. */
  readonly maxAdvanceDays: number;
}

/** The starts that the past, the notice and the horizon allow at one moment. */
export interface BookingWindow {
  readonly now: number;
  readonly noticeEndsAt: number;
  readonly lastDay: number;
  /** The first instant of the day after the last, in any of the zones. */
  readonly lastDayEndsAt: number;
}

export type BookingWindowReason = 'in_the_past' | 'too_soon' | 'too_far_ahead';

/** "Today" is the local date in the provider's own zone. @param zones of the dates on which starts lie */
export function bookingWindow(
  now: number,
  rules: BookingWindowRules,
  zone: string,
  zones = new DateZones(zone),
): BookingWindow {
  const lastDay = localDayOf(now, zone) + rules.maxAdvanceDays;
  const noticeEndsAt = now + rules.minNoticeMin * MINUTE_MS;
  const lastDayEndsAt = Math.min(...zones.all.map((each) => startOfDay(lastDay + 1, each)));
  return { now, noticeEndsAt, lastDay, lastDayEndsAt };
}

/** The reason why a start is too early or too late, or undefined. Both ends are allowed: now + notice, and 23:59 of the last day. */
export function refusedByWindow(
  window: BookingWindow,
  start: number,
  zones: DateZones,
): BookingWindowReason | undefined {
  if (start < window.now) return 'in_the_past';
  if (start < window.noticeEndsAt) return 'too_soon';
  if (start < window.lastDayEndsAt) return undefined;
  // When the clock was set back over midnight, the last day is repeated for a while; and other zones begin the next one later.
  return zones.dayAt(start) > window.lastDay ? 'too_far_ahead' : undefined;
}

export function lastBookableDate(now: number, rules: BookingWindowRules, zone: string): string {
  return dateText(bookingWindow(now, rules, zone).lastDay);
}
