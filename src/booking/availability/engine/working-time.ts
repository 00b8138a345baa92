import { ClosedTimes } from './closed-times';
import { openTime } from './open-time';
import { zonesFor } from './date-zones';
import type { ProviderCalendar } from './situation';
import { besideClasses } from './timetable';
import type { WorkInterval } from './work-stretch';
import { hoursOn } from './working-hours';

/** The hours of a provider on its local days without its classes, closures, time off and what is busy in other calendars. */
export function workingTime(calendar: ProviderCalendar): (day: number) => readonly WorkInterval[] {
  const { hours, special, closures, timeOff, busyElsewhere } = calendar;
  const away = new ClosedTimes([...closures, ...timeOff, ...busyElsewhere]);
  const zones = zonesFor(calendar, undefined);
  const beside = besideClasses(calendar, zones);
  return (day) =>
    openTime(beside(day, hoursOn(day, zones.on(day), hours, special)), (place) => away.at(place));
}
