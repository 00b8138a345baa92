import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import { type Clause, equals } from '../../platform/database/reads/clause';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/reads/entity-reads';
import { assertAbsenceExpected, assertPreconditions } from '../../platform/http/preconditions';
import type { Reach } from '../../platform/restrictions';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError, ValidationError } from '../../platform/errors/errors';
import type { Page } from '../../platform/database/reads/page';
import { lockBusinessHours } from '../business-hours/business-hours-lock';
import { HoursAtPlaces, type NamedPlace } from '../hours-at-places/hours-at-places';
import { OneZoneRule } from '../hours-at-places/one-zone-rule';
import { ReachedProviders } from '../hours-at-places/reached-providers';
import { consequencesIn } from '../periods/affected.dto';
import { writePeriod } from '../periods/write-period';
import { ProviderLock } from '../providers/provider-lock';
import { ProviderZones } from '../providers/provider-zones.queries';
import {
  type BusinessSpecialHoursListQuery,
  type ProviderSpecialHoursWrite,
  type SpecialDaysWrite,
  type SpecialHoursListQuery,
  toSpecialHoursResponse,
} from './dto/special-hours.dto';
import { SpecialAbsences } from './special-absences';
import {
  placedDays,
  placedHours,
  placesOf,
  placesOfDays,
  type StoredDays,
  toStoredDays,
  toStoredHours,
} from './special-day';
import { SpecialHours } from './special-hours.entity';
import type { Owner, WrittenHours } from './written-hours';

export const ofProvider = (providerId: number): Owner => ({ providerId, locationId: null });
export const ofBusiness = ({
  locationId = null,
}: {
  readonly locationId?: number | null | undefined;
}): Owner => ({ providerId: null, locationId });

const BY_DATE = { field: 'onDate', direction: 'asc', as: 'date' } as const;

/** Writes special hours; no other service does. Availability reads them afresh for each answer. */
@Injectable()
export class SpecialHoursService {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly zones: ProviderZones,
    private readonly providerLock: ProviderLock,
    private readonly places: HoursAtPlaces,
    private readonly oneZone: OneZoneRule,
    private readonly absences: SpecialAbsences,
    private readonly reached: ReachedProviders,
  ) {}

  /** The special hours of the dates between the bounds, both included, by their date. @throws NotFoundError, ValidationError */
  async listOfProvider(
    providerId: number,
    query: SpecialHoursListQuery,
    reach?: Reach,
  ): Promise<Page<SpecialHours>> {
    await this.reached.assertReached(providerId, reach);
    await this.zones.get(providerId);
    return this.list(equals('provider_id', providerId), query);
  }

  /** As `listOfProvider`, of the business and its places, or of one place. @throws ValidationError */
  listOfBusiness(query: BusinessSpecialHoursListQuery): Promise<Page<SpecialHours>> {
    const ofNoProvider = { name: 'business', sql: 't.provider_id is null' };
    return this.list([ofNoProvider, ...equals('location_id', query.locationId)], query);
  }

  private list(whose: readonly Clause[], query: SpecialHoursListQuery): Promise<Page<SpecialHours>> {
    const where = [...whose, ...between(query)];
    return this.reads.page(SpecialHours, { window: query, sort: BY_DATE, where });
  }

  /**
   * Sets the hours of a date, whether or not it has special hours already. @param date undefined: the path names no date
   * @throws NotFoundError, PreconditionFailedError, ValidationError of empty or overlapping stretches, of unknown locations, and of zones
   * that do not fit the hours of the neighbouring dates, TooManyAppointmentsError
   */
  set(
    context: WriteContext,
    owner: Owner,
    date: string | undefined,
    body: ProviderSpecialHoursWrite,
  ): Promise<WrittenHours<SpecialHours>> {
    const { note = null, appointments, message, dryRun } = body;
    const hours = placedHours(body.hours, placesLeft(context, owner));
    const stored = toStoredHours(hours);
    const consequences = consequencesIn({ appointments, message, dryRun, reason: note });
    const days = date === undefined ? [] : [{ date, hours: stored }];
    return writePeriod(this.database, context, body, async (tx) => {
      await this.assertReached(context, tx, owner);
      const locked = await this.absences.lock(context, tx, owner, days, consequences);
      const current = await this.lockDay(tx, owner, date);
      if (current === null) assertAbsenceExpected(context);
      else await assertPreconditions(context, () => toSpecialHoursResponse(current));
      const { providerId, locationId } = owner;
      const whose: readonly NamedPlace[] = locationId === null ? [] : [['locationId', locationId]];
      await this.places.assertFound(tx, [...whose, ...placesOf(hours)]);
      if (providerId !== null)
        await this.oneZone.assertOfDates(tx, providerId, [{ date: date ?? '', hours }]);
      const day = current ?? tx.create(SpecialHours, { ...owner, onDate: date });
      const written = Object.assign(day, { hours: stored, note });
      if (!this.database.isReadOnly(tx)) await tx.save(written);
      return { written, decided: await locked?.decide() };
    });
  }

  /**
   * Null hours give a date back to the ordinary week; other dates stay. @returns the special hours of these dates now, by date
   * @throws NotFoundError, ValidationError of empty or overlapping stretches, of unknown locations and of a date that stands there twice,
   * TooManyAppointmentsError
   */
  setMany(
    context: WriteContext,
    providerId: number,
    body: SpecialDaysWrite,
  ): Promise<WrittenHours<SpecialHours[]>> {
    const owner = ofProvider(providerId);
    const given = placedDays(body.days, placesLeft(context, owner));
    const stored = toStoredDays(given);
    const consequences = consequencesIn(body);
    const days = [...stored].flatMap(([date, { hours }]) => (hours === null ? [] : [{ date, hours }]));
    return writePeriod(this.database, context, body, async (tx) => {
      await this.assertReached(context, tx, owner);
      const locked = await this.absences.lock(context, tx, owner, days, consequences);
      await this.lockOwner(tx, owner);
      assertAbsenceExpected(context);
      await this.places.assertFound(tx, placesOfDays(given));
      await this.oneZone.assertOfDates(tx, providerId, given, (i) => `days[${i}].`);
      const written = await this.writeDays(tx, owner, stored);
      return { written, decided: await locked?.decide() };
    });
  }

  private async writeDays(tx: EntityManager, owner: Owner, days: StoredDays): Promise<SpecialHours[]> {
    const { providerId } = owner;
    const present = await tx.findBy(SpecialHours, {
      providerId: providerId ?? IsNull(),
      onDate: In([...days.keys()]),
    });
    const set = [...days].flatMap(([onDate, { hours, note }]) => {
      if (hours === null) return [];
      const current = present.find((day) => day.onDate === onDate);
      return [Object.assign(current ?? tx.create(SpecialHours, { ...owner, onDate }), { hours, note })];
    });
    if (!this.database.isReadOnly(tx)) {
      await tx.remove(present.filter(({ onDate }) => days.get(onDate)?.hours === null));
      await tx.save(set);
    }
    return set.toSorted((a, b) => a.onDate.localeCompare(b.onDate));
  }

  /** The ordinary week applies to the date again. @throws NotFoundError, PreconditionFailedError, ValidationError as `set` */
  remove(context: WriteContext, owner: Owner, date: string | undefined): Promise<SpecialHours> {
    return this.database.transaction(context, async (tx) => {
      await this.assertReached(context, tx, owner);
      const current = await this.lockDay(tx, owner, date);
      if (current === null) throw new NotFoundError('special hours');
      await assertPreconditions(context, () => toSpecialHoursResponse(current));
      const { providerId } = owner;
      if (providerId !== null)
        await this.oneZone.assertOfDates(tx, providerId, [{ date: current.onDate, hours: null }]);
      await tx.delete(SpecialHours, current.id);
      return current;
    });
  }

  /** @throws NotFoundError for a provider whom a narrowed key does not reach */
  private async assertReached(
    { reach }: WriteContext,
    tx: EntityManager,
    { providerId }: Owner,
  ): Promise<void> {
    if (providerId !== null) await this.reached.assertReached(providerId, reach, tx);
  }

  /** Makes the writers of one owner's hours queue up. @returns its special hours on the date @throws NotFoundError */
  private async lockDay(
    tx: EntityManager,
    owner: Owner,
    onDate: string | undefined,
  ): Promise<SpecialHours | null> {
    await this.lockOwner(tx, owner);
    if (onDate === undefined) throw new NotFoundError('date');
    const { providerId, locationId } = owner;
    const whose = { providerId: providerId ?? IsNull(), locationId: locationId ?? IsNull() };
    return tx.findOneBy(SpecialHours, { ...whose, onDate });
  }

  /** @throws NotFoundError */
  private async lockOwner(tx: EntityManager, { providerId }: Owner): Promise<void> {
    if (providerId === null) await lockBusinessHours(tx);
    else if (!(await this.providerLock.take(tx, [providerId])).has(providerId))
      throw new NotFoundError('provider');
  }
}

/** The places at which the hours of a provider must stay whom a key reaches by them alone; undefined: they may be anywhere. */
function placesLeft({ reach }: WriteContext, { providerId }: Owner): readonly number[] | undefined {
  const isNamed = providerId === null || reach?.providers?.includes(providerId) === true;
  return isNamed ? undefined : reach?.locations;
}

/** @throws ValidationError when the last date is before the first */
function between({ from, to }: SpecialHoursListQuery): readonly Clause[] {
  if (from !== undefined && to !== undefined && to < from)
    throw new ValidationError({ to: 'must not be before from' });
  const clauses: Clause[] = [];
  if (from !== undefined)
    clauses.push({ name: 'from', sql: (value) => `t.on_date >= ${value}`, value: from });
  if (to !== undefined) clauses.push({ name: 'to', sql: (value) => `t.on_date <= ${value}`, value: to });
  return clauses;
}
