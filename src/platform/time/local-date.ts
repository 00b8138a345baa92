/**
 * Calendar dates and times of day, without a zone. Inside the engine a date is the number of days since 1970-01-01
 * and a time of day the number of minutes since midnight; outside they are `YYYY-MM-DD` and `HH:MM`.
 */
import { DAY_MIN, DAY_MS } from './units';

/** The first and the last day that the service accepts and on which it offers slots: 1970-01-01 and 2199-12-31. */
export const FIRST_DAY = 0;
export const LAST_DAY = Date.UTC(2199, 11, 31) / DAY_MS;

/** Texts of the days that were written so far, by day: most requests are about the same few hundred. An array would be a slower map. */
const DATES = new Map<number, string>();
const TIMES = Array.from({ length: DAY_MIN + 1 }, (_, min) => {
  return `${twoDigits(Math.floor(min / 60))}:${twoDigits(min % 60)}`;
});

/** The day that `YYYY-MM-DD` names, or undefined when the text has another form or there is no such date. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS;
  return Number.isInteger(day) && dateText(day) === text ? day : undefined;
}

/** Whether a value is a date from 1970-01-01 to 2199-12-31. */
export function isLocalDate(value: unknown): value is string {
  const day = typeof value === 'string' ? parseDay(value) : undefined;
  return day !== undefined && day >= FIRST_DAY && day <= LAST_DAY;
}

/** The minutes since midnight that `HH:MM` (24-hour) names, or undefined. `24:00` is not a time of day: see `parseEndTime`. */
export function parseTime(text: string): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

/** As `parseTime`, but also accepts `24:00`, the end of the day: 1440. */
export function parseEndTime(text: string): number | undefined {
  return text === '24:00' ? DAY_MIN : parseTime(text);
}

/** `YYYY-MM-DD` of a day. */
export function dateText(day: number): string {
  if (day < FIRST_DAY || day > LAST_DAY) return new Date(day * DAY_MS).toISOString().slice(0, -14);
  let text = DATES.get(day);
  if (text === undefined) DATES.set(day, (text = new Date(day * DAY_MS).toISOString().slice(0, 10)));
  return text;
}

/** `HH:MM` of a time of day in minutes since midnight; 1440 reads `24:00`. @throws RangeError for any other number */
export function timeText(min: number): string {
  const text = TIMES[min];
  if (text === undefined) throw new RangeError(`not a time of day: ${min}`);
  return text;
}

/** The date `days` later (earlier when negative). @throws RangeError when `date` is not a date */
export function addDays(date: string, days: number): string {
  return dateText(getDay(date) + days);
}

/** As `parseDay`. @throws RangeError when `date` is not a date */
export function getDay(date: string): number {
  const day = parseDay(date);
  if (day === undefined) throw new RangeError(`not a date: ${date}`);
  return day;
}

/** 0 is Monday, 6 is Sunday. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
