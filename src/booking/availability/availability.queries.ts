import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database, type Statement } from '../../platform/database/database';
import type { Interval } from '../../platform/time/interval';
import { Workload } from './engine';
import type { Snapshot, SnapshotService } from './snapshot/snapshot';
import {
  APPOINTMENTS_OF_PROVIDER,
  BUSY_ELSEWHERE,
  BUSY_OF_PROVIDER,
  DATES,
  resourceRowsOf,
  SERVICE,
  sessionRowsOf,
  SHARED,
  takenAroundGaps,
  TIME_OFF_OF_PROVIDER,
} from './snapshot/snapshot.statements';
import {
  appointmentsOf,
  CalendarReader,
  type ProviderRow,
  resourceCalendar,
  type SharedRows,
} from './snapshot/snapshot-rows';

/** The service, providers and time that a snapshot covers. */
export interface SnapshotRequest {
  readonly serviceId: number;
  /** Absent: every active provider who offers the service. */
  readonly providerId?: number | undefined;
  /** Epoch ms. Everything is loaded that a slot starting in it could overlap, with its duration and buffers. */
  readonly within: Interval;
  /** An appointment that is being moved. The snapshot says whether it exists. */
  readonly excludeAppointmentId?: number | undefined;
  /** Where it is to take place. The snapshot says whether it exists. */
  readonly locationId?: number | null | undefined;
}

/** A snapshot of one provider in which slots are looked for. */
export interface SearchSnapshotRequest extends SnapshotRequest {
  readonly providerId: number;
  /** Whether it covers more than some weeks. */
  readonly isLong: boolean;
}

/** The time of an appointment; epoch ms. */
export interface AppointmentTime extends Interval {
  readonly id: number;
}

interface SnapshotRow extends SharedRows {
  readonly service: SnapshotService | null;
  readonly providers: readonly ProviderRow[] | null;
  readonly hasExcluded: boolean;
  readonly hasLocation: boolean;
}

/** What several appointments may take at once: the seats of a session, and resources. */
interface SharedTime {
  /** SQL of the sessions of a provider `target`. */
  readonly sessions: string;
  /** SQL of the resources. */
  readonly resources: string;
}

/** @param service the id of the service */
const sharedTimeOf = (service: string): SharedTime => ({
  sessions: `case when (select capacity > 1 from services where id = ${service}) then ${sessionRowsOf(`m.service_id = ${service}`)} end`,
  resources: `case when (select resources <> '[]' from services where id = ${service}) then ${resourceRowsOf(`s.id = ${service}`)} end`,
});
const NO_SHARED_TIME: SharedTime = { sessions: 'null', resources: 'null' };

/**
 * SQL that selects one row with everything that the engine needs, as JSON: one round trip for any number of providers and days.
 * @param whose the condition for the candidates `c`
 * @param service the id of the service
 * @param taken SQL of a member of ProviderRow and its value: when a provider `target` is taken
 */
const snapshotOf = (
  whose: string,
  service = '$1',
  taken = `'busy', ${BUSY_OF_PROVIDER}`,
  { sessions, resources } = sharedTimeOf(service),
) => `
    with candidate as (
      select p.id, u.active, p.timezone, p.schedule::text as schedule,
        exists (select from provider_services a where a.provider_id = p.id and a.service_id = ${service})
          or not (p.lists_services or coalesce((select lists_providers from services where id = ${service}), false)) as offers
      from providers p join users u on u.id = p.id
    ),
    target as (select * from candidate c where ${whose}),
    reach as (
      select $2::timestamptz - make_interval(mins => coalesce(max(buffer_before_min), 0)) as since,
        $3::timestamptz + make_interval(mins => coalesce(max(duration_min + buffer_after_min), 0)) as until
      from services where id = ${service}
    ),
    ${DATES}
    select
      (select ${SERVICE} from services where id = ${service}) as service,
      ${SHARED},
      (select json_agg(json_build_object('id', id, 'active', active, 'offers', offers,
          'timezone', timezone, 'schedule', schedule, 'timeOff', ${TIME_OFF_OF_PROVIDER}, 'busyElsewhere', ${BUSY_ELSEWHERE}, ${taken},
          'sessions', ${sessions}
        ) order by id) from target) as providers,
      ${resources} as resources,
      $4::int is null or exists (select from appointments where id = $4) as "hasExcluded",
      $6::int is null or exists (select from locations where id = $6) as "hasLocation"`;

/** The statements of a snapshot of one provider. */
interface OfOne {
  /** For most services. PostgreSQL sets up every part of a statement for each execution, even one that then reads nothing. */
  readonly plain: Statement;
  readonly withSharedTime: Statement;
}

const ofOne = (name: string, taken: string): OfOne => ({
  plain: { name, text: snapshotOf('c.id = $7', '$1', taken, NO_SHARED_TIME), isShort: true },
  withSharedTime: {
    name: `${name}-with-shared-time`,
    text: snapshotOf('c.id = $7', '$1', taken),
    isShort: true,
  },
});

/**
 * The statements have no optional condition, so that PostgreSQL uses a generic plan and plans each once per connection. Planning took
 * three times as long as reading.
 */
const ONE = ofOne('availability.snapshot-of-one', `'busy', ${BUSY_OF_PROVIDER}`);
/** For a search of the slots of one provider: the busy times between which none fits are one. */
const ONE_FOR_SEARCH = ofOne(
  'availability.snapshot-of-one-for-search',
  `'takenAround', ${takenAroundGaps('$1')}`,
);
/** A year of a full diary takes too long for a connection that others share. */
const ONE_FOR_LONG_SEARCH: OfOne = {
  plain: { ...ONE_FOR_SEARCH.plain, isShort: false },
  withSharedTime: { ...ONE_FOR_SEARCH.withSharedTime, isShort: false },
};
/** Of those who can, the one with the fewest booked minutes is chosen. */
const ANY = {
  name: 'availability.snapshot-of-any',
  text: snapshotOf(
    'c.active and c.offers',
    '$1',
    `'busy', ${BUSY_OF_PROVIDER}, 'appointments', ${APPOINTMENTS_OF_PROVIDER}`,
  ),
};
/** Of an appointment that is to change: what the values do not name is what the appointment has. */
const OF_APPOINTMENT = {
  name: 'availability.snapshot-of-appointment',
  text: snapshotOf(
    'c.id = (select coalesce($7, provider_id) from appointments where id = $4)',
    '(select coalesce($1, service_id) from appointments where id = $4)',
  ),
};

const TIMES = {
  name: 'availability.times',
  text: `select id, (extract(epoch from start_at) * 1000)::float8 as start, (extract(epoch from end_at) * 1000)::float8 as end
         from appointments where id = any ($1) order by start_at, id`,
};

/** Reads one consistent snapshot of what the engine needs. */
@Injectable()
export class AvailabilityQueries {
  private readonly calendars: CalendarReader;
  /** The ids of the services that had seats or resources when they were read. */
  private readonly withSharedTime = new Set<number>();

  constructor(
    @Inject(Config) config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.calendars = new CalendarReader(config.businessTimeZone);
  }

  /** @param tx the transaction to read in, when it acts on the answer */
  snapshot(request: SnapshotRequest, tx?: EntityManager): Promise<Snapshot> {
    const { providerId } = request;
    return providerId === undefined
      ? this.read(ANY, this.valuesOf(request), tx)
      : this.snapshotOfOne(ONE, { ...request, providerId }, tx);
  }

  /**
   * A snapshot of one provider in which only slots may be looked for: its busy times tell no appointment from another, and leave out
   * gaps in which the service does not fit. So it stays small for any number of days.
   */
  snapshotForSearch(request: SearchSnapshotRequest, tx?: EntityManager): Promise<Snapshot> {
    return this.snapshotOfOne(request.isLong ? ONE_FOR_LONG_SEARCH : ONE_FOR_SEARCH, request, tx);
  }

  /** Reads a second time when the service turns out to have seats or resources, and remembers it. */
  private async snapshotOfOne(
    { plain, withSharedTime }: OfOne,
    request: SnapshotRequest & { readonly providerId: number },
    tx: EntityManager | undefined,
  ): Promise<Snapshot> {
    const { serviceId, providerId } = request;
    const values = [...this.valuesOf(request), providerId];
    if (!this.withSharedTime.has(serviceId)) {
      const snapshot = await this.read(plain, values, tx);
      if (!hasSharedTime(snapshot)) return snapshot;
      this.withSharedTime.add(serviceId);
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
   * The snapshot for a change of an appointment, without knowing it: a service or provider left out is the one that it has.
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
    const [row] = await this.database.rows<SnapshotRow>(statement, values, tx);
    if (row === undefined) throw new Error('the snapshot query returned no row');
    const providers = row.providers ?? [];
    return {
      service: row.service ?? undefined,
      calendars: this.calendars.calendarsOf(providers, row),
      workload: new Workload(appointmentsOf(providers)),
      resources: (row.resources ?? []).map(resourceCalendar),
      hasExcluded: row.hasExcluded,
      hasLocation: row.hasLocation,
    };
  }

  /** The times of appointments without their buffers, in time order. */
  times(appointmentIds: readonly number[]): Promise<AppointmentTime[]> {
    return this.database.rows(TIMES, [appointmentIds]);
  }
}

function hasSharedTime({ service }: Snapshot): boolean {
  return service !== undefined && (service.capacity > 1 || service.needs.length > 0);
}
