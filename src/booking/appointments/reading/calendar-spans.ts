import { datesOfMonth } from '../../availability/date-range';
import { addDays } from '../../../platform/time/local-date';
import { dayBounds, localDateOf } from '../../../platform/time/wall-clock';
import type { Interval } from '../../../platform/time/interval';

/** The day, the week and the month around a moment; epoch ms. */
export interface CalendarSpans {
  readonly today: Interval;
  /** From Monday to Sunday. */
  readonly thisWeek: Interval;
  readonly thisMonth: Interval;
}

/** As the calendar of a zone has them. */
export function spansAround(now: number, zone: string): CalendarSpans {
  const today = localDateOf(now, zone);
  const monday = addDays(today, -daysSinceMonday(today));
  const { first, last } = datesOfMonth(today.slice(0, 7));
  const span = (from: string, to: string): Interval => ({
    start: dayBounds(from, zone).start,
    end: dayBounds(to, zone).end,
  });
  return {
    today: span(today, today),
    thisWeek: span(monday, addDays(monday, 6)),
    thisMonth: span(first, last),
  };
}

function daysSinceMonday(date: string): number {
  return (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7;
}
