import { unite } from '../../../platform/time/interval';
import { openTime } from './open-time';
import type { ProviderCalendar } from './situation';
import type { WorkInterval } from './work-stretch';
import { hoursOn } from './working-hours';

/** The hours of a provider on local days without closures, time off and what is busy in other calendars. */
export function workingTime(calendar: ProviderCalendar): (day: number) => readonly WorkInterval[] {
  const { timeZone, hours, special, closures, timeOff, busyElsewhere } = calendar;
  const away = unite([...closures, ...timeOff, ...busyElsewhere]);
  return (day) => openTime(hoursOn(day, timeZone, hours, special), away);
}
