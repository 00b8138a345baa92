import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { ValidationError } from '../../platform/errors/errors';
import { addDays } from '../../platform/time/local-date';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { FIND_HOURS, FIND_ZONES } from './hours-at-places.statements';
import { type PlacedEntry, type PlacedHours, type ZoneClash, ZonesOfHours } from './zones-of-hours';

type Places = readonly (number | null)[];

interface HoursRow {
  readonly id: number;
  readonly zone: string | null;
  readonly schedule: readonly PlacedEntry[] | null;
  readonly special: readonly (readonly [date: string, places: Places])[] | null;
  readonly classes: readonly PlacedEntry[] | null;
}

interface TimetabledClass extends PlacedEntry {
  readonly providerId: number;
}

/** A change of what a provider works; what is undefined stays. The entries are in the order of the body. */
interface HoursChange {
  readonly timezone?: string | null | undefined;
  readonly schedule?: readonly PlacedEntry[] | null | undefined;
}

/** The hours of a date as a body has them; null: none of its own. */
interface WrittenDate {
  readonly date: string;
  readonly hours: readonly { readonly locationId?: number | null | undefined }[] | null;
}

/**
 * All hours and classes of one provider on one date and its neighbours have one zone: that of their places, or the provider's own. The past
 * does not count. Callers have locked the provider.
 */
@Injectable()
export class OneZoneRule {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The faults of a change of a schedule or a zone, by path. @param providerId 0: a new provider */
  async faultsOf(
    tx: EntityManager,
    providerId: number,
    { timezone, schedule }: HoursChange,
  ): Promise<Record<string, string>> {
    const mayClash = timezone !== undefined || schedule !== undefined;
    if (!mayClash || (providerId === 0 && schedule?.some(namesPlace) !== true)) return {};
    const [stored] = providerId === 0 ? [] : await this.rowsOf(tx, [providerId]);
    const hours = await this.hoursOf(tx, {
      zone: timezone === undefined ? (stored?.zone ?? null) : timezone,
      schedule:
        schedule === undefined ? (stored?.schedule ?? null) : schedule && withPaths('schedule', schedule),
      special: stored?.special ?? null,
      classes: stored?.classes ?? null,
    });
    const clash = new ZonesOfHours(hours).clash(this.since());
    if (clash === undefined) return {};
    if (schedule === undefined) return { timezone: `must be that of other hours: ${textOf(clash)}` };
    return { [clash.path ?? 'schedule']: needsZone(clash) };
  }

  /**
   * The faults of the classes of a service, by path: one for each provider. @param serviceId 0: a new service
   * @param member the one of the body that brings the classes
   */
  async faultsOfClasses(
    tx: EntityManager,
    serviceId: number,
    classes: readonly TimetabledClass[],
    member: 'timetable' | 'startsAt',
  ): Promise<Record<string, string>> {
    const written = member === 'timetable' ? withPaths(member, classes) : classes;
    const teachers = [...new Set(classes.map(({ providerId }) => providerId))];
    const faults: Record<string, string> = {};
    for (const row of teachers.length === 0 ? [] : await this.rowsOf(tx, teachers, serviceId)) {
      const own = written.filter(({ providerId }) => providerId === row.id);
      const hours = await this.hoursOf(tx, { ...row, classes: [...(row.classes ?? []), ...own] });
      const clash = new ZonesOfHours(hours).clash(this.since());
      if (clash !== undefined) faults[clash.path ?? member] = needsZone(clash);
    }
    return faults;
  }

  /**
   * For special hours that are about to be written. @param pathOf the path of a date by its index, with a dot at its end
   * @throws ValidationError
   */
  async assertOfDates(
    tx: EntityManager,
    providerId: number,
    days: readonly WrittenDate[],
    pathOf: (index: number) => string = () => '',
  ): Promise<void> {
    const [stored] = await this.rowsOf(tx, [providerId]);
    if (stored === undefined) return;
    const special = new Map(stored.special);
    for (const { date, hours } of days) {
      if (hours === null) special.delete(date);
      else special.set(date, placesOf(hours));
    }
    const hours = await this.hoursOf(tx, { ...stored, special: [...special] });
    const zones = new ZonesOfHours(hours);
    const faults = days.flatMap(({ date, hours: written }, i): [string, string][] => {
      const clash = hours.placeZones.size === 0 ? undefined : zones.clashOn(date);
      if (clash === undefined) return [];
      const zoneOf = (place: number | null) => hours.placeZones.get(place ?? NaN) ?? hours.zone;
      const index = placesOf(written ?? []).findIndex((place) => zoneOf(place) === clash.zone);
      const member = index < 0 ? 'hours' : `hours[${index}].locationId`;
      return [[pathOf(i) + member, needsZone(clash)]];
    });
    if (faults.length > 0) throw new ValidationError(Object.fromEntries(faults));
  }

  /** After a change of the zone of a location. @param providerIds those who work there @throws ValidationError of `timezone` */
  async assertOfPlace(tx: EntityManager, providerIds: readonly number[]): Promise<void> {
    for (const row of await this.rowsOf(tx, providerIds)) {
      const clash = new ZonesOfHours(await this.hoursOf(tx, row)).clash(this.since());
      if (clash !== undefined)
        throw new ValidationError({
          timezone: `must be that of other hours of provider ${row.id}: ${textOf(clash)}`,
        });
    }
  }

  /** @param serviceId of which the classes are left out; 0: of none */
  private rowsOf(tx: EntityManager, providerIds: readonly number[], serviceId = 0): Promise<HoursRow[]> {
    return this.database.rows<HoursRow>(FIND_HOURS, [providerIds, this.since(), serviceId], tx);
  }

  private async hoursOf(
    tx: EntityManager,
    { zone, schedule, special, classes }: Omit<HoursRow, 'id'>,
  ): Promise<PlacedHours> {
    const dates = special ?? [];
    const weekly = [...(schedule ?? []), ...(classes ?? [])];
    const named = [...placesOf(weekly), ...dates.flatMap(([, places]) => places)];
    return {
      zone: zone ?? this.config.businessTimeZone,
      schedule,
      classes: classes ?? [],
      special: new Map(dates),
      placeZones: await this.zonesOf(tx, new Set(named.filter((place) => place !== null))),
    };
  }

  private async zonesOf(
    tx: EntityManager,
    places: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, string>> {
    if (places.size === 0) return new Map();
    const rows = await this.database.rows<{ id: number; zone: string }>(FIND_ZONES, [[...places]], tx);
    return new Map(rows.map(({ id, zone }) => [id, zone]));
  }

  /** All dates before yesterday in UTC are over in every zone. */
  private since(): string {
    return addDays(localDateOf(this.clock.now(), 'UTC'), -1);
  }
}

function namesPlace({ locationId }: PlacedEntry): boolean {
  return locationId !== undefined;
}

function placesOf(hours: readonly { readonly locationId?: number | null | undefined }[]): Places {
  return hours.map(({ locationId }) => locationId ?? null);
}

function withPaths<T extends PlacedEntry>(list: string, entries: readonly T[]): readonly T[] {
  return entries.map((entry, i) => ({ ...entry, path: `${list}[${i}].locationId` }));
}

function needsZone(clash: ZoneClash): string {
  return `needs the zone of other hours: ${textOf(clash)}`;
}

function textOf({ date, zone, otherDate, otherZone }: ZoneClash): string {
  const other = date === otherDate ? 'others' : `those of ${otherDate}`;
  return `the hours of ${date} would be in ${zone}, ${other} in ${otherZone}; a date and its neighbours have one zone`;
}
