import { addDays, dateText, getDay, weekdayOf } from '../../platform/time/local-date';
import { firstMeeting, type Rotation, rotationOf } from '../../platform/time/rotation';
import { isSameZone } from '../../platform/time/zones/time-zone';
import { type Weekday, WEEKDAYS } from '../../platform/time/weekdays';

/** An entry of a schedule, or a class. */
export interface PlacedEntry extends Rotation {
  readonly day: Weekday;
  /** Absent: at every place. */
  readonly locationId?: number;
  /** Where the body that is written names the location; absent: the entry is stored already. */
  readonly path?: string;
}

/** What a provider works, with the zones of its places. */
export interface PlacedHours {
  /** Its own zone: of what names no place, or one without a zone. */
  readonly zone: string;
  /** Null: the hours of the business, on any date. */
  readonly schedule: readonly PlacedEntry[] | null;
  /** Those that it gives, in the timetables of all services. */
  readonly classes: readonly PlacedEntry[];
  /** The places of the special hours by date, for each stretch; null: no place. */
  readonly special: ReadonlyMap<string, readonly (number | null)[]>;
  /** Of the places that have a zone, by the id of the location. */
  readonly placeZones: ReadonlyMap<number, string>;
}

/** Hours on one date or on two neighbouring ones whose zones differ. */
export interface ZoneClash {
  readonly date: string;
  readonly zone: string;
  readonly otherDate: string;
  readonly otherZone: string;
  /** Of an entry or class of the body that takes part in it; undefined: there is none. */
  readonly path?: string | undefined;
}

const NEIGHBOURS = [-1, 0, 1] as const;

/** A provider without a schedule may work on any date, in its own zone. */
const ANY_DATE: readonly PlacedEntry[] = WEEKDAYS.map((day) => ({ day }));

/** Hours or a class on a date. */
interface ZonedHours {
  readonly zone: string;
  readonly path?: string | undefined;
}

/**
 * Finds hours and classes of one provider on one date, or on two neighbouring ones, that are in different zones. There must be none: a date
 * has one zone, and hours never overlap.
 */
export class ZonesOfHours {
  /** Of the schedule and the timetables. Those of the body come last, so that a clash names them. */
  private readonly entries: readonly PlacedEntry[];

  constructor(private readonly hours: PlacedHours) {
    const isWritten = ({ path }: PlacedEntry) => Number(path !== undefined);
    this.entries = [...hours.classes, ...(hours.schedule ?? ANY_DATE)].toSorted(
      (a, b) => isWritten(a) - isWritten(b),
    );
  }

  /** The first clash on dates from `since` on: of entries and classes with each other, or of special hours with what stands beside them. */
  clash(since: string): ZoneClash | undefined {
    if (this.hours.placeZones.size === 0) return undefined;
    const ofWeeks = this.clashOfWeeks(getDay(since));
    if (ofWeeks !== undefined) return ofWeeks;
    for (const date of this.hours.special.keys()) {
      const found = date < since ? undefined : this.clashOn(date);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A clash of the hours of a date with each other, or with those of its neighbours. */
  clashOn(date: string): ZoneClash | undefined {
    const own = this.on(date);
    for (const days of NEIGHBOURS) {
      const otherDate = addDays(date, days);
      for (const other of days === 0 ? own : this.on(otherDate)) {
        const mine = own.find(({ zone }) => !isSameZone(zone, other.zone));
        if (mine === undefined) continue;
        const path = mine.path ?? other.path;
        return { date, zone: mine.zone, otherDate, otherZone: other.zone, path };
      }
    }
    return undefined;
  }

  private clashOfWeeks(since: number): ZoneClash | undefined {
    const entries = this.entries.map((entry) => {
      return { ...entry, weekday: WEEKDAYS.indexOf(entry.day), zone: this.zoneOf(entry.locationId) };
    });
    for (const [index, later] of entries.entries()) {
      for (const earlier of entries.slice(0, index)) {
        if (isSameZone(earlier.zone, later.zone)) continue;
        const apart = ((later.weekday - earlier.weekday + 8) % 7) - 1;
        const first = Math.max(since, since - apart);
        const day = apart > 1 ? undefined : firstMeeting(earlier, later, earlier.weekday, apart, first);
        if (day === undefined) continue;
        const dates = { date: dateText(day + apart), otherDate: dateText(day) };
        return { ...dates, zone: later.zone, otherZone: earlier.zone, path: later.path };
      }
    }
    return undefined;
  }

  /** The classes of the date, and then its hours. Special hours take the place of a schedule, and of no class. */
  private on(date: string): readonly ZonedHours[] {
    const { special, schedule, classes } = this.hours;
    const ofDate = special.get(date)?.map((place) => ({ zone: this.zoneOf(place) }));
    return [...this.holding(classes, date), ...(ofDate ?? this.holding(schedule ?? ANY_DATE, date))];
  }

  private holding(entries: readonly PlacedEntry[], date: string): readonly ZonedHours[] {
    const day = getDay(date);
    return entries
      .filter((entry) => WEEKDAYS.indexOf(entry.day) === weekdayOf(day) && rotationOf(entry)(day))
      .map(({ locationId, path }) => ({ zone: this.zoneOf(locationId), path }));
  }

  private zoneOf(locationId: number | null | undefined): string {
    return this.hours.placeZones.get(locationId ?? NaN) ?? this.hours.zone;
  }
}
