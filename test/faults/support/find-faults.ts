import type { ServiceProcess } from '../../process/service-process';
import { query } from '../../support/database/query';
import { ANSWER_LIMIT_MS } from './scale';
import type { BookingLoad } from './booking-load';

const OCCUPYING = `
  select *, (service_id, start_at, end_at) as session from appointments where status in ('pending', 'confirmed', 'completed')`;
/** Appointments of one provider at the same time that share no session. */
const OVERLAPS = `
  with occupying as (${OCCUPYING})
  select a.id, b.id as other from occupying a
  join occupying b on b.provider_id = a.provider_id and b.id > a.id and b.busy && a.busy
  join services s on s.id = a.service_id
  where a.session <> b.session or s.capacity = 1`;
/** Appointments of two providers in one room at the same time. */
const DOUBLE_USED = `
  with occupying as (${OCCUPYING})
  select a.id, b.id as other from occupying a
  join occupying b on b.id > a.id and b.resource_ids && a.resource_ids and b.busy && a.busy
  where (a.provider_id, a.session) <> (b.provider_id, b.session)`;
/** Group sessions with more seats than their service has. */
const OVERSOLD = `
  with occupying as (${OCCUPYING})
  select provider_id, service_id, start_at, sum(seats) as seats from occupying join services s on s.id = service_id
  group by provider_id, service_id, start_at, end_at, s.capacity having sum(seats) > s.capacity`;
/** Appointments that lack a resource that their service needs. */
const WITHOUT_ROOM = `
  with occupying as (${OCCUPYING})
  select o.id from occupying o join services s on s.id = o.service_id
  where cardinality(resource_ids) <> (select coalesce(sum((need ->> 'quantity')::int), 0) from jsonb_array_elements(s.resources) need)`;
/** What appointments and holds take without a claim, so that it could be taken twice, and claims of what is free. */
const MISCLAIMED = `
  with takers as (
    select id as appointment_id, null::int as hold_id, provider_id || team as people, resource_ids, busy from (${OCCUPYING}) occupying
    union all select null, id, provider_id || team, resource_ids, busy from holds where expires_at > now()
  ),
  taken as (
    select coalesce(-hold_id, appointment_id) as taker, unnest(people) as provider_id, null::int as resource_id, busy from takers
    union all select coalesce(-hold_id, appointment_id), null, unnest(resource_ids), busy from takers
  ),
  claimed as (
    select coalesce(-hold_id, appointment_id) as taker, provider_id, resource_id, busy from claims
    where expires_at is null or expires_at > now()
  )
  (table taken except all table claimed) union all (table claimed except all table taken)`;
const BOOKED = `
  select c.email, array_agg(a.id) as ids from appointments a join customers c on c.id = a.customer_id group by c.email`;
/** Bookings that do not have exactly one message, one job and one entry in the audit trail. */
const INCOMPLETE = `
  select a.id from appointments a where
    (select count(*) from notifications n where n.appointment_id = a.id and n.event = 'confirmation') <> 1
    or (select count(*) from pgboss.job j join notifications n on n.id = (j.data ->> 'notificationId')::int
        where j.name = 'notifications' and n.appointment_id = a.id) <> 1
    or (select count(*) from audit_entries e where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'create') <> 1`;
/** Messages, audit entries and customers of bookings that do not exist. */
const STRAY = `
  select n.id from notifications n where not exists (select from appointments a where a.id = n.appointment_id)
  union all select e.id from audit_entries e
  where e.resource = 'appointments' and not exists (select from appointments a where a.id = e.resource_id)
  union all select c.id from customers c where not exists (select from appointments a where a.customer_id = c.id)`;
/** Tallies that differ from a recount. */
const MISCOUNTED = `
  select * from (
    select provider_id, date_trunc('month', start_at, 'UTC') as month, status, payment_status, count(*) as total,
      coalesce(sum(price), 0) * 100 as cents
    from appointments group by 1, 2, 3, 4
  ) counted
  full join (select * from appointment_tallies where (total <> 0 or cents <> 0) and isfinite(month)) kept
    using (provider_id, month, status, payment_status, total, cents)
  where counted is null or kept is null`;

export interface ObservedRun {
  readonly databaseUrl: string;
  readonly load: BookingLoad;
  /** The processes that must still run. */
  readonly processes: readonly ServiceProcess[];
}

/** Lists the faults of each kind that a run has left. All lists are empty when the service kept its promises. */
export async function findFaults({ databaseUrl, load: load, processes }: ObservedRun) {
  const rows = (sql: string) => query<Record<string, unknown>>(databaseUrl, sql);
  const booked = await query<{ email: string; ids: number[] }>(databaseUrl, BOOKED);
  const idsOf = new Map(booked.map(({ email, ids }) => [email, ids]));
  const isIn = (email: string, id?: number) => id !== undefined && idsOf.get(email)?.includes(id) === true;
  return {
    lost: load.bookings.filter(({ outcome, email, id }) => outcome === 'booked' && !isIn(email, id)),
    duplicated: booked.filter(({ ids }) => ids.length > 1),
    bookedButRefused: load.bookings.filter(({ outcome, email }) => outcome === 'refused' && idsOf.has(email)),
    keyedWithoutAnswer: load.bookings.filter(({ isKeyed, outcome }) => isKeyed && outcome === 'unknown'),
    ...(await findCalendarFaults(databaseUrl)),
    incomplete: await rows(INCOMPLETE),
    stray: await rows(STRAY),
    unexpected: load.replies.filter(({ fault }) => fault !== undefined),
    tooSlow: load.replies.filter(({ status, ms }) => status === 'hanging' || ms > ANSWER_LIMIT_MS),
    dead: processes.filter((each) => each.hasEnded()).map(({ output }) => output),
  };
}

/** Lists what is taken twice, oversold, without its room, and what claims or tallies say otherwise than appointments do. */
export async function findCalendarFaults(databaseUrl: string) {
  const rows = (sql: string) => query<Record<string, unknown>>(databaseUrl, sql);
  return {
    overlapping: await rows(OVERLAPS),
    doubleUsed: await rows(DOUBLE_USED),
    oversold: await rows(OVERSOLD),
    withoutRoom: await rows(WITHOUT_ROOM),
    misclaimed: await rows(MISCLAIMED),
    miscounted: await rows(MISCOUNTED),
  };
}

/** The result of `findCalendarFaults` for a calendar without faults. */
export const NO_CALENDAR_FAULTS = {
  ...{ overlapping: [], doubleUsed: [], oversold: [], withoutRoom: [], misclaimed: [], miscounted: [] },
};

/** The result of `findFaults` for a run without faults. */
export const NO_FAULTS = {
  ...{ lost: [], duplicated: [], bookedButRefused: [], keyedWithoutAnswer: [] },
  ...NO_CALENDAR_FAULTS,
  ...{ incomplete: [], stray: [] },
  ...{ unexpected: [], tooSlow: [], dead: [] },
};
