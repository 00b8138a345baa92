import type { ICalDayJsStub } from 'ical-generator';
import { offsetsOf } from '../../platform/time/zones/zone-offsets';
import { localText } from './time-zone-component';

/**
 * An instant that ical-generator writes as the local time of a zone, with TZID. The library writes a plain Date in the zone of the process;
 * for other zones it takes the objects of date libraries, so this is one, with the members that the library reads.
 * @param instant epoch ms
 */
export function zonedTime(instant: number, zone: string): ICalDayJsStub {
  const [date = '', time = ''] = localText(instant + offsetsOf(zone).at(instant)).split('T');
  const zoned: ICalDayJsStub = {
    isValid: () => true,
    toDate: () => new Date(instant),
    toJSON: () => new Date(instant).toISOString(),
    tz: () => zoned,
    format: (form) => (form === 'YYYYMMDD' ? date : time),
  };
  return zoned;
}
