import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database, type Statement } from '../../platform/database/database';
import type { Reach } from '../../platform/restrictions';
import type { Interval } from '../../platform/time/interval';
import { andWithin } from '../reach';
import {
  AMONG,
  ANY,
  CHOOSABLE,
  HELPERS,
  OF_APPOINTMENT,
  type OfOne,
  ONE,
  ONE_FOR_LONG_SEARCH,
  ONE_FOR_SEARCH,
  TIMES,
  timesWithin,
} from './availability.statements';
import { type ProviderCalendar, Workload } from './engine';
import { DayLimitQueries } from './snapshot/day-limits.queries';
import type { Snapshot, SnapshotService } from './snapshot/snapshot';
import { placeZonesOf } from './snapshot/weekly-hours-cache';
import {
  appointmentsOf,
  CalendarMapper,
  namePlaces,
  type ProviderCalendarRow,
  type SharedRows,
} from './snapshot/snapshot-rows';
import { resourceCalendar } from './snapshot/taken-rows';

/** The service, providers and time that a snapshot covers. */
export interface SnapshotRequest {
  readonly serviceId: number;
  /** Absent: every active provider who offers the service. */
  readonly providerId?: number | undefined;
  /** Several providers instead of one, also those who do not offer the service. */
  readonly providerIds?: readonly number[] | undefined;
  /** Epoch ms. Everything is loaded that a slot starting in it could overlap, with its duration and buffers. */
  readonly within: Interval;
  /** An appointment that is being moved. The snapshot tells whether it exists. */
  readonly excludeAppointmentId?: number | undefined;
  /** The location where it is to take place. The snapshot tells whether that exists. */
  readonly locationId?: number | null | undefined;
  /** Whether something of the write may take place at a location although `locationId` names none. */
  readonly mayNamePlace?: boolean;
}

/** A snapshot of one provider in which slots are looked for. */
export interface SearchSnapshotRequest extends SnapshotRequest {
  readonly providerId: number;
  /** Whether it covers more than some weeks. */
  readonly isLong: boolean;
}

/** The time of an appointment; epoch ms. */
export interface AppointmentTime extends Interval {
  /** Null: it does not belong to the key that asks. */
  readonly id: number | null;
}

interface SnapshotRow extends SharedRows {
  readonly service: SnapshotService | null;
  readonly providers: readonly ProviderCalendarRow[] | null;
  readonly hasExcluded: boolean;
  readonly hasLocation: boolean;
}

type HelpersRow = Omit<SharedRows, 'resources'> & Pick<SnapshotRow, 'providers'>;

/** Reads one consistent snapshot of what the engine needs. */
@Injectable()
export class AvailabilityQueries {
  private readonly calendars: CalendarMapper;
  /** The ids of the services that had seats or resources when they were read. */
  private readonly withSharedTime = new Set<number>();
  /** The ids of the providers whose hours named a place, or whom a timetable had named, when they were read. */
  private readonly withMoreHours = new Set<number>();

  constructor(
    @Inject(Config) config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly dayLimits: DayLimitQueries,
  ) {
    this.calendars = new CalendarMapper(config.businessTimeZone);
  }

  /** @param tx the transaction to read in, when it acts on the answer */
  snapshot(request: SnapshotRequest, tx?: EntityManager): Promise<Snapshot> {
    const { providerId, providerIds } = request;
    if (providerId !== undefined) return this.snapshotOfOne(ONE, { ...request, providerId }, tx);
    const values = this.valuesOf(request);
    return providerIds === undefined
      ? this.read(ANY, values, tx)
      : this.read(AMONG, [...values, providerIds], tx);
  }

  /**
   * A snapshot of one provider that is good for a search of slots alone: its busy times do not name their appointments, and leave out
   * gaps in which the service does not fit. So it stays small for any number of days.
   */
  snapshotForSearch(request: SearchSnapshotRequest, tx?: EntityManager): Promise<Snapshot> {
    return this.snapshotOfOne(request.isLong ? ONE_FOR_LONG_SEARCH : ONE_FOR_SEARCH, request, tx);
  }

  /** Reads a second time when the service turns out to have seats or resources, or the provider to have places or classes, and remembers it. */
  private async snapshotOfOne(
    { plain, withSharedTime }: OfOne,
    request: SnapshotRequest & { readonly providerId: number },
    tx: EntityManager | undefined,
  ): Promise<Snapshot> {
    const { serviceId, providerId } = request;
    const values = [...this.valuesOf(request), providerId];
    const hasMoreHours = this.withMoreHours.has(providerId) || mayNamePlace(request);
    if (!hasMoreHours && !this.withSharedTime.has(serviceId)) {
      const snapshot = await this.read(plain, values, tx);
      if (hasSharedTime(snapshot)) this.withSharedTime.add(serviceId);
      else if (snapshot.namesPlaces || snapshot.hasTeacher) this.withMoreHours.add(providerId);
      else return snapshot;
    }
    return this.read(withSharedTime, values, tx);
  }

  private valuesOf({
    serviceId,
    within: { start, end },
    excludeAppointmentId,
    locationId = null,
  }: SnapshotRequest): readonly unknown[] {
    const [range, now] = [[new Date(start), new Date(end)], new Date(this.clock.now())];
    return [serviceId, ...range, excludeAppointmentId ?? null, now, locationId];
  }

  /**
   * The snapshot for a change of an appointment that was not read yet. A service or provider that is left out is the one of the
   * appointment.
   * @param tx it has locked the appointment
   */
  snapshotOfAppointment(
    id: number,
    { serviceId, providerId, within }: Partial<SnapshotRequest> & Pick<SnapshotRequest, 'within'>,
    tx: EntityManager,
  ): Promise<Snapshot> {
    const range = [new Date(within.start), new Date(within.end)];
    const values = [serviceId ?? null, ...range, id, new Date(this.clock.now()), null, providerId ?? null];
    return this.read(OF_APPOINTMENT, values, tx);
  }

  private async read(
    statement: Statement,
    values: readonly unknown[],
    tx: EntityManager | undefined,
  ): Promise<Snapshot> {
    const row = await this.database.one<SnapshotRow>(statement, values, tx);
    const providers = row.providers ?? [];
    const helpers = await this.helpersOf(row.service, values, tx);
    const calendars = this.calendars.calendarsOf(providers, row);
    return {
      service: row.service ?? undefined,
      calendars: await this.withLimits(calendars, row, values, tx),
      helpers: helpers === undefined ? [] : this.calendars.calendarsOf(helpers.providers ?? [], helpers),
      workload: new Workload(appointmentsOf([...providers, ...(helpers?.providers ?? [])])),
      resources: (row.resources ?? []).map(resourceCalendar),
      hasExcluded: row.hasExcluded,
      hasLocation: row.hasLocation,
      namesPlaces: namePlaces(providers, row),
      hasTeacher: providers.some(({ hasClasses }) => hasClasses),
      placeZones: placeZonesOf(row.places ?? []),
    };
  }

  /** The ids of the active providers who offer a service. */
  async choosable(serviceId: number, tx: EntityManager): Promise<readonly number[]> {
    const rows = await this.database.rows<{ id: number }>(CHOOSABLE, [serviceId], tx);
    return rows.map(({ id }) => id);
  }

  /**
   * A second query, for a service with a team alone: every part of the first one would cost every snapshot. In a transaction that has
   * locked the helpers nothing changes in between. @param values those of the snapshot
   */
  private async helpersOf(
    service: SnapshotService | null,
    [, from, until, excludeAppointmentId, now]: readonly unknown[],
    tx: EntityManager | undefined,
  ): Promise<HelpersRow | undefined> {
    if (service === null || service.team.length === 0) return undefined;
    const ids = new Set(service.team.flatMap(({ providerIds }) => providerIds));
    const helperValues = [[...ids], from, until, service.id, now, excludeAppointmentId];
    return this.database.one<HelpersRow>(HELPERS, helperValues, tx);
  }

  /** A second query for limits, too. */
  private async withLimits(
    calendars: readonly ProviderCalendar[],
    { service, providers }: SnapshotRow,
    [, from, until]: readonly unknown[],
    tx: EntityManager | undefined,
  ): Promise<readonly ProviderCalendar[]> {
    if (service === null) return calendars;
    const within = { start: Number(from), end: Number(until) };
    const limitsOf = await this.dayLimits.limitsOf([service], providers ?? [], within, tx);
    if (limitsOf === undefined) return calendars;
    return calendars.map((calendar) => ({ ...calendar, limits: limitsOf(service.id, calendar.providerId) }));
  }

  /** The times of appointments without their buffers, in time order. @param reach of the key that asks */
  times(appointmentIds: readonly number[], reach: Reach | undefined): Promise<AppointmentTime[]> {
    if (reach === undefined) return this.database.rows(TIMES, [appointmentIds]);
    const within = andWithin(reach, 'taken', { alias: 'a', first: 2 });
    return this.database.rows(timesWithin(within), [appointmentIds, ...within.values]);
  }
}

function mayNamePlace({ locationId, mayNamePlace = false }: SnapshotRequest): boolean {
  return mayNamePlace || typeof locationId === 'number';
}

function hasSharedTime({ service }: Snapshot): boolean {
  return service !== undefined && (service.capacity > 1 || service.needs.length > 0);
}
