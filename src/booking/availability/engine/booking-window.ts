import { dateText } from '../../../platform/time/local-date';
import { MINUTE_MS } from '../../../platform/time/units';
import { localDayOf, startOfDay } from '../../../platform/time/wall-clock';

/** How soon and how far ahead a service can be booked. */
export interface BookingWindowRules {
  /** Least time between now and the start, in minutes. */
  readonly minNoticeMin: number;
  /** How many local dates after today's a start may lie. */
  readonly maxAdvanceDays: number;
}

/** The starts that past, notice and horizon allow, seen at one moment. */
export interface BookingWindow {
  readonly now: number;
  readonly noticeEndsAt: number;
  readonly lastDay: number;
  /** The first instant of the day after the last. */
  readonly lastDayEndsAt: number;
}

export type BookingWindowReason = 'in_the_past' | 'too_soon' | 'too_far_ahead';

/** "Today" is the local date in the provider's zone. */
export function bookingWindow(now: number, rules: BookingWindowRules, zone: string): BookingWindow {
  const lastDay = localDayOf(now, zone) + rules.maxAdvanceDays;
  const noticeEndsAt = now + rules.minNoticeMin * MINUTE_MS;
  return { now, noticeEndsAt, lastDay, lastDayEndsAt: startOfDay(lastDay + 1, zone) };
}

/** Why a start is too early or too late, or undefined. Both ends are allowed: now + notice, and the last day's 23:59. */
export function refusedByWindow(
  window: BookingWindow,
  start: number,
  zone: string,
): BookingWindowReason | undefined {
  if (start < window.now) return 'in_the_past';
  if (start < window.noticeEndsAt) return 'too_soon';
  if (start < window.lastDayEndsAt) return undefined;
  // A clock set back over midnight shows the last day once more.
  return localDayOf(start, zone) > window.lastDay ? 'too_far_ahead' : undefined;
}

/** The last local date on which an appointment may start. */
export function lastBookableDate(now: number, rules: BookingWindowRules, zone: string): string {
  return dateText(bookingWindow(now, rules, zone).lastDay);
}
