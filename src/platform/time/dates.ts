import { addDays, dateText, getDay, weekdayOf } from './local-date';
import { dayBounds, localDateOf } from './zones/wall-clock';
import type { Interval } from './interval';

/** Two local dates and all dates between them. */
export interface Dates {
  readonly first: string;
  readonly last: string;
}

/** All dates of a month, `YYYY-MM`. */
export function datesOfMonth(month: string): Dates {
  const first = `${month}-01`;
  const inNextMonth = addDays(first, 31);
  return { first, last: addDays(inNextMonth, -Number(inNextMonth.slice(8))) };
}

/** Monday to Sunday of the week that a local date lies in. */
export function datesOfWeek(date: string): Dates {
  const day = getDay(date);
  const monday = day - weekdayOf(day);
  return { first: dateText(monday), last: dateText(monday + 6) };
}

/** From the first instant of the first date to the end of the last one. */
export function intervalOfDates({ first, last }: Dates, zone: string): Interval {
  return { start: dayBounds(first, zone).start, end: dayBounds(last, zone).end };
}

/** The month of an instant in a zone, `YYYY-MM`. */
export function monthOf(instant: number, zone: string): string {
  return localDateOf(instant, zone).slice(0, 'YYYY-MM'.length);
}
