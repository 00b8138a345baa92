import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import type { Page } from '../../platform/database/reads/page';
import { found } from '../../platform/database/found';
import { present } from '../../platform/values/present';
import { withDefaults } from '../../platform/http/validation/defaults';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import type { Warned } from '../../platform/http/envelope/warnings';
import { EntityReads, type ReadRow } from '../../platform/database/reads/entity-reads';
import { assertPreconditions } from '../../platform/http/preconditions';
import {
  type LocationListQuery,
  type LocationPatch,
  LocationWrite,
  toLocationResponse,
} from './dto/location.dto';
import { Location } from './location.entity';
import { CutHours } from '../hours-at-places/cut-hours';
import { HoursAtPlaces } from '../hours-at-places/hours-at-places';
import { OneZoneRule } from '../hours-at-places/one-zone-rule';
import type { LocationHoursWrite } from '../providers/dto/schedule.dto';
import type { StoredScheduleEntry } from '../providers/provider.entity';
import { toStoredSchedule } from '../providers/schedule';
import { ProviderLock } from '../providers/provider-lock';
import { withMetadata } from '../../platform/metadata/metadata';
import { hasMetadata } from '../../platform/metadata/metadata-clause';

/** Writers queue up, to see which location is primary. Readers and bookings do not wait: a foreign key takes a shared lock on one row. */
const LOCK = { name: 'locations.lock', text: 'lock table locations in share row exclusive mode' };

/** The most locations in one answer, when no `length` is given. */
const LONGEST_PAGE = 1_000;

const BY_ID = { field: 'id', direction: 'asc' } as const;

/** Reads and writes locations. No other service writes them. Exactly one is primary as long as there are any. */
@Injectable()
export class LocationsService {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly places: HoursAtPlaces,
    private readonly oneZone: OneZoneRule,
    private readonly providerLock: ProviderLock,
    private readonly clock: Clock,
    private readonly cutHours: CutHours,
  ) {}

  /** Without `length`, one page holds all of them, up to 1,000. Without a key, a filter by metadata is ignored. */
  list(query: LocationListQuery, hasKey: boolean): Promise<Page<ReadRow<Location>>> {
    const where = hasMetadata(hasKey ? query.metadata : undefined);
    const request = { window: query, sort: query.sort ?? BY_ID, where, isShort: true };
    return query.length === undefined
      ? this.reads.wholePage(Location, request, LONGEST_PAGE)
      : this.reads.page(Location, request);
  }

  /** The oldest ones, in one page. @param most how many at most */
  first(most: number): Promise<Page<ReadRow<Location>>> {
    return this.reads.wholePage(Location, { window: {}, sort: BY_ID, isShort: true }, most);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<ReadRow<Location>> {
    return found(await this.reads.find(Location, id), 'location');
  }

  /** @throws ValidationError of hours that make no sense */
  create(context: WriteContext, { is_primary, ...body }: LocationWrite): Promise<Location> {
    const now = new Date(this.clock.now());
    const hours = storedHours(body.hours ?? null);
    return this.write(context, async (tx) => {
      const isFirst = !(await tx.existsBy(Location, { isPrimary: true }));
      const members = {
        ...withDefaults(LocationWrite, body),
        hours,
        isPrimary: isFirst,
        createdAt: now,
        updatedAt: now,
      };
      const location = await tx.save(tx.create(Location, members));
      return is_primary === true ? makePrimary(tx, location, now) : location;
    });
  }

  /** @throws as `change` */
  replace(context: WriteContext, id: number, body: LocationWrite): Promise<Location & Warned> {
    return this.change(context, id, withDefaults(LocationWrite, body));
  }

  /**
   * Appointments stay at their instants when the zone changes.
   * @throws NotFoundError, PreconditionFailedError, ValidationError of hours that make no sense, and of a zone that does not fit other hours
   */
  change(
    context: WriteContext,
    id: number,
    { is_primary, ...body }: LocationPatch,
  ): Promise<Location & Warned> {
    const now = new Date(this.clock.now());
    const hours = body.hours === undefined ? undefined : storedHours(body.hours);
    const members = present({ ...body, hours });
    return this.write(context, async (tx) => {
      const location = found(await tx.findOneBy(Location, { id }), 'location');
      await assertPreconditions(context, () => toLocationResponse(location));
      const save = () =>
        Object.keys(members).length === 0
          ? Promise.resolve(location)
          : tx.save(Object.assign(location, withMetadata(location, members), { updatedAt: now }));
      const { timezone = location.timezone } = members;
      const changed = await (timezone === location.timezone ? save() : this.withZone(tx, id, save));
      // Last: the lock of a location comes behind those of the providers.
      const written = is_primary === true ? await makePrimary(tx, changed, now) : changed;
      return hours === undefined ? written : this.withWarnings(tx, written);
    });
  }

  /** @throws NotFoundError, PreconditionFailedError */
  setPrimary(context: WriteContext, id: number): Promise<Location> {
    return this.change(context, id, { is_primary: true });
  }

  /**
   * Its appointments, holds, resources and entries of the waitlist stay, without a location; the hours and classes that name it end, its closures
   * and its own special hours go. When it is the primary one, the oldest that remains becomes primary. Locks providers and services before the location, as bookings and writers of hours do.
   * @throws NotFoundError, PreconditionFailedError
   */
  remove(context: WriteContext, id: number): Promise<number> {
    const now = new Date(this.clock.now());
    return this.write(context, async (tx) => {
      const location = found(await tx.findOneBy(Location, { id }), 'location');
      await assertPreconditions(context, () => toLocationResponse(location));
      await this.providerLock.take(tx, await this.places.providersAt(tx, id));
      await this.places.lockServicesAt(tx, id);
      await tx.delete(Location, { id });
      await this.places.end(tx, id, now.getTime());
      if (!location.isPrimary) return id;
      const [oldest] = await tx.find(Location, { order: { createdAt: 'asc', id: 'asc' }, take: 1 });
      if (oldest !== undefined) await makePrimary(tx, oldest, now);
      return id;
    });
  }

  /** What its hours, or now again those of the business, cut from schedules that name it. */
  private async withWarnings(tx: EntityManager, location: Location): Promise<Location & Warned> {
    const cut = await this.cutHours.find(tx, await this.places.providersAt(tx, location.id));
    return Object.assign(location, { warnings: cut.map(({ warning }) => warning) });
  }

  /** Writers of hours that name the location wait for the change of its zone, or it waits for them and then sees their hours. */
  private async withZone(tx: EntityManager, id: number, save: () => Promise<Location>): Promise<Location> {
    await this.providerLock.take(tx, await this.places.providersAt(tx, id));
    const location = await save();
    await this.oneZone.assertOfPlace(tx, await this.places.providersAt(tx, id));
    return location;
  }

  private write<T>(context: WriteContext, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(context, async (tx) => {
      await this.database.rows(LOCK, [], tx);
      return work(tx);
    });
  }
}

function storedHours(hours: readonly LocationHoursWrite[] | null): readonly StoredScheduleEntry[] | null {
  return toStoredSchedule(hours, 'hours');
}

/** Moves the flag. It is taken away first, because a unique index forbids two primary locations. */
async function makePrimary(tx: EntityManager, location: Location, now: Date): Promise<Location> {
  if (location.isPrimary) return location;
  await tx.update(Location, { isPrimary: true }, { isPrimary: false, updatedAt: now });
  return tx.save(Object.assign(location, { isPrimary: true, updatedAt: now }));
}
