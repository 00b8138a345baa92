import type { Interval } from '../../../platform/time/interval';
import { weekdayOf } from '../../../platform/time/local-date';
import { rotationOf } from '../../../platform/time/rotation';
import { WEEKDAYS } from '../../../platform/time/weekdays';
import {
  type BusinessHours,
  type Classes,
  DateZones,
  NO_SPECIAL_HOURS,
  zoneOfPlaces,
  type PlaceSpecialHours,
  type ProviderCalendar,
  type SpecialDates,
  specialDates,
  type TimetableEntry,
  type WeeklyHours,
} from '../../engine';
import { byOwner, byPlace, type Owner, type SpecialDay, type SpecialOfOwners } from './special-days';
import {
  busyAround,
  busyInterval,
  closure,
  type ClosureRow,
  interval,
  type Pair,
  type ResourceRow,
  sessionClaim,
  type SessionClaimRow,
  type BusyRow,
  type TakenAround,
} from './taken-rows';
import { type OfferedTerms, serviceWith } from './terms';
import {
  namesPlace,
  type PlaceHoursRow,
  type PlaceRow,
  placeZonesOf,
  WeeklyHoursCache,
  withHours,
} from './weekly-hours-cache';

/** The rows of snapshots, as the statements give them, and what they mean to the engine. Instants are epoch ms. */

export interface ProviderCalendarRow {
  readonly id: number;
  readonly active: boolean;
  readonly offers: boolean;
  readonly timezone: string | null;
  /** How often the provider may be booked on a date; null: no limit. Absent: nothing is booked with the provider. */
  readonly maxPerDay?: number | null;
  /** JSON. */
  readonly schedule: string | null;
  /** Whether a timetable has named the provider. Absent where the statement reads its classes in any case. */
  readonly hasClasses?: boolean;
  /** Of all services; null or absent: there are none, or the statement does not read them. */
  readonly classes?: readonly ClassesRow[] | null;
  readonly timeOff: readonly Pair[] | null;
  readonly busyElsewhere: readonly Pair[] | null;
  readonly busy?: readonly BusyRow[] | null;
  /** In the place of `busy`, when only gaps of some length matter. */
  readonly takenAround?: TakenAround;
  readonly sessions: readonly SessionClaimRow[] | null;
  /** The times of occupying appointments, where one of several providers is chosen. */
  readonly appointments?: readonly Pair[] | null;
}

/** A service that starts at its timetable, which names the provider. */
export interface ClassesRow extends Classes, OfferedTerms {
  readonly id: number;
}

/** What snapshots of one service and of several have in common. */
export interface SharedRows {
  readonly business: BusinessHours;
  readonly closures: readonly ClosureRow[] | null;
  readonly specialDays: readonly SpecialDay[] | null;
  /** Null: no location has hours or a zone of its own, or the statement does not read them. */
  readonly places: readonly PlaceRow[] | null;
  readonly resources: readonly ResourceRow[] | null;
}

/** What holds for all providers of a snapshot. */
interface Everybody extends Pick<ProviderCalendar, 'closures'> {
  readonly special: SpecialOfOwners;
  readonly specialOfPlaces: PlaceSpecialHours;
  readonly places: readonly PlaceHoursRow[];
  readonly placeZones: ReadonlyMap<number, string>;
}

export class CalendarMapper {
  private readonly weeks = new WeeklyHoursCache();

  constructor(private readonly businessTimeZone: string) {}

  /** The calendars of providers, in the given order. */
  calendarsOf(
    providers: readonly ProviderCalendarRow[],
    { business, closures, specialDays, places }: Omit<SharedRows, 'resources'>,
  ): readonly ProviderCalendar[] {
    const everybody: Everybody = {
      places: withHours(places ?? []),
      placeZones: placeZonesOf(places ?? []),
      closures: (closures ?? []).map(closure),
      special: byOwner(specialDays ?? []),
      specialOfPlaces: byPlace(specialDays ?? []),
    };
    return providers.map((provider) => this.calendar(provider, business, everybody));
  }

  private calendar(
    provider: ProviderCalendarRow,
    business: BusinessHours,
    { closures, special, specialOfPlaces, places, placeZones }: Everybody,
  ): ProviderCalendar {
    const timeZone = provider.timezone ?? this.businessTimeZone;
    const weekly = this.weeks.of(provider.schedule, business, places);
    return {
      providerId: provider.id,
      isAvailable: provider.active,
      offersService: provider.offers,
      timeZone,
      placeZones,
      zones: placeZones.size === 0 ? undefined : this.zones(provider, timeZone, special, placeZones),
      hours: weekly,
      hoursOfPlace: places.length === 0 ? undefined : this.ofPlaces(provider, places),
      ...this.special(provider, special, specialOfPlaces, weekly),
      classes: provider.classes?.map((each) => serviceWith(each, provider.id, undefined)),
      closures,
      timeOff: (provider.timeOff ?? []).map(interval),
      busyElsewhere: (provider.busyElsewhere ?? []).map(interval),
      busy: provider.takenAround ? busyAround(provider.takenAround) : (provider.busy ?? []).map(busyInterval),
      sessions: (provider.sessions ?? []).map(sessionClaim),
    };
  }

  /** By schedule and classes as they stand, so that no hours of the business and of places change the zone of a date. */
  private zones(
    { id, schedule, classes }: ProviderCalendarRow,
    own: string,
    special: SpecialOfOwners,
    placeZones: ReadonlyMap<number, string>,
  ): DateZones | undefined {
    const [days, week] = [special.get(id) ?? NO_SPECIAL_HOURS, this.weeks.unbounded(schedule)];
    const held = classesAtPlaces(id, classes ?? []);
    if (!namesPlace(schedule) && days.size === 0 && held.length === 0) return undefined;
    const ofPlaces = zoneOfPlaces((day) => {
      const hours = days.get(day) ?? week?.(day) ?? [];
      return held.length === 0 ? hours : [...hours, ...heldOn(held, day)];
    }, placeZones);
    return new DateZones(own, [...new Set(placeZones.values())], ofPlaces);
  }

  private ofPlaces(
    { schedule }: ProviderCalendarRow,
    places: readonly PlaceHoursRow[],
  ): ProviderCalendar['hoursOfPlace'] {
    return (locationId) => {
      const place = places.find(([id]) => id === locationId);
      return place && this.weeks.ofPlace(schedule, place);
    };
  }

  private special(
    { id, schedule }: ProviderCalendarRow,
    owners: SpecialOfOwners,
    ofPlaces: PlaceSpecialHours,
    weekly: WeeklyHours,
  ): SpecialDates {
    if (owners.size === 0 && ofPlaces.size === 0) return { special: NO_SPECIAL_HOURS };
    const of = (owner: Owner) => owners.get(owner) ?? NO_SPECIAL_HOURS;
    const unbounded = this.weeks.unbounded(schedule);
    return specialDates({ schedule: unbounded, weekly, ofBusiness: of(null), own: of(id), ofPlaces });
  }
}

/** The classes of a provider that name a place. */
function classesAtPlaces(id: number, classes: readonly ClassesRow[]): readonly TimetableEntry[] {
  const own = ({ providerId, locationId }: TimetableEntry) => providerId === id && locationId !== undefined;
  return classes.flatMap(({ timetable }) => timetable.filter(own));
}

/** The classes of a day. */
function heldOn(entries: readonly TimetableEntry[], day: number): readonly TimetableEntry[] {
  return entries.filter((entry) => entry.day === WEEKDAYS[weekdayOf(day)] && rotationOf(entry)(day));
}

/** Whether the hours of a provider name a place. */
export function namePlaces(
  providers: readonly ProviderCalendarRow[],
  { specialDays }: Pick<SharedRows, 'specialDays'>,
): boolean {
  const isPlaced = ([, , hours]: SpecialDay) => hours.some(({ locationId }) => locationId !== undefined);
  return providers.some(({ schedule }) => namesPlace(schedule)) || (specialDays ?? []).some(isPlaced);
}

export function appointmentsOf(
  providers: readonly ProviderCalendarRow[],
): ReadonlyMap<number, readonly Interval[]> {
  return new Map(providers.map(({ id, appointments }) => [id, (appointments ?? []).map(interval)]));
}
