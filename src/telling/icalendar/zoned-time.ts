import type { ICalDayJsStub } from 'ical-generator';
import { getDay } from '../../platform/time/local-date';
import { DAY_MS, MINUTE_MS } from '../../platform/time/units';
import type { LocalStart } from '../../platform/time/zones/wall-clock';
import { offsetsOf } from '../../platform/time/zones/zone-offsets';
import { localText } from './time-zone-component';

/**
 * An instant that ical-generator writes as the local time of a zone, with TZID. The library writes a plain Date in the zone of the process;
 * for other zones it takes the objects of date libraries, so this is one, with the members that the library reads.
 * @param instant epoch ms
 */
export function zonedTime(instant: number, zone: string): ICalDayJsStub {
  return written(localText(instant + offsetsOf(zone).at(instant)), instant);
}

/** As `zonedTime`, for a time on the wall clock, whether the zone has it or not. @param later in minutes */
export function wallClockTime(start: LocalStart, later = 0): ICalDayJsStub {
  const local = wallClockMs(start) + later * MINUTE_MS;
  return written(localText(local), local);
}

/** As if it were UTC; epoch ms. */
export function wallClockMs({ date, timeMin }: LocalStart): number {
  return getDay(date) * DAY_MS + timeMin * MINUTE_MS;
}

/** @param text as `localText` writes it @param instant says which of two times is the later one */
function written(text: string, instant: number): ICalDayJsStub {
  const [date = '', time = ''] = text.split('T');
  const zoned: ICalDayJsStub = {
    isValid: () => true,
    toDate: () => new Date(instant),
    toJSON: () => new Date(instant).toISOString(),
    tz: () => zoned,
    format: (form) => (form === 'YYYYMMDD' ? date : time),
  };
  return zoned;
}
