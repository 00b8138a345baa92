import ICAL from 'ical.js';
import { isTimeZone } from '../../../platform/time/zones/time-zone';
import { offsetAtClock } from './clock-time';

const TZID = /;TZID="?([^":;\r\n]+)/g;

/** A zone of the IANA database under the name that a calendar gives it, with the rules of this process. */
class IanaZone extends ICAL.Timezone {
  constructor(
    name: string,
    private readonly zone: string,
  ) {
    super({ tzid: name });
  }

  override utcOffset(time: ICAL.Time): number {
    return offsetAtClock(time, this.zone);
  }
}

/**
 * Makes ical.js read times by the rules of this process wherever a TZID is an IANA name. Other names, such as those of Windows, have the
 * VTIMEZONE of the calendar.
 */
export function useIanaZones(text: string, calendar: ICAL.Component): void {
  const names = new Set([...text.matchAll(TZID)].map(([, name = '']) => name));
  for (const name of names) {
    const zone = ianaNameIn(name);
    if (zone === undefined) continue;
    for (const described of calendar.getAllSubcomponents('vtimezone'))
      if (described.getFirstPropertyValue('tzid') === name) calendar.removeSubcomponent(described);
    ICAL.TimezoneService.register(new IanaZone(name, zone), name);
  }
}

/** `Europe/Berlin` in that name itself, or at the end of a longer one: `/freeassociation.sourceforge.net/Europe/Berlin`. */
function ianaNameIn(name: string): string | undefined {
  const parts = name.split('/');
  const candidates = [name, parts.slice(-3).join('/'), parts.slice(-2).join('/')];
  return candidates.find((candidate) => isTimeZone(candidate));
}
