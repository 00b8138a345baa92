import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { type NamedStatement, valuesFor } from '../../../platform/database/named';
import { type BoundStatement, together } from '../../../platform/database/reads/together';
import type { Reach } from '../../../platform/restrictions';
import type { Interval } from '../../../platform/time/interval';
import { andWithin } from '../../reach';
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
} from './snapshot.statements';
import { type BusyInterval, Workload } from '../../engine';
import { countedFor, type CountedRow, limitsIn } from './day-limits';
import type { ReadSnapshot, Snapshot, SnapshotService } from './snapshot';
import { placeZonesOf } from './weekly-hours-cache';
import {
  appointmentsOf,
  CalendarMapper,
  namePlaces,
  type ProviderCalendarRow,
  type SharedRows,
} from './snapshot-rows';
import { resourceCalendar } from './taken-rows';

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
  /** Absent: the service has no team. */
  readonly helpers?: readonly HelpersRow[] | null;
  /** Absent: nothing has a limit per day. */
  readonly counted?: readonly CountedRow[] | null;
}

/** The values of the statements of snapshots, by their names. */
interface SnapshotValues extends Readonly<Record<string, unknown>> {
  readonly service: number | null;
  readonly from: Date;
  readonly until: Date;
  readonly now: Date;
  /** An appointment that is being moved. */
  readonly excluded: number | null;
  readonly location: number | null;
}

type HelpersRow = Omit<SharedRows, 'resources'> & Pick<SnapshotRow, 'providers'>;

/** Reads one consistent snapshot of what the engine needs. */
@Injectable()
export class SnapshotQueries {
  private readonly calendars: CalendarMapper;
  /** The ids of the services that had seats or resources when they were read. */
  private readonly withSharedTime = new Set<number>();
  /** The ids of the providers whose hours named a place, or whom a timetable had named, when they were read. */
  private readonly withMoreHours = new Set<number>();

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.calendars = new CalendarMapper(config.businessTimeZone);
  }

  /** @param tx the transaction to read in, when it acts on the answer */
  snapshot(request: SnapshotRequest, tx?: EntityManager): Promise<ReadSnapshot> {
    const { providerId, providerIds } = request;
    if (providerId !== undefined) return this.snapshotOfOne(ONE, { ...request, providerId }, tx);
    const values = this.valuesOf(request);
    return providerIds === undefined
      ? this.read(ANY, values, tx)
      : this.read(AMONG, { ...values, providers: providerIds }, tx);
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
  ): Promise<ReadSnapshot> {
    const { serviceId, providerId } = request;
    const values = { ...this.valuesOf(request), provider: providerId };
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
    excludeAppointmentId: excluded,
    locationId: location = null,
  }: Partial<SnapshotRequest> & Pick<SnapshotRequest, 'within'>): SnapshotValues {
    const range = { from: new Date(start), until: new Date(end), now: new Date(this.clock.now()) };
    return { service: serviceId ?? null, ...range, excluded: excluded ?? null, location };
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
    const values = this.valuesOf({ serviceId, within, excludeAppointmentId: id });
    return this.read(OF_APPOINTMENT, { ...values, provider: providerId ?? null }, tx);
  }

  /** Reads again where a team or a limit has to be read, too: most snapshots pay for neither. */
  private async read(
    statement: NamedStatement,
    named: SnapshotValues,
    tx: EntityManager | undefined,
  ): Promise<ReadSnapshot> {
    const values = valuesFor(statement, named);
    const row = await this.database.one<SnapshotRow>(statement, values, tx);
    const { service, providers } = row;
    if (service === null) return this.snapshotOf(row);
    const { from, until, now } = named;
    const within = { start: Number(from), end: Number(until) };
    const others = {
      helpers: helpersOf(service, named),
      counted: countedFor([service], providers ?? [], within, now),
    };
    if (others.helpers === undefined && others.counted === undefined) return this.snapshotOf(row);
    const whole = together({ statement, values }, others);
    return this.snapshotOf(await this.database.one<SnapshotRow>(whole.statement, whole.values, tx));
  }

  private snapshotOf(row: SnapshotRow): ReadSnapshot {
    const { service, providers, helpers } = row;
    const calendars = this.calendars.calendarsOf(providers ?? [], row);
    const [team] = helpers ?? [];
    const helping = team?.providers ?? [];
    const limitsOf =
      service && limitsIn(row.counted, [service], providers ?? [], this.config.businessTimeZone);
    return {
      service: service ?? undefined,
      calendars: limitsOf
        ? calendars.map((calendar) => ({ ...calendar, limits: limitsOf(service.id, calendar.providerId) }))
        : calendars,
      helpers: team === undefined ? [] : this.calendars.calendarsOf(helping, team),
      workload: new Workload(appointmentsOf([...(providers ?? []), ...helping])),
      resources: (row.resources ?? []).map(resourceCalendar),
      hasExcluded: row.hasExcluded,
      hasLocation: row.hasLocation,
      namesPlaces: namePlaces(providers ?? [], row),
      hasTeacher: (providers ?? []).some(({ hasClasses }) => hasClasses),
      placeZones: placeZonesOf(row.places ?? []),
      readings: [row],
    };
  }

  /** The ids of the active providers who offer a service. */
  async choosable(serviceId: number, tx: EntityManager): Promise<readonly number[]> {
    const rows = await this.database.rows<{ id: number }>(CHOOSABLE, [serviceId], tx);
    return rows.map(({ id }) => id);
  }

  /** The times of appointments without their buffers, as TIMES says, in time order. @param reach of the key that asks */
  times(taken: readonly BusyInterval[], reach: Reach | undefined): Promise<AppointmentTime[]> {
    const instants = (member: 'start' | 'end') => taken.map((each) => new Date(each[member]));
    const values = [taken.map(({ appointmentId }) => appointmentId), instants('start'), instants('end')];
    const within = reach && andWithin(reach, 'any', { alias: 'a', first: values.length + 1 });
    return this.database.rows(within ? timesWithin(within) : TIMES, [...values, ...(within?.values ?? [])]);
  }
}

/** Reads those who may help with a service; undefined where it has no team. @param values those of the snapshot */
function helpersOf({ id, team }: SnapshotService, values: SnapshotValues): BoundStatement | undefined {
  if (team.length === 0) return undefined;
  const providers = [...new Set(team.flatMap(({ providerIds }) => providerIds))];
  return { statement: HELPERS, values: valuesFor(HELPERS, { ...values, service: id, providers }) };
}

function mayNamePlace({ locationId, mayNamePlace = false }: SnapshotRequest): boolean {
  return mayNamePlace || typeof locationId === 'number';
}

function hasSharedTime({ service }: Snapshot): boolean {
  return service !== undefined && (service.capacity > 1 || service.needs.length > 0);
}
