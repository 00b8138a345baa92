import { datesOfMonth, datesOfWeek, intervalOfDates } from './dates';
import type { Interval } from './interval';
import { localDateOf } from './zones/wall-clock';

/** The local day, week and month around an instant; epoch ms. */
export interface CalendarSpans {
  readonly today: Interval;
  /** From Monday to Sunday. */
  readonly thisWeek: Interval;
  readonly thisMonth: Interval;
}

/** The spans around `now` on the calendar of a zone. */
export function spansAround(now: number, zone: string): CalendarSpans {
  const today = localDateOf(now, zone);
  return {
    today: intervalOfDates({ first: today, last: today }, zone),
    thisWeek: intervalOfDates(datesOfWeek(today), zone),
    thisMonth: intervalOfDates(datesOfMonth(today.slice(0, 'YYYY-MM'.length)), zone),
  };
}
