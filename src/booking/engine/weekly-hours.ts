import { WEEKDAYS, type Weekday } from '../../platform/time/weekdays';
import type { LocalStretch } from '../../platform/time/local-stretch';
import { type Rotation, rotationOf } from '../../platform/time/rotation';
import { subtract, unite } from '../../platform/time/interval';
import { weekdayOf } from '../../platform/time/local-date';
import { DAY_MIN } from '../../platform/time/units';
import { asInterval, atEachPlace, cutTo, type WorkStretch } from './work-stretch';

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

/** The weekly hours of the places that have some of their own, by the id of the location. */
export type PlaceHours = ReadonlyMap<number, WeeklyHours>;

const NO_PLACE_HOURS: PlaceHours = new Map();

/** A window that bounds nothing, and no weekdays. */
export const NO_BOUNDS: BusinessHours = { startMin: 0, endMin: DAY_MIN, days: [] };

const CLOSED: readonly WorkStretch[] = [];

/**
 * The provider's own schedule, or else (`null` or empty) the business's weekdays, cut to the business window. Entries of a place with hours
 * of its own are cut to those instead.
 */
export function weeklyHours(
  schedule: readonly ScheduleEntry[] | null,
  business: BusinessHours,
  places: PlaceHours = NO_PLACE_HOURS,
): WeeklyHours {
  const hasHours = ({ locationId }: ScheduleEntry) => locationId !== undefined && places.has(locationId);
  if (schedule?.some(hasHours) !== true) return hoursInWindow(schedule, business);
  const others = schedule.filter((entry) => !hasHours(entry));
  const inWindow = others.length === 0 ? () => CLOSED : hoursInWindow(others, business);
  const atPlaces = hoursInWindow(schedule.filter(hasHours), NO_BOUNDS);
  return (day) => {
    const cut = atPlaces(day).flatMap((stretch) =>
      cutTo(places.get(stretch.locationId ?? NaN)?.(day) ?? CLOSED, [stretch]),
    );
    return [...inWindow(day), ...cut].sort((a, b) => a.startMin - b.startMin);
  };
}

/**
 * What a provider works at a place with hours of its own: those of its schedule that name the place or none, or else all of the place's.
 */
export function hoursOfPlace(
  schedule: readonly ScheduleEntry[] | null,
  locationId: number,
  ofPlace: WeeklyHours,
): WeeklyHours {
  if (schedule === null || schedule.length === 0) return ofPlace;
  const here = schedule.filter((entry) => (entry.locationId ?? locationId) === locationId);
  if (here.length === 0) return () => CLOSED;
  const worked = hoursInWindow(here, NO_BOUNDS);
  return (day) => cutTo(ofPlace(day), worked(day));
}

function hoursInWindow(schedule: readonly ScheduleEntry[] | null, business: BusinessHours): WeeklyHours {
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

function stretchesOf(entries: readonly ScheduleEntry[], window: LocalStretch): readonly WorkStretch[] {
  const breaks = entries.flatMap((entry) => entry.breaks).map(asInterval);
  const outside = [
    { start: 0, end: window.startMin },
    { start: window.endMin, end: DAY_MIN },
  ];
  const away = unite([...breaks, ...outside]);
  return atEachPlace(entries, (shifts) => subtract(unite(shifts), away));
}
