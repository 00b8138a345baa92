import { addMinutes, isBefore } from 'date-fns';
import { formatInTimeZone, fromZonedTime } from 'date-fns-tz';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { DateTime } from 'luxon';
import { Temporal } from 'temporal-polyfill';
import type { ProviderCalendar, Slot } from '../../src/booking/engine';
import { addDays, parseDay } from '../../src/platform/time/local-date';
import { FIRST_DATE, LAST_DATE, NOW, SERVICE, SHIFTS, ZONE } from './crowded-month';

dayjs.extend(utc);
dayjs.extend(timezone);

/** What the loop below needs of a library's date objects. */
interface Dates<T> {
  at(date: string, time: string): T;
  later(date: T, minutes: number): T;
  isBefore(a: T, b: T): boolean;
  instantOf(date: T): number;
  dateOf(date: T): string;
  timeOf(date: T): string;
}

const withDayjs: Dates<dayjs.Dayjs> = {
  at: (date, time) => dayjs.tz(`${date} ${time}`, ZONE),
  later: (date, minutes) => date.add(minutes, 'minute'),
  isBefore: (a, b) => a.isBefore(b),
  instantOf: (date) => date.valueOf(),
  dateOf: (date) => date.format('YYYY-MM-DD'),
  timeOf: (date) => date.format('HH:mm'),
};

const withLuxon: Dates<DateTime> = {
  at: (date, time) => DateTime.fromISO(`${date}T${time}`, { zone: ZONE }),
  later: (date, minutes) => date.plus({ minutes }),
  isBefore: (a, b) => a < b,
  instantOf: (date) => date.toMillis(),
  dateOf: (date) => date.toFormat('yyyy-MM-dd'),
  timeOf: (date) => date.toFormat('HH:mm'),
};

const withDateFns: Dates<Date> = {
  at: (date, time) => fromZonedTime(`${date}T${time}`, ZONE),
  later: addMinutes,
  isBefore,
  instantOf: (date) => date.getTime(),
  dateOf: (date) => formatInTimeZone(date, ZONE, 'yyyy-MM-dd'),
  timeOf: (date) => formatInTimeZone(date, ZONE, 'HH:mm'),
};

const withTemporal: Dates<Temporal.ZonedDateTime> = {
  at: (date, time) => Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(ZONE),
  later: (date, minutes) => date.add({ minutes }),
  isBefore: (a, b) => Temporal.ZonedDateTime.compare(a, b) < 0,
  instantOf: (date) => date.epochMilliseconds,
  dateOf: (date) => date.toPlainDate().toString(),
  timeOf: (date) => date.toPlainTime().toString().slice(0, 5),
};

/** The same slots, worked out with each library's own objects in the loop. */
export const LIBRARIES: Readonly<Record<string, (calendar: ProviderCalendar) => readonly Slot[]>> = {
  dayjs: (calendar) => monthWith(withDayjs, calendar),
  luxon: (calendar) => monthWith(withLuxon, calendar),
  'date-fns': (calendar) => monthWith(withDateFns, calendar),
  'temporal-polyfill': (calendar) => monthWith(withTemporal, calendar),
};

function monthWith<T>(dates: Dates<T>, calendar: ProviderCalendar): readonly Slot[] {
  const slots: Slot[] = [];
  const away = [...calendar.closures, ...calendar.timeOff];
  const taken = new Set(calendar.busy.map((busy) => busy.start));
  for (let date = FIRST_DATE; date <= LAST_DATE; date = addDays(date, 1)) {
    if (isWeekend(date)) continue;
    for (const shift of SHIFTS)
      slots.push(
        ...shiftWith(dates, date, shift, (start, end) => {
          return start >= NOW && !taken.has(start) && !away.some((off) => off.start < end && start < off.end);
        }),
      );
  }
  return slots;
}

/** Appointments here fill whole slots, so that whether one is taken is a look into a set: the loop costs little but dates. */
function shiftWith<T>(
  dates: Dates<T>,
  date: string,
  shift: { readonly startMin: number; readonly endMin: number },
  isOpen: (start: number, end: number) => boolean,
): readonly Slot[] {
  const slots: Slot[] = [];
  const close = dates.at(date, clock(shift.endMin));
  let start = dates.at(date, clock(shift.startMin));
  let end = dates.later(start, SERVICE.durationMin);
  while (!dates.isBefore(close, end)) {
    const slot = { start: dates.instantOf(start), end: dates.instantOf(end) };
    if (isOpen(slot.start, slot.end))
      slots.push({ ...slot, date: dates.dateOf(start), time: dates.timeOf(start) });
    start = dates.later(start, SERVICE.slotIntervalMin ?? SERVICE.durationMin);
    end = dates.later(start, SERVICE.durationMin);
  }
  return slots;
}

function isWeekend(date: string): boolean {
  return ((parseDay(date) ?? 0) + 3) % 7 > 4;
}

function clock(min: number): string {
  return `${String(Math.floor(min / 60)).padStart(2, '0')}:${String(min % 60).padStart(2, '0')}`;
}
