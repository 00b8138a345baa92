import {
  type BusinessHours,
  NO_BOUNDS,
  zoneOfPlaces,
  type PlaceHours,
  type ScheduleEntry,
  weeklyHours,
} from '../../engine';
import { weekdayOf } from '../../../platform/time/local-date';
import { WEEKDAYS, type Weekday } from '../../../platform/time/weekdays';
import { isEmptyStretch, type LocalStretch } from '../../../platform/time/local-stretch';

/** The hours of a provider on a weekday, from the first working minute to the last, with the breaks between. */
export interface ScheduleDay {
  readonly day: Weekday;
  /** `undefined` on a day off. */
  readonly hours: LocalStretch | undefined;
  readonly breaks: readonly LocalStretch[];
  /** Whether the hours are the provider's own or the business's. */
  readonly source: 'provider' | 'business';
  /** That of the places; undefined: the provider's own. */
  readonly timeZone: string | undefined;
}

/** What the locations say of hours and zones, those that have any. */
export interface Places {
  readonly hours: PlaceHours;
  readonly zones: ReadonlyMap<number, string>;
}

/** The hours in which slots are offered in the week of a day, Monday first, before closures and time off. */
export function weekOf(
  schedule: readonly ScheduleEntry[] | null,
  business: BusinessHours,
  places: Places,
  day: number,
): readonly ScheduleDay[] {
  const source = schedule === null || schedule.length === 0 ? 'business' : 'provider';
  const hours = weeklyHours(schedule, business, places.hours);
  const zoneOn = zoneOfPlaces(weeklyHours(schedule, NO_BOUNDS), places.zones);
  const monday = day - weekdayOf(day);
  return WEEKDAYS.map((name, i) => {
    return { day: name, ...dayOf(hours(monday + i)), source, timeZone: zoneOn(monday + i) };
  });
}

function dayOf(stretches: readonly LocalStretch[]): Pick<ScheduleDay, 'hours' | 'breaks'> {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined) return { hours: undefined, breaks: [] };
  const breaks = stretches
    .slice(1)
    .map(({ startMin }, i) => ({ startMin: stretches[i]?.endMin ?? startMin, endMin: startMin }))
    // Hours of two places may touch.
    .filter((pause) => !isEmptyStretch(pause));
  return { hours: { startMin: first.startMin, endMin: last.endMin }, breaks };
}
