import type { Statement } from '../../platform/database/database';
import { isOccupying } from '../appointment-status';
import {
  DATES,
  HOURS_OF_PROVIDERS,
  PLACES,
  SHARED,
  timeOffOf,
} from '../diary/snapshot/snapshot-parts.statements';
import type { Grouping } from './utilisation';

/** What a grouping is in SQL. The range of the report is $1 to $2. */
interface Grouped {
  /** SQL of the id of the row that an appointment `a` counts in. */
  readonly key: string;
  /** The end of the FROM clause that has the key. */
  readonly join?: string;
  /** SQL of all things that may have a row: `id`, `name`, `active`. */
  readonly directory: string;
  /** Whether the time of those who help counts, too. */
  readonly withHelp: boolean;
}

/** $3 has the beginnings of the days and the end of the last one: the first day is 1. */
const dayAt = (instant: string) => `width_bucket(${instant}, $3::timestamptz[])`;

const GROUPED: Readonly<Record<Grouping, Grouped>> = {
  provider: {
    key: 'a.provider_id',
    directory: 'select p.id, u.name, u.active from providers p join users u on u.id = p.id',
    withHelp: true,
  },
  service: {
    key: 'a.service_id',
    directory: 'select id, name, active and deleted_at is null as active from services',
    withHelp: false,
  },
  location: {
    key: 'a.location_id',
    directory: 'select id, name, true as active from locations',
    withHelp: true,
  },
  resource: {
    key: 'taking.resource_id',
    join: 'left join lateral unnest(a.resource_ids) taking(resource_id) on true',
    directory: 'select id, name, active from resources',
    withHelp: false,
  },
  weekday: {
    key: dayAt('a.start_at'),
    directory: 'select null::int as id, null as name, false as active where false',
    withHelp: true,
  },
};

/** SQL of the appointments with a status that meet the range. None lasts longer than a day. */
const meetingRange = (columns: string, from: string) => `
  select ${columns} from ${from}
  where a.start_at > $1::timestamptz - interval '24 hours' and a.start_at < $2 and a.end_at > $1 and ${isOccupying('a.status')}`;

const OF_LEADERS = meetingRange('a.*', 'appointments a');
/** The appointment of a helper is one of its own. */
const OF_HELPERS = `${meetingRange('a.*, helper', 'appointments a cross join unnest(a.team) helper')} and a.team <> '{}'`;

/** SQL of the times of a provider or a resource that are taken, those of a session once. */
function takenTimes({ key, join = '', withHelp }: Grouped, by: Grouping): string {
  // The day is found later, as a time may lie in two.
  const id = by === 'weekday' ? 'null::int' : key;
  const led = `select ${id} as id, a.provider_id as taker, a.start_at, a.end_at from (${OF_LEADERS}) a ${join}`;
  const helper = by === 'provider' ? 'helper' : id;
  const helped = `select ${helper}, helper, a.start_at, a.end_at from (${OF_HELPERS}) a`;
  return `select distinct * from (${withHelp ? `${led} union all ${helped}` : led}) times`;
}

/** SQL of whole milliseconds, whose sum is exact. @param difference of two instants */
const lengthOf = (difference: string) => `(date_part('epoch', ${difference}) * 1000)::bigint`;

/** SQL of the length of times within the range, by row. */
function takenOf(grouped: Grouped, by: Grouping): string {
  const times = takenTimes(grouped, by);
  if (by !== 'weekday')
    return `select id, sum(${lengthOf('least(end_at, $2) - greatest(start_at, $1)')}) as ms from (${times}) t group by id`;
  const first = `greatest(${dayAt('t.start_at')}, 1)`;
  const last = `least(${dayAt(`t.end_at - interval '1 microsecond'`)}, cardinality($3::timestamptz[]) - 1)`;
  return `
    select day as id,
      sum(${lengthOf('least(t.end_at, ($3::timestamptz[])[day + 1]) - greatest(t.start_at, ($3::timestamptz[])[day])')}) as ms
    from (${times}) t cross join generate_series(${first}, ${last}) day group by day`;
}

/** SQL of the number of appointments that are cancelled by one of those who can. */
const cancelledBy = (who: string) =>
  `count(*) filter (where a.status = 'cancelled' and a.cancelled_by = '${who}')::int`;

const cents = (condition: string) => `coalesce(sum(a.price) filter (where ${condition}) * 100, 0)::float8`;

function talliesOf(by: Grouping): Statement {
  const grouped = GROUPED[by];
  const { key, join = '', directory } = grouped;
  return {
    name: `reports.utilisation-by-${by}`,
    text: `
      with counted as (
        select ${key} as id, count(*)::int as appointments, count(*) filter (where a.status = 'no-show')::int as no_shows,
          ${cancelledBy('customer')} as by_customer, ${cancelledBy('business')} as by_business, ${cancelledBy('expired')} as expired,
          ${cents(isOccupying('a.status'))} as booked, ${cents(`a.payment_status = 'paid'`)} as paid
        from appointments a ${join}
        where a.start_at >= $1 and a.start_at < $2 group by 1
      ),
      taken as (${takenOf(grouped, by)}),
      tallies as (
        select id, sum(appointments)::int as appointments, sum(no_shows)::int as no_shows, sum(by_customer)::int as by_customer,
          sum(by_business)::int as by_business, sum(expired)::int as expired, sum(booked) as booked, sum(paid) as paid,
          sum(ms) as ms
        from (
          select *, 0 as ms from counted
          union all
          select id, 0, 0, 0, 0, 0, 0, 0, ms from taken
        ) parts group by id
      ),
      directory as (${directory})
      select coalesce(d.id, t.id) as id, d.name, coalesce(t.appointments, 0) as appointments, coalesce(t.no_shows, 0) as "noShows",
        coalesce(t.by_customer, 0) as "byCustomer", coalesce(t.by_business, 0) as "byBusiness", coalesce(t.expired, 0) as expired,
        coalesce(t.booked, 0) as "bookedCents", coalesce(t.paid, 0) as "paidCents", coalesce(t.ms, 0)::float8 as "bookedMs"
      from tallies t full join directory d on d.id = t.id
      where d.active or t.appointments is not null
      order by d.name, id`,
  };
}

/** Tallies of the range $1 to $2. */
export const TALLIES: Readonly<Record<Grouping, Statement>> = {
  provider: talliesOf('provider'),
  service: talliesOf('service'),
  location: talliesOf('location'),
  resource: talliesOf('resource'),
  weekday: talliesOf('weekday'),
};

const IN_RANGE = `a.start_at > $3::timestamptz - interval '24 hours' and a.start_at < $4`;

/** The hours of the providers who are active or have appointments from $3 to $4; $1 to $2 is the range with a margin. */
export const PROVIDER_HOURS: Statement = {
  name: 'reports.hours-of-providers',
  text: `
    with target as (
      select p.id, u.active, p.timezone, p.schedule::text as schedule, p.has_classes
      from providers p join users u on u.id = p.id
      where u.active
        or exists (select from appointments a where a.provider_id = p.id and ${IN_RANGE} and a.end_at > $3)
        or exists (select from appointments a where a.team <> '{}' and a.team @> array[p.id] and ${IN_RANGE} and a.end_at > $3)
    ),
    loaded as (select $1::timestamptz as since, $2::timestamptz as until),
    ${DATES}
    select ${SHARED}, ${PLACES} as places, ${HOURS_OF_PROVIDERS} as providers`,
};

/** The places and absences of all resources, and the hours that bind them. The hours of no provider are read. */
export const RESOURCE_HOURS: Statement = {
  name: 'reports.hours-of-resources',
  text: `
    with target as (select null::int as id where false),
    loaded as (select $1::timestamptz as since, $2::timestamptz as until),
    ${DATES}
    select ${SHARED}, ${PLACES} as places,
      (select json_agg(json_build_object('id', r.id, 'locationId', r.location_id, 'timeOff', ${timeOffOf('o.resource_id = r.id')}))
        from resources r) as resources`,
};
