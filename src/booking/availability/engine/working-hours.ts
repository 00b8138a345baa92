import { WEEKDAYS, type Weekday } from '../../../platform/time/weekdays';
import type { LocalStretch } from '../../../platform/time/local-stretch';
import { type Rotation, rotationOf } from '../../../platform/time/rotation';
import { intersect, type Interval, subtract, unite } from '../../../platform/time/interval';
import { FIRST_DAY, LAST_DAY, weekdayOf } from '../../../platform/time/local-date';
import { DAY_MIN, MINUTE_MS } from '../../../platform/time/units';
import { resolve, steadyMidnight } from '../../../platform/time/zones/wall-clock';

/** Hours of a local day, and where the provider is in them. */
export interface WorkStretch extends LocalStretch {
  /** Absent: at every place. */
  readonly locationId?: number;
}

/** Working time, and where the provider is in it. */
export interface WorkInterval extends Interval {
  /** Undefined: at every place. */
  readonly locationId: number | undefined;
}

/** One shift of a provider's week. Several on one day are a split shift. */
export interface ScheduleEntry extends WorkStretch, Rotation {
  readonly day: Weekday;
  readonly breaks: readonly LocalStretch[];
}

/** The window that bounds every provider, and the working weekdays of providers without a schedule of their own. */
export interface BusinessHours extends LocalStretch {
  readonly days: readonly Weekday[];
}

/**
 * The stretches of a day since 1970-01-01 by the schedule alone: sorted, inside the business window, and those of one place apart from
 * each other.
 */
export type WeeklyHours = (day: number) => readonly WorkStretch[];

/** The stretches of the dates that differ from the week, by day since 1970-01-01. */
export type SpecialHours = ReadonlyMap<number, readonly WorkStretch[]>;

export const NO_SPECIAL_HOURS: SpecialHours = new Map();
const CLOSED: readonly WorkStretch[] = [];

/** The provider's own schedule, or else (`null` or empty) the business's weekdays, cut to the business window. */
export function weeklyHours(schedule: readonly ScheduleEntry[] | null, business: BusinessHours): WeeklyHours {
  const { startMin, endMin, days } = business;
  const week = WEEKDAYS.map((name): WeeklyHours => {
    if (schedule !== null && schedule.length > 0)
      return hoursOfWeekday(
        schedule.filter(({ day }) => day === name),
        business,
      );
    const stretches = days.includes(name) ? [{ startMin, endMin }] : CLOSED;
    return () => stretches;
  });
  return (day) => week[weekdayOf(day)]?.(day) ?? CLOSED;
}

/** Of a weekday: so that a schedule takes no more memory the more dates are looked at. */
const MAX_COMBINATIONS = 100;

/** Most entries hold in every week. Those of a roster are joined once for each combination that holds together. */
function hoursOfWeekday(entries: readonly ScheduleEntry[], window: LocalStretch): WeeklyHours {
  const always = stretchesOf(entries, window);
  if (entries.every(({ from, until }) => from === undefined && until === undefined)) return () => always;
  const rotations = entries.map(rotationOf);
  const known = new Map<string, readonly WorkStretch[]>();
  return (day) => {
    const held = rotations.map((holds) => (holds(day) ? 1 : 0));
    const name = held.join('');
    let stretches = known.get(name);
    if (stretches === undefined) {
      if (known.size >= MAX_COMBINATIONS) known.clear();
      stretches = stretchesOf(
        entries.filter((_, index) => held[index] === 1),
        window,
      );
      known.set(name, stretches);
    }
    return stretches;
  };
}

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
    const open = unite(stretches.map(asInterval));
    const worked = schedule?.(day);
    if (worked === undefined) return [day, open.map(asStretch)];
    return [day, atEachPlace(worked, (intervals) => intersect(intervals, open))];
  });
  const unbounded = [...own].map(([day, stretches]) => [day, atEachPlace(stretches, unite)] as const);
  return new Map([...inBusiness, ...unbounded]);
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

function stretchesOf(entries: readonly ScheduleEntry[], window: LocalStretch): readonly WorkStretch[] {
  const breaks = entries.flatMap((entry) => entry.breaks).map(asInterval);
  const outside = [
    { start: 0, end: window.startMin },
    { start: window.endMin, end: DAY_MIN },
  ];
  const away = unite([...breaks, ...outside]);
  return atEachPlace(entries, (shifts) => subtract(unite(shifts), away));
}

/** What becomes of the stretches of each place, in the order of time. Those of different places stay apart. */
function atEachPlace(
  stretches: readonly WorkStretch[],
  change: (ofPlace: readonly Interval[]) => readonly Interval[],
): readonly WorkStretch[] {
  const places = new Set(stretches.map(({ locationId }) => locationId));
  const changed = [...places].flatMap((place) => {
    const ofPlace = stretches.filter(({ locationId }) => locationId === place).map(asInterval);
    const left = change(ofPlace).map(asStretch);
    return place === undefined ? left : left.map((stretch) => ({ ...stretch, locationId: place }));
  });
  return places.size > 1 ? changed.sort((a, b) => a.startMin - b.startMin) : changed;
}

/** The same stretch as an interval, so that `unite` and `subtract` can be used. */
function asInterval({ startMin, endMin }: LocalStretch): Interval {
  return { start: startMin, end: endMin };
}

function asStretch({ start, end }: Interval): LocalStretch {
  return { startMin: start, endMin: end };
}
