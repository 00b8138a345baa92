import { unite } from '../../platform/time/interval';
import type { WeeklyHours } from './weekly-hours';
import { atEachPlace, cutTo, type WorkStretch } from './work-stretch';
import { daysOff, NO_SPECIAL_HOURS, type SpecialHours, specialHours } from './working-hours';

/** The special hours of the places that have some, by the id of the location. */
export type PlaceSpecialHours = ReadonlyMap<number, SpecialHours>;

/** What decides the dates on which a provider does not work its ordinary week. */
export interface SpecialSources {
  /** What the provider works in an ordinary week before any bounds; null: what the business works. */
  readonly schedule: WeeklyHours | null;
  /** The ordinary week in its bounds. */
  readonly weekly: WeeklyHours;
  readonly ofBusiness: SpecialHours;
  readonly ofPlaces: PlaceSpecialHours;
  readonly own: SpecialHours;
}

/** Those dates, as a calendar has them. */
export interface SpecialDates {
  /** The hours of the dates that differ from the week. */
  readonly special: SpecialHours;
  /** The same for what names a place that has special hours. */
  readonly specialOfPlace?: ((locationId: number) => SpecialHours | undefined) | undefined;
  /** Those of the dates without any time: no class is held. */
  readonly daysOff?: ReadonlySet<number> | undefined;
  /** By the id of a location, the dates on which it has no time: no class is held there, unless the provider has hours of the date. */
  readonly daysOffAt?: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  /** The dates of the special hours of the provider. */
  readonly ownDates?: ReadonlySet<number> | undefined;
}

/** The rules of the hours of a provider: of its weeks, and of the dates that differ. */
interface HoursRules extends Pick<SpecialDates, 'special' | 'specialOfPlace'> {
  readonly hours: WeeklyHours;
  /** Those of a place that has hours of its own. */
  readonly hoursOfPlace?: ((locationId: number) => WeeklyHours | undefined) | undefined;
}

/** Those that are in force at a place. @param locationId null or undefined: no place is named */
export function rulesAt(
  rules: HoursRules,
  locationId: number | null | undefined,
): Pick<HoursRules, 'hours' | 'special'> {
  const { hours, hoursOfPlace, special, specialOfPlace } = rules;
  if (typeof locationId !== 'number') return { hours, special };
  return {
    hours: hoursOfPlace?.(locationId) ?? hours,
    special: specialOfPlace?.(locationId) ?? special,
  };
}

/**
 * Special hours of a place take the place of its weekly hours for what happens there. Those of the business bind it, too; those of the
 * provider take the place of all.
 */
export function specialDates(sources: SpecialSources): SpecialDates {
  const { schedule, ofBusiness, own, ofPlaces } = sources;
  const special = specialHours(schedule, ofBusiness, own);
  const off = daysOff(ofBusiness, own);
  if (ofPlaces.size === 0) return { special, daysOff: off };
  return {
    special: withPlaces(special, sources),
    // A place without special hours keeps its weekly ones on the dates on which others have some.
    specialOfPlace: (locationId) => atPlace(special, ofPlaces.get(locationId) ?? NO_SPECIAL_HOURS, sources),
    daysOff: off,
    daysOffAt: new Map([...ofPlaces].map(([id, ofPlace]) => [id, daysOff(ofPlace, NO_SPECIAL_HOURS)])),
    ownDates: new Set(own.keys()),
  };
}

/** For what names no place: the hours that name one of the places are cut to its special hours. */
function withPlaces(
  special: SpecialHours,
  { schedule, weekly, ofPlaces, own }: SpecialSources,
): SpecialHours {
  const dates = new Map(special);
  for (const day of new Set([...ofPlaces.values()].flatMap((ofPlace) => [...ofPlace.keys()]))) {
    const unbounded = special.get(day) ?? schedule?.(day);
    if (unbounded === undefined || own.has(day)) continue;
    const boundsOf = ({ locationId }: WorkStretch) => ofPlaces.get(locationId ?? NaN)?.get(day);
    const others = (special.get(day) ?? weekly(day)).filter((each) => boundsOf(each) === undefined);
    const here = unbounded.flatMap((each) => cutTo(boundsOf(each) ?? [], [each]));
    dates.set(
      day,
      [...others, ...here].sort((a, b) => a.startMin - b.startMin),
    );
  }
  return dates;
}

/** For what names a place. Hours that name another one do not matter there. */
function atPlace(
  special: SpecialHours,
  ofPlace: SpecialHours,
  { schedule, own }: SpecialSources,
): SpecialHours {
  const dates = new Map(special);
  for (const [day, open] of ofPlace) {
    if (own.has(day)) continue;
    const worked = special.get(day) ?? schedule?.(day);
    dates.set(day, worked === undefined ? atEachPlace(open, unite) : cutTo(open, worked));
  }
  return dates;
}
