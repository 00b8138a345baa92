import type { ServiceProcess } from '../../process/service-process';
import { query } from '../../support/query';
import { ANSWER_LIMIT_MS } from './scale';
import type { BookingLoad } from './booking-load';

const OVERLAPS = `
  select a.id, b.id as other from appointments a
  join appointments b on b.provider_id = a.provider_id and b.id > a.id and b.busy && a.busy
  where a.status in ('pending', 'confirmed', 'completed') and b.status in ('pending', 'confirmed', 'completed')`;
/** Time that is occupied without a claim, which could be booked twice, and claims of free time. */
const MISCLAIMED = `
  select * from (
    select id as appointment_id, provider_id, busy from appointments where status in ('pending', 'confirmed', 'completed')
  ) occupied
  full join (select appointment_id, provider_id, busy from claims) claimed using (appointment_id, provider_id, busy)
  where occupied is null or claimed is null`;
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
  full join (select * from appointment_tallies where (total <> 0 or cents <> 0) and month <> '-infinity') kept
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
    overlapping: await rows(OVERLAPS),
    misclaimed: await rows(MISCLAIMED),
    incomplete: await rows(INCOMPLETE),
    stray: await rows(STRAY),
    miscounted: await rows(MISCOUNTED),
    unexpected: load.replies.filter(({ fault }) => fault !== undefined),
    tooSlow: load.replies.filter(({ status, ms }) => status === 'hanging' || ms > ANSWER_LIMIT_MS),
    dead: processes.filter((each) => each.hasEnded()).map(({ output }) => output),
  };
}

/** The result of `findFaults` for a run without faults. */
export const NO_FAULTS = {
  ...{ lost: [], duplicated: [], bookedButRefused: [], keyedWithoutAnswer: [] },
  ...{ overlapping: [], misclaimed: [], incomplete: [], stray: [], miscounted: [] },
  ...{ unexpected: [], tooSlow: [], dead: [] },
};
