import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database, type Statement } from '../../platform/database/database';
import {
  type BusinessHours,
  type BusyInterval,
  NO_SPECIAL_HOURS,
  type ProviderCalendar,
  type ResourceCalendar,
  type SessionClaim,
  type SpecialHours,
  specialHours,
} from './engine';
import type { LocalStretch } from '../../platform/time/local-stretch';
import type { Interval } from '../../platform/time/interval';
import { isLive } from '../claims/live-claims';
import type { Snapshot, SnapshotService } from './snapshot';
import { WeeklyHoursCache } from './weekly-hours-cache';

/** The service, providers and time that a snapshot covers. */
export interface SnapshotRequest {
  readonly serviceId: number;
  /** Absent: every active provider who offers the service. */
  readonly providerId?: number | undefined;
  /** Epoch ms. Everything is loaded that a slot starting in it could overlap, with its duration and buffers. */
  readonly within: Interval;
  /** An appointment that is being moved. The snapshot says whether it exists. */
  readonly excludeAppointmentId?: number | undefined;
}

/** The time of an appointment; epoch ms. */
export interface AppointmentTime extends Interval {
  readonly id: number;
}

type Pair = readonly [start: number, end: number];

/** The id of a provider; null: the business. */
type Owner = number | null;
type SpecialOfOwners = ReadonlyMap<Owner, SpecialHours>;
/** The special hours of a date, counted in days since 1970-01-01. */
type SpecialDay = readonly [owner: Owner, day: number, hours: readonly LocalStretch[]];

interface ProviderRow {
  readonly id: number;
  readonly active: boolean;
  readonly offers: boolean;
  readonly timezone: string | null;
  /** JSON. */
  readonly schedule: string | null;
  readonly timeOff: readonly Pair[] | null;
  readonly busy: readonly Taken[] | null;
  readonly sessions: readonly SessionRow[] | null;
}

/** The appointment is null in a claim of a hold. */
type Taken = readonly [appointmentId: number | null, start: number, end: number];
type SessionRow = readonly [
  session: string,
  appointmentId: number | null,
  start: number,
  end: number,
  busyFrom: number,
  busyUntil: number,
  seats: readonly number[],
  resourceIds: readonly number[],
];

interface ResourceRow extends Pick<ResourceCalendar, 'id' | 'kind' | 'locationId'> {
  readonly timeOff: readonly Pair[] | null;
  readonly busy: readonly Taken[] | null;
}

interface SnapshotRow {
  readonly service: SnapshotService | null;
  readonly business: BusinessHours;
  readonly closures: readonly Pair[] | null;
  readonly specialDays: readonly SpecialDay[] | null;
  readonly providers: readonly ProviderRow[] | null;
  readonly resources: readonly ResourceRow[] | null;
  readonly hasExcluded: boolean;
}

/** SQL for epoch ms. `date_part` is as exact here as `extract`, and faster: it does not use numeric. */
const ms = (instant: string) => `(date_part('epoch', ${instant}) * 1000)::bigint`;

const IS_LIVE = isLive('c', '$5');

/**
 * SQL of the claims that meet the snapshot.
 * @param whose the condition for the claims `c`
 */
const busyOf = (whose: string) => `
  (select json_agg(json_build_array(c.appointment_id, ${ms('lower(c.busy)')}, ${ms('upper(c.busy)')}))
    from claims c where ${whose} and c.busy && (select tstzrange(since, until) from reach) and ${IS_LIVE})`;

/** SQL of the time off that meets the snapshot. @param whose the condition for the rows `o` */
const timeOffOf = (whose: string) => `
  (select json_agg(json_build_array(${ms('o.start_at')}, ${ms('o.end_at')})) from time_off o
    where ${whose} and o.end_at > (select since from reach) and o.start_at < (select until from reach))`;

/** SQL of the group sessions of a service with a provider `target`. An appointment of a time with one seat has seat 1. */
const sessionsOf = (service: string) => `
  (select json_agg(json_build_array(c.session::text, c.appointment_id, ${ms('m.start_at')}, ${ms('m.end_at')},
      ${ms('lower(c.busy)')}, ${ms('upper(c.busy)')}, (
        select json_agg(seat) from unnest(coalesce(c.seats, '{[1,2)}')) r, generate_series(lower(r), upper(r) - 1) seat
      ), m.resource_ids))
    from claims c
    cross join lateral (
      select service_id, start_at, end_at, resource_ids from appointments where id = c.appointment_id
      union all
      select service_id, start_at, end_at, resource_ids from holds where id = c.hold_id
    ) m
    where c.provider_id = target.id and c.busy && (select tstzrange(since, until) from reach) and ${IS_LIVE}
      and m.service_id = ${service})`;

/** SQL of the active resources of the kinds that a service needs. */
const resourcesFor = (service: string) => `
  (select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'locationId', r.location_id,
      'timeOff', ${timeOffOf('o.resource_id = r.id')}, 'busy', ${busyOf('c.resource_id = r.id')}) order by r.id)
    from resources r where r.active and r.kind in (
      select need ->> 'kind' from services s, jsonb_array_elements(s.resources) need where s.id = ${service}
    ))`;

/**
 * SQL that selects one row with everything that the engine needs, as JSON: one round trip for any number of providers and days.
 * @param whose the condition for the candidates `c`
 * @param service the id of the service
 */
const snapshotOf = (whose: string, service = '$1') => `
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
    dates as (select (since at time zone 'UTC')::date as first, (until at time zone 'UTC')::date as last from reach)
    select
      (select json_build_object('id', id, 'name', name, 'active', active, 'price', price, 'durationMin', duration_min,
          'bufferBeforeMin', buffer_before_min, 'bufferAfterMin', buffer_after_min, 'slotIntervalMin', slot_interval_min,
          'minNoticeMin', min_notice_min, 'maxAdvanceDays', max_advance_days, 'capacity', capacity, 'needs', resources,
          'isDeleted', deleted_at is not null)
        from services where id = ${service}) as service,
      (select json_build_object('startMin', work_start_min, 'endMin', work_end_min, 'days', days)
        from business_hours) as business,
      (select json_agg(json_build_array(${ms('start_at')}, ${ms('end_at')}))
        from closures, reach where end_at > since and start_at < until) as closures,
      (select json_agg(json_build_array(provider_id, on_date - date '1970-01-01', hours)) from (
          select h.* from special_hours h, dates where h.provider_id is null and h.on_date between first and last
          union all
          select h.* from target join special_hours h on h.provider_id = target.id, dates
          where h.on_date between first and last
        ) special) as "specialDays",
      (select json_agg(json_build_object('id', id, 'active', active, 'offers', offers,
          'timezone', timezone, 'schedule', schedule,
          'timeOff', ${timeOffOf('o.provider_id = target.id')}, 'busy', ${busyOf('c.provider_id = target.id')},
          'sessions', case when (select capacity > 1 from services where id = ${service}) then ${sessionsOf(service)} end
        ) order by id) from target) as providers,
      case when (select resources <> '[]' from services where id = ${service}) then ${resourcesFor(service)} end as resources,
      $4::int is null or exists (select from appointments where id = $4) as "hasExcluded"`;

/**
 * Three statements, none with an optional condition, so that PostgreSQL uses a generic plan and plans once per connection.
 * Planning took three times as long as reading.
 */
const ONE = { name: 'availability.snapshot-of-one', text: snapshotOf('c.id = $6') };
const ANY = { name: 'availability.snapshot-of-any', text: snapshotOf('c.active and c.offers') };
/** Of an appointment that is to change: what the values do not name is what the appointment has. */
const OF_APPOINTMENT = {
  name: 'availability.snapshot-of-appointment',
  text: snapshotOf(
    'c.id = (select coalesce($6, provider_id) from appointments where id = $4)',
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
  private readonly weeks = new WeeklyHoursCache();

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param tx the transaction to read in, when it acts on the answer */
  snapshot(
    { serviceId, providerId, within, excludeAppointmentId }: SnapshotRequest,
    tx?: EntityManager,
  ): Promise<Snapshot> {
    const range = [new Date(within.start), new Date(within.end)];
    const values = [serviceId, ...range, excludeAppointmentId ?? null, new Date(this.clock.now())];
    return providerId === undefined
      ? this.read(ANY, values, tx)
      : this.read(ONE, [...values, providerId], tx);
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
    const values = [serviceId ?? null, ...range, id, new Date(this.clock.now()), providerId ?? null];
    return this.read(OF_APPOINTMENT, values, tx);
  }

  private async read(
    statement: Statement,
    values: readonly unknown[],
    tx: EntityManager | undefined,
  ): Promise<Snapshot> {
    const [row] = await this.database.rows<SnapshotRow>(statement, values, tx);
    if (row === undefined) throw new Error('the snapshot query returned no row');
    const everybody = {
      closures: (row.closures ?? []).map(interval),
      special: byOwner(row.specialDays ?? []),
    };
    return {
      service: row.service ?? undefined,
      calendars: (row.providers ?? []).map((provider) => this.calendar(provider, row.business, everybody)),
      resources: (row.resources ?? []).map(resourceCalendar),
      hasExcluded: row.hasExcluded,
    };
  }

  /** The times of appointments without their buffers, in time order. */
  times(appointmentIds: readonly number[]): Promise<AppointmentTime[]> {
    return this.database.rows(TIMES, [appointmentIds]);
  }

  private calendar(
    provider: ProviderRow,
    business: BusinessHours,
    { closures, special }: Pick<ProviderCalendar, 'closures'> & { special: SpecialOfOwners },
  ): ProviderCalendar {
    return {
      providerId: provider.id,
      isAvailable: provider.active,
      offersService: provider.offers,
      timeZone: provider.timezone ?? this.config.businessTimeZone,
      hours: this.weeks.of(provider.schedule, business),
      special: this.special(provider, special),
      closures,
      timeOff: (provider.timeOff ?? []).map(interval),
      busy: (provider.busy ?? []).map(busyInterval),
      sessions: (provider.sessions ?? []).map(sessionClaim),
    };
  }

  private special({ id, schedule }: ProviderRow, owners: SpecialOfOwners): SpecialHours {
    if (owners.size === 0) return NO_SPECIAL_HOURS;
    const of = (owner: Owner) => owners.get(owner) ?? NO_SPECIAL_HOURS;
    return specialHours(this.weeks.unbounded(schedule), of(null), of(id));
  }
}

function byOwner(days: readonly SpecialDay[]): SpecialOfOwners {
  const owners = new Map<Owner, Map<number, readonly LocalStretch[]>>();
  for (const [owner, day, hours] of days) {
    const known = owners.get(owner) ?? new Map<number, readonly LocalStretch[]>();
    owners.set(owner, known.set(day, hours));
  }
  return owners;
}

function interval([start, end]: Pair): Interval {
  return { start, end };
}

function busyInterval([appointmentId, start, end]: Taken): BusyInterval {
  return { appointmentId, start, end };
}

function sessionClaim(row: SessionRow): SessionClaim {
  const [session, appointmentId, start, end, busyFrom, busyUntil, seats, resourceIds] = row;
  return {
    session,
    appointmentId,
    start,
    end,
    busy: { start: busyFrom, end: busyUntil },
    seats,
    resourceIds,
  };
}

function resourceCalendar({ id, kind, locationId, timeOff, busy }: ResourceRow): ResourceCalendar {
  return {
    id,
    kind,
    locationId,
    timeOff: (timeOff ?? []).map(interval),
    busy: (busy ?? []).map(busyInterval),
  };
}
