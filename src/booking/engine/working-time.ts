import { ClosedTimes } from './closed-times';
import { openTime } from './open-time';
import { zonesFor } from './date-zones';
import { rulesAt } from './special-dates';
import type { ProviderCalendar } from './situation';
import { besideClasses } from './timetable';
import type { WorkInterval } from './work-stretch';
import { hoursAt, hoursOn } from './working-hours';

/** The hours of a provider on its local days without its classes, closures, time off and what is busy in other calendars. */
export function workingTime(calendar: ProviderCalendar): (day: number) => readonly WorkInterval[] {
  const { hours, special } = calendar;
  const away = awayFrom(calendar);
  const zones = zonesFor(calendar, undefined);
  const beside = besideClasses(calendar, zones);
  return (day) =>
    openTime(beside(day, hoursOn(day, zones.on(day), hours, special)), (place) => away.at(place));
}

/** The hours of a local day, and what closures, time off and busy calendars leave of them. The times of classes stay in both. */
export interface WorkedDay {
  readonly hours: readonly WorkInterval[];
  /** In whole minutes: one that is taken in part is taken. */
  readonly left: readonly WorkInterval[];
}

/** @param locationId where; undefined: at every place */
export function workedDays(calendar: ProviderCalendar, locationId?: number): (day: number) => WorkedDay {
  const { hours: weekly, special } = rulesAt(calendar, locationId);
  const away = awayFrom(calendar);
  const zones = zonesFor(calendar, locationId);
  return (day) => {
    const hours = hoursAt(hoursOn(day, zones.on(day), weekly, special), locationId);
    return { hours, left: openTime(hours, (place) => away.at(locationId ?? place)) };
  };
}

function awayFrom({ closures, timeOff, busyElsewhere }: ProviderCalendar): ClosedTimes {
  return new ClosedTimes([...closures, ...timeOff, ...busyElsewhere]);
}
