import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import {
  type BusinessHours,
  NO_SPECIAL_HOURS,
  type ProviderCalendar,
  type SpecialHours,
  specialHours,
} from './engine';
import type { LocalStretch } from '../../platform/time/local-stretch';
import type { Interval } from '../../platform/time/interval';
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
  readonly busy: readonly (readonly [id: number, start: number, end: number])[] | null;
}

interface SnapshotRow {
  readonly service: SnapshotService | null;
  readonly business: BusinessHours;
  readonly closures: readonly Pair[] | null;
  readonly specialDays: readonly SpecialDay[] | null;
  readonly providers: readonly ProviderRow[] | null;
  readonly hasExcluded: boolean;
}

/** SQL for epoch ms. `date_part` is as exact here as `extract`, and faster: it does not use numeric. */
const ms = (instant: string) => `(date_part('epoch', ${instant}) * 1000)::bigint`;

/**
 * SQL that selects one row with everything that the engine needs, as JSON: one round trip for any number of providers and days.
 * @param whose the condition for the candidates `c`
 */
const snapshotOf = (whose: string) => `
    with candidate as (
      select p.id, u.active, p.timezone, p.schedule::text as schedule,
        exists (select from provider_services a where a.provider_id = p.id and a.service_id = $1)
          or not (p.lists_services or coalesce((select lists_providers from services where id = $1), false)) as offers
      from providers p join users u on u.id = p.id
    ),
    target as (select * from candidate c where ${whose}),
    reach as (
      select $2::timestamptz - make_interval(mins => coalesce(max(buffer_before_min), 0)) as since,
        $3::timestamptz + make_interval(mins => coalesce(max(duration_min + buffer_after_min), 0)) as until
      from services where id = $1
    ),
    dates as (select (since at time zone 'UTC')::date as first, (until at time zone 'UTC')::date as last from reach)
    select
      (select json_build_object('id', id, 'name', name, 'active', active, 'price', price, 'durationMin', duration_min,
          'bufferBeforeMin', buffer_before_min, 'bufferAfterMin', buffer_after_min, 'slotIntervalMin', slot_interval_min,
          'minNoticeMin', min_notice_min, 'maxAdvanceDays', max_advance_days)
        from services where id = $1 and deleted_at is null) as service,
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
          'timeOff', (select json_agg(json_build_array(${ms('o.start_at')}, ${ms('o.end_at')}))
            from time_off o where o.provider_id = target.id and o.end_at > (select since from reach)
              and o.start_at < (select until from reach)),
          'busy', (select json_agg(json_build_array(c.appointment_id, ${ms('lower(c.busy)')}, ${ms('upper(c.busy)')}))
            from claims c where c.provider_id = target.id and c.busy && (select tstzrange(since, until) from reach))
        ) order by id) from target) as providers,
      $4::int is null or exists (select from appointments where id = $4) as "hasExcluded"`;

/**
 * Two statements, neither with an optional condition, so that PostgreSQL uses a generic plan and plans once per connection.
 * Planning took three times as long as reading.
 */
const ONE = { name: 'availability.snapshot-of-one', text: snapshotOf('c.id = $5') };
const ANY = { name: 'availability.snapshot-of-any', text: snapshotOf('c.active and c.offers') };

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
  ) {}

  /** @param tx the transaction to read in, when it acts on the answer */
  async snapshot(
    { serviceId, providerId, within, excludeAppointmentId }: SnapshotRequest,
    tx?: EntityManager,
  ): Promise<Snapshot> {
    const range = [new Date(within.start), new Date(within.end)];
    const values = [serviceId, ...range, excludeAppointmentId ?? null];
    const [row] =
      providerId === undefined
        ? await this.database.rows<SnapshotRow>(ANY, values, tx)
        : await this.database.rows<SnapshotRow>(ONE, [...values, providerId], tx);
    if (row === undefined) throw new Error('the snapshot query returned no row');
    const everybody = {
      closures: (row.closures ?? []).map(interval),
      special: byOwner(row.specialDays ?? []),
    };
    return {
      service: row.service ?? undefined,
      calendars: (row.providers ?? []).map((provider) => this.calendar(provider, row.business, everybody)),
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
      busy: (provider.busy ?? []).map(([appointmentId, start, end]) => ({ appointmentId, start, end })),
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
