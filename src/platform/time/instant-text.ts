import { dateText, parseDay, parseTime, timeText } from './local-date';
import { DAY_MIN, DAY_MS, MINUTE_MS, SECOND_MS } from './units';
import { type LocalStart, localDayOf, steadyMidnight } from './zones/wall-clock';
import { offsetsOf } from './zones/zone-offsets';

/** A wall-clock time with its seconds in milliseconds. */
export interface LocalTime extends LocalStart {
  readonly ms: number;
}

/** Date, time, seconds and fraction; the seconds may be absent. */
const DATE_AND_TIME = '(\\d{4}-\\d\\d-\\d\\d)[Tt](\\d\\d:\\d\\d)(?::([0-5]\\d)(?:\\.(\\d+))?)?';
const INSTANT = new RegExp(`^${DATE_AND_TIME}(?:[Zz]|([+-])(\\d\\d:\\d\\d))$`);
const LOCAL = new RegExp(`^${DATE_AND_TIME}$`);

/** Stands for `Z` where an offset in minutes is expected: a number that no offset has. */
const UTC = DAY_MIN;
/** `T09:00:00+02:00` and the like, by offset and minute of the day. About sixty offsets have been in use since 1970. */
const WHOLE_MINUTES = new Map<number, (string | undefined)[]>();

/** A local day on which the clock does not change. */
interface WrittenDay {
  readonly zone: string;
  readonly start: number;
  readonly end: number;
  readonly date: string;
  /** In minutes, or UTC. */
  readonly offset: number;
  /** Of WHOLE_MINUTES. */
  readonly times: (string | undefined)[];
}

/** The day of the latest instant: the instants of an answer mostly share it with their neighbours. */
let latest: WrittenDay = { zone: '', start: Infinity, end: -Infinity, date: '', offset: 0, times: [] };

/** RFC 3339 with the offset in `zone` (`2026-12-01T09:00:00+02:00`), `Z` in UTC; milliseconds only when there are any. */
export function formatInstant(instant: number, zone: string): string {
  if (instant < latest.start || instant >= latest.end || zone !== latest.zone) {
    const day = writtenDay(instant, zone);
    if (day === undefined) return formatAlone(instant, zone);
    latest = day;
  }
  const minute = (instant - latest.start) / MINUTE_MS;
  if (!Number.isInteger(minute)) return formatAlone(instant, zone);
  return latest.date + (latest.times[minute] ??= timeAndOffset(minute, 0, latest.offset));
}

/** The day of an instant; undefined when its clock changes, or differs from UTC by a fraction of a minute. */
function writtenDay(instant: number, zone: string): WrittenDay | undefined {
  const day = localDayOf(instant, zone);
  const start = steadyMidnight(day, zone);
  if (start === undefined || start % MINUTE_MS !== 0) return undefined;
  const offset = offsetsOf(zone).isUtc ? UTC : (day * DAY_MS - start) / MINUTE_MS;
  return { zone, start, end: start + DAY_MS, date: dateText(day), offset, times: wholeMinutes(offset) };
}

/** As `formatInstant`, for any instant. */
function formatAlone(instant: number, zone: string): string {
  const offsets = offsetsOf(zone);
  return formatAt(instant, offsets.isUtc ? undefined : offsets.at(instant));
}

/** As `formatInstant`, at an offset in ms, whichever rules it comes from. @param offset undefined: UTC itself */
export function formatAt(instant: number, offset: number | undefined): string {
  const offsetMin = Math.round((offset ?? 0) / MINUTE_MS);
  const local = instant + offsetMin * MINUTE_MS;
  const day = Math.floor(local / DAY_MS);
  const ofDay = local - day * DAY_MS;
  const minute = Math.floor(ofDay / MINUTE_MS);
  const suffix = offset === undefined ? UTC : offsetMin;
  return dateText(day) + timeAndOffset(minute, ofDay - minute * MINUTE_MS, suffix);
}

/**
 * The instant of an RFC 3339 text with an offset or `Z`, in epoch ms; undefined for any other text. The seconds may be
 * absent. A fraction is cut to milliseconds. There are no leap seconds: the clocks of computers and of calendars have none.
 */
export function parseInstant(text: string): number | undefined {
  const [, date = '', time = '', seconds, fraction, sign, offset = '00:00'] = INSTANT.exec(text) ?? [];
  const day = parseDay(date);
  const timeMin = parseTime(time);
  const offsetMin = parseTime(offset);
  if (day === undefined || timeMin === undefined || offsetMin === undefined) return undefined;
  const utcMin = timeMin + (sign === '-' ? offsetMin : -offsetMin);
  return day * DAY_MS + utcMin * MINUTE_MS + secondsMs(seconds, fraction);
}

/** A date and time without an offset (`2026-12-01T09:00`), and the seconds after it in ms; undefined for any other text. */
export function parseLocalTime(text: string): LocalTime | undefined {
  const [, date = '', time = '', seconds, fraction] = LOCAL.exec(text) ?? [];
  const timeMin = parseTime(time);
  if (parseDay(date) === undefined || timeMin === undefined) return undefined;
  return { date, timeMin, ms: secondsMs(seconds, fraction) };
}

/** A start or end on a whole minute: an instant if the text has an offset, else wall-clock time. Undefined for other text, or seconds. */
export function parseStart(text: string): number | LocalStart | undefined {
  const local = parseLocalTime(text);
  if (local !== undefined) return local.ms === 0 ? { date: local.date, timeMin: local.timeMin } : undefined;
  const instant = parseInstant(text);
  return instant === undefined || instant % MINUTE_MS !== 0 ? undefined : instant;
}

function secondsMs(seconds = '0', fraction = ''): number {
  return Number(seconds) * SECOND_MS + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function wholeMinutes(offset: number): (string | undefined)[] {
  let times = WHOLE_MINUTES.get(offset);
  if (times === undefined) WHOLE_MINUTES.set(offset, (times = new Array<string | undefined>(DAY_MIN)));
  return times;
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
