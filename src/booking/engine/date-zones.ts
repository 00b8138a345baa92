import { getDay, parseDay } from '../../platform/time/local-date';
import { type LocalStart, localDayOf } from '../../platform/time/zones/wall-clock';
import type { WorkStretch } from './work-stretch';

/** The zone that the hours of a day (since 1970-01-01) are in because of their place; undefined: the provider's own. */
export type ZoneOfPlaces = (day: number) => string | undefined;

/**
 * The zone of each date of a provider: that of the places of its hours on the date, else its own. The one way to read a local time of a
 * provider. Hours on neighbouring dates have one zone, so that an instant in them has one date. Most providers have one zone on all dates.
 */
export class DateZones {
  /** All that a date may have; IANA names. */
  readonly all: readonly string[];

  /** @param ofPlaces every zone that `zoneOfPlaces` may return */
  constructor(
    private readonly own: string,
    private readonly ofPlaces: readonly string[] = [],
    private readonly zoneOfPlaces: ZoneOfPlaces = () => undefined,
  ) {
    this.all = ofPlaces.length === 0 ? [own] : [...new Set([own, ...ofPlaces])];
  }

  /** Whether all dates have one zone. */
  get areOne(): boolean {
    return this.ofPlaces.length === 0;
  }

  on(day: number): string {
    return this.areOne ? this.own : (this.zoneOfPlaces(day) ?? this.own);
  }

  /** @param date `YYYY-MM-DD` */
  onDate(date: string): string {
    return this.areOne ? this.own : this.on(getDay(date));
  }

  /** That of the date whose hours may contain an instant. */
  at(instant: number): string {
    for (const zone of this.ofPlaces) if (this.zoneOfPlaces(localDayOf(instant, zone)) === zone) return zone;
    return this.own;
  }

  /** @param start of which the date may be none */
  of(start: number | LocalStart): string {
    return typeof start === 'number' ? this.at(start) : this.on(parseDay(start.date) ?? NaN);
  }

  /** The local day at an instant. */
  dayAt(instant: number): number {
    return localDayOf(instant, this.at(instant));
  }

  /** The first of the local days that an instant may have. */
  firstDayAt(instant: number): number {
    if (this.areOne) return localDayOf(instant, this.own);
    return Math.min(...this.all.map((zone) => localDayOf(instant, zone)));
  }

  /** The last of them. */
  lastDayAt(instant: number): number {
    if (this.areOne) return localDayOf(instant, this.own);
    return Math.max(...this.all.map((zone) => localDayOf(instant, zone)));
  }
}

/** @param hoursOn what a provider works on a day, with the places @param placeZones as in CalendarZones */
export function zoneOfPlaces(
  hoursOn: (day: number) => readonly Pick<WorkStretch, 'locationId'>[],
  placeZones: ReadonlyMap<number, string>,
): ZoneOfPlaces {
  return (day) => {
    for (const { locationId } of hoursOn(day)) {
      const zone = locationId === undefined ? undefined : placeZones.get(locationId);
      if (zone !== undefined) return zone;
    }
    return undefined;
  };
}

/** What a calendar says of zones. */
export interface CalendarZones {
  /** The provider's own; an IANA name. */
  readonly timeZone: string;
  /** Absent: all dates have its own zone. */
  readonly zones?: DateZones | undefined;
  /** Those of the places that have one, by the id of the location. */
  readonly placeZones?: ReadonlyMap<number, string> | undefined;
}

/**
 * The zone in which answers show an appointment, and on whose date it counts: that of its place if it has one, else the provider's own. The
 * database has the same rule under the same name, because it has to know the dates of appointments with other providers.
 */
export function shownZone(
  { timeZone, placeZones }: CalendarZones,
  locationId: number | null | undefined,
): string {
  return placeZones?.get(locationId ?? NaN) ?? timeZone;
}

/** The clock on which a request is read: that of the place that it names, if it has one, else that of the provider. */
export function zonesFor(
  { timeZone, zones, placeZones }: CalendarZones,
  locationId: number | null | undefined,
): DateZones {
  const ofPlace = typeof locationId === 'number' ? placeZones?.get(locationId) : undefined;
  if (ofPlace !== undefined) return new DateZones(ofPlace);
  return zones ?? new DateZones(timeZone);
}
