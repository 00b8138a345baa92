import { addDays, dateText, getDay, weekdayOf } from '../../platform/time/local-date';
import { firstMeeting, type Rotation, rotationOf } from '../../platform/time/rotation';
import { type Weekday, WEEKDAYS } from '../../platform/time/weekdays';

/** An entry of a schedule. */
export interface PlacedEntry extends Rotation {
  readonly day: Weekday;
  /** Absent: at every place. */
  readonly locationId?: number;
}

/** What a provider works, with the zones of its places. */
export interface PlacedHours {
  /** Its own zone: of what names no place, or one without a zone. */
  readonly zone: string;
  /** Null: the hours of the business, on any date. */
  readonly schedule: readonly PlacedEntry[] | null;
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
  /** The index of the entry of the schedule on `date`; undefined: special hours, or those of the business. */
  readonly entry?: number | undefined;
}

const NEIGHBOURS = [-1, 0, 1] as const;

/** Hours on a date, and where they come from. */
interface ZonedHours {
  readonly zone: string;
  readonly entry?: number;
}

/**
 * Finds hours of one provider on one date, or on two neighbouring ones, that are in different zones. There must be none: a date has one zone,
 * and hours never overlap.
 */
export class ZonesOfHours {
  constructor(private readonly hours: PlacedHours) {}

  /** The first clash on dates from `since` on: of the schedule with itself, or of special hours with what stands beside them. */
  clash(since: string): ZoneClash | undefined {
    if (this.hours.placeZones.size === 0) return undefined;
    const ofSchedule = this.clashOfSchedule(getDay(since));
    if (ofSchedule !== undefined) return ofSchedule;
    for (const date of this.hours.special.keys()) {
      const found = date < since ? undefined : this.clashOn(date);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A clash of the hours of a date with each other, or with those of its neighbours. An entry is named where it is one on either date. */
  clashOn(date: string): ZoneClash | undefined {
    const own = this.on(date);
    for (const days of NEIGHBOURS) {
      const otherDate = addDays(date, days);
      for (const other of days === 0 ? own : this.on(otherDate)) {
        const mine = own.find(({ zone }) => zone !== other.zone);
        if (mine === undefined) continue;
        const entry = mine.entry ?? other.entry;
        return { date, zone: mine.zone, otherDate, otherZone: other.zone, entry };
      }
    }
    return undefined;
  }

  private clashOfSchedule(since: number): ZoneClash | undefined {
    const entries = (this.hours.schedule ?? []).map((entry) => {
      return { ...entry, weekday: WEEKDAYS.indexOf(entry.day), zone: this.zoneOf(entry.locationId) };
    });
    for (const [entry, later] of entries.entries()) {
      for (const earlier of entries.slice(0, entry)) {
        if (earlier.zone === later.zone) continue;
        const apart = ((later.weekday - earlier.weekday + 8) % 7) - 1;
        const day = apart > 1 ? undefined : firstMeeting(earlier, later, earlier.weekday, apart, since);
        if (day === undefined) continue;
        const dates = { date: dateText(day + apart), otherDate: dateText(day) };
        return { ...dates, zone: later.zone, otherZone: earlier.zone, entry };
      }
    }
    return undefined;
  }

  private on(date: string): readonly ZonedHours[] {
    const { special, schedule, zone } = this.hours;
    const ofDate = special.get(date);
    if (ofDate !== undefined) return ofDate.map((place) => ({ zone: this.zoneOf(place) }));
    if (schedule === null) return [{ zone }];
    const day = getDay(date);
    return schedule.flatMap((entry, index) =>
      WEEKDAYS.indexOf(entry.day) === weekdayOf(day) && rotationOf(entry)(day)
        ? [{ zone: this.zoneOf(entry.locationId), entry: index }]
        : [],
    );
  }

  private zoneOf(locationId: number | null | undefined): string {
    return this.hours.placeZones.get(locationId ?? NaN) ?? this.hours.zone;
  }
}
