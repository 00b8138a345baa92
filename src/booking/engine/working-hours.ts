import { unite } from '../../platform/time/interval';
import { FIRST_DAY, LAST_DAY } from '../../platform/time/local-date';
import { MINUTE_MS } from '../../platform/time/units';
import { resolve, steadyMidnight } from '../../platform/time/zones/wall-clock';
import type { WeeklyHours } from './weekly-hours';
import { atEachPlace, cutTo, type WorkInterval, type WorkStretch } from './work-stretch';

/** The stretches of the dates that differ from the week, by day since 1970-01-01. */
export type SpecialHours = ReadonlyMap<number, readonly WorkStretch[]>;

const CLOSED: readonly WorkStretch[] = [];
export const NO_SPECIAL_HOURS: SpecialHours = new Map();
/**
 * The hours of a provider on the dates that differ from its week. Those of the business take the place of its window and weekday;
 * the provider's own take the place of all, and nothing bounds them.
 * @param schedule what the provider works in an ordinary week before the window of the business; null: what the business works
 */
export function specialHours(
  schedule: WeeklyHours | null,
  ofBusiness: SpecialHours,
  own: SpecialHours,
): SpecialHours {
  const inBusiness = [...ofBusiness].map(([day, stretches]): [number, readonly WorkStretch[]] => {
    const worked = schedule?.(day);
    return [day, worked === undefined ? atEachPlace(stretches, unite) : cutTo(stretches, worked)];
  });
  const unbounded = [...own].map(([day, stretches]) => [day, atEachPlace(stretches, unite)] as const);
  return new Map([...inBusiness, ...unbounded]);
}

/** The days on which special hours leave no time at all, although the week has some: those of the provider count before those of the business. */
export function daysOff(ofBusiness: SpecialHours, own: SpecialHours): ReadonlySet<number> {
  const days = [...ofBusiness, ...own].filter(([, stretches]) => stretches.length === 0).map(([day]) => day);
  return new Set(days.filter((day) => (own.get(day) ?? ofBusiness.get(day))?.length === 0));
}

/** The hours of a local day on its wall clock; none outside 1970 to 2199. */
export function localHoursOn(
  day: number,
  weekly: WeeklyHours,
  special: SpecialHours,
): readonly WorkStretch[] {
  return day < FIRST_DAY || day > LAST_DAY ? CLOSED : (special.get(day) ?? weekly(day));
}

/**
 * The instants that the hours cover on a local day, before closures and time off; none outside 1970 to 2199.
 * A boundary that the clock skips moves to the end of the gap; of two equal times a boundary means the first.
 * @param midnight that of a steady day, see `steadyMidnight`
 */
export function hoursOn(
  day: number,
  zone: string,
  weekly: WeeklyHours,
  special: SpecialHours = NO_SPECIAL_HOURS,
  midnight = steadyMidnight(day, zone),
): readonly WorkInterval[] {
  const stretches = localHoursOn(day, weekly, special);
  if (midnight !== undefined) return onSteadyDay(midnight, stretches);
  const onClock = ({ startMin, endMin, locationId }: WorkStretch): WorkInterval => ({
    start: resolve(day, startMin, zone).instant,
    end: resolve(day, endMin, zone).instant,
    locationId,
  });
  return joined(stretches.map(onClock).filter(({ start, end }) => start < end));
}

function onSteadyDay(midnight: number, stretches: readonly WorkStretch[]): readonly WorkInterval[] {
  return stretches.map(({ startMin, endMin, locationId }) => ({
    start: midnight + startMin * MINUTE_MS,
    end: midnight + endMin * MINUTE_MS,
    locationId,
  }));
}

/** The hours in which a provider is at a place: those that name it, and those that name none, as one. Without a place, all. */
export function hoursAt(
  hours: readonly WorkInterval[],
  locationId: number | null | undefined,
): readonly WorkInterval[] {
  if (locationId === undefined || locationId === null) return hours;
  if (hours.every((stretch) => stretch.locationId === undefined)) return hours;
  return joined(
    hours.flatMap(({ start, end, locationId: place = locationId }) =>
      place === locationId ? [{ start, end, locationId: undefined }] : [],
    ),
  );
}

/** Intervals in the order of time, of which those that touch at one place become one. */
function joined(intervals: readonly WorkInterval[]): readonly WorkInterval[] {
  const all: WorkInterval[] = [];
  for (const next of intervals) {
    const latest = all.at(-1);
    if (latest?.end === next.start && latest.locationId === next.locationId)
      all[all.length - 1] = { ...latest, end: next.end };
    else all.push(next);
  }
  return all;
}
