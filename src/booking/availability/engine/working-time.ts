import { unite } from '../../../platform/time/interval';
import { openTime } from './open-time';
import type { ProviderCalendar } from './situation';
import { besideClasses } from './timetable';
import type { WorkInterval } from './work-stretch';
import { hoursOn } from './working-hours';

/** The hours of a provider on local days without its classes, closures, time off and what is busy in other calendars. */
export function workingTime(calendar: ProviderCalendar): (day: number) => readonly WorkInterval[] {
  const { timeZone, hours, special, closures, timeOff, busyElsewhere } = calendar;
  const away = unite([...closures, ...timeOff, ...busyElsewhere]);
  const beside = besideClasses(calendar);
  return (day) => openTime(beside(day, hoursOn(day, timeZone, hours, special)), away);
}
