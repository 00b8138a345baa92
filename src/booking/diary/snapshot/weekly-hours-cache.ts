import {
  type BusinessHours,
  hoursOfPlace,
  NO_BOUNDS,
  type PlaceHours,
  type ScheduleEntry,
  type WeeklyHours,
  weeklyHours,
} from '../../engine';

const MAX_KNOWN = 2_000;

/** A location that has hours of its own, as JSON like a schedule, or a zone, an IANA name. */
export type PlaceRow = readonly [locationId: number, hours: string | null, timeZone: string | null];

/** The hours of a location. */
export type PlaceHoursRow = readonly [locationId: number, hours: string];

/**
 * Caches the weekly hours of schedules. The key is the text of the schedule with that of the hours that bound it, so that an entry is
 * never out of date, and a hit needs no parsing.
 */
export class WeeklyHoursCache {
  private readonly known = new Map<string, WeeklyHours>();

  /** @param schedule JSON; null: the provider works the business's hours */
  of(schedule: string | null, business: BusinessHours, places: readonly PlaceHoursRow[] = []): WeeklyHours {
    const atPlaces = namesPlace(schedule) ? places : [];
    const bounds = atPlaces.map((place) => place.join(' ')).join();
    const name = `${business.startMin} ${business.endMin} ${business.days.join()} ${schedule} ${bounds}`;
    return this.remembered(name, () => weeklyHours(entriesOf(schedule), business, placeHoursOf(atPlaces)));
  }

  /** The hours of a schedule that the window of the business does not cut. @param schedule JSON @returns null when there is none */
  unbounded(schedule: string | null): WeeklyHours | null {
    return schedule === null ? null : this.of(schedule, NO_BOUNDS);
  }

  /** What a provider works at a place. */
  ofPlace(schedule: string | null, [locationId, hours]: PlaceHoursRow): WeeklyHours {
    const name = `at ${locationId} ${hours} ${schedule}`;
    return this.remembered(name, () =>
      hoursOfPlace(entriesOf(schedule), locationId, this.of(hours, NO_BOUNDS)),
    );
  }

  private remembered(name: string, compute: () => WeeklyHours): WeeklyHours {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const computed = compute();
    this.known.set(name, computed);
    return computed;
  }
}

/** Those of the places that have hours. */
export function withHours(places: readonly PlaceRow[]): readonly PlaceHoursRow[] {
  return places.flatMap(([id, hours]): PlaceHoursRow[] => (hours === null ? [] : [[id, hours]]));
}

/** The zones of the places that have one, by the id of the location. */
export function placeZonesOf(places: readonly PlaceRow[]): ReadonlyMap<number, string> {
  return new Map(places.flatMap(([id, , zone]): [number, string][] => (zone === null ? [] : [[id, zone]])));
}

export function placeHoursOf(places: readonly PlaceHoursRow[]): PlaceHours {
  return new Map(places.map(([id, hours]) => [id, weeklyHours(entriesOf(hours), NO_BOUNDS)]));
}

/** Whether an entry of a schedule names a place. @param schedule JSON */
export function namesPlace(schedule: string | null): boolean {
  return schedule?.includes('"locationId"') === true;
}

function entriesOf(schedule: string | null): readonly ScheduleEntry[] | null {
  return schedule === null ? null : (JSON.parse(schedule) as ScheduleEntry[]);
}
