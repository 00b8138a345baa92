import { DAY_MIN, DAY_MS, MINUTE_MS, dateText, parseDay, parseTime, timeText } from './local-date';
import type { LocalStart } from './wall-clock';
import { offsetsOf } from './zone-offsets';

const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):?(\d\d))$/;
const LOCAL = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::00(?:\.0+)?)?$/;

/** What an offset is called, in minutes; UTC itself has a number that no offset has. */
const UTC = DAY_MIN;
/** `T09:00:00+02:00` and all others so far, by offset and minute of the day. No more than some sixty offsets were in use since 1970. */
const WHOLE_MINUTES = new Map<number, string[]>();

/** RFC 3339 with the offset in `zone` (`2026-12-01T09:00:00+02:00`), `Z` in UTC; milliseconds only when there are any. */
export function formatInstant(instant: number, zone: string): string {
  const offsets = offsetsOf(zone);
  const offsetMin = Math.round(offsets.at(instant) / MINUTE_MS);
  const local = instant + offsetMin * MINUTE_MS;
  const day = Math.floor(local / DAY_MS);
  const ofDay = local - day * DAY_MS;
  const minute = Math.floor(ofDay / MINUTE_MS);
  const ofMinute = ofDay - minute * MINUTE_MS;
  const named = offsets.isUtc ? UTC : offsetMin;
  const time = ofMinute === 0 ? wholeMinute(minute, named) : timeAndOffset(minute, ofMinute, named);
  return dateText(day) + time;
}

/** The instant that an RFC 3339 text with an offset or `Z` names, in epoch ms, or undefined when it is anything else. */
export function parseInstant(text: string): number | undefined {
  const [, date = '', time = '', seconds = '0', fraction = '0', , sign, hours = '0', minutes = '0'] =
    INSTANT.exec(text) ?? [];
  const day = parseDay(date);
  const timeMin = parseTime(time);
  const offsetMin = Number(hours) * 60 + Number(minutes);
  if (day === undefined || timeMin === undefined || offsetMin >= DAY_MIN || Number(minutes) > 59)
    return undefined;
  const milliseconds = Number(seconds) * 1_000 + Math.floor(Number(`0.${fraction}`) * 1_000);
  return day * DAY_MS + (timeMin + (sign === '-' ? offsetMin : -offsetMin)) * MINUTE_MS + milliseconds;
}

/** What a start says: an instant when it has an offset, else (`2026-12-01T09:00`) wall-clock time; undefined when neither. */
export function parseStart(text: string): number | LocalStart | undefined {
  const [, date = '', time = ''] = LOCAL.exec(text) ?? [];
  const timeMin = parseTime(time);
  if (parseDay(date) !== undefined && timeMin !== undefined) return { date, timeMin };
  return parseInstant(text);
}

function wholeMinute(minute: number, offset: number): string {
  let known = WHOLE_MINUTES.get(offset);
  if (known === undefined) WHOLE_MINUTES.set(offset, (known = []));
  return (known[minute] ??= timeAndOffset(minute, 0, offset));
}

function timeAndOffset(minute: number, ofMinute: number, offset: number): string {
  return `T${timeText(minute)}:${secondsText(ofMinute)}${offset === UTC ? 'Z' : offsetText(offset)}`;
}

function secondsText(ms: number): string {
  const seconds = String(Math.floor(ms / 1_000)).padStart(2, '0');
  return ms % 1_000 === 0 ? seconds : `${seconds}.${String(Math.floor(ms % 1_000)).padStart(3, '0')}`;
}

function offsetText(offsetMin: number): string {
  return `${offsetMin < 0 ? '-' : '+'}${timeText(Math.abs(offsetMin))}`;
}
