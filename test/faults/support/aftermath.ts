import type { ServiceProcess } from '../../process/service-process';
import { query } from '../../support/query';
import { SLOWEST_ANSWER } from './effort';
import type { Storm } from './storm';

const OVERLAPS = `
  select a.id, b.id as other from appointments a
  join appointments b on b.provider_id = a.provider_id and b.id > a.id and b.busy && a.busy
  where a.status in ('pending', 'confirmed', 'completed') and b.status in ('pending', 'confirmed', 'completed')`;
const BOOKED = `
  select c.email, array_agg(a.id) as ids from appointments a join customers c on c.id = a.customer_id group by c.email`;
/** What belongs to a booking and is not there, or twice: its message, the job to send it, its entry in the audit trail. */
const INCOMPLETE = `
  select a.id from appointments a where
    (select count(*) from notifications n where n.appointment_id = a.id and n.event = 'confirmation') <> 1
    or (select count(*) from pgboss.job j join notifications n on n.id = (j.data ->> 'notificationId')::int
        where j.name = 'notifications' and n.appointment_id = a.id) <> 1
    or (select count(*) from audit_entries e where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'create') <> 1`;
/** The other way round: what tells of a booking that is not there. */
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

export interface Scene {
  readonly databaseUrl: string;
  readonly storm: Storm;
  /** Those that nobody has killed. */
  readonly processes: readonly ServiceProcess[];
}

/** What went wrong, whatever happened to the service: a list of each kind, all of them empty when nothing did. */
export async function aftermath({ databaseUrl, storm, processes }: Scene) {
  const rows = (sql: string) => query<Record<string, unknown>>(databaseUrl, sql);
  const booked = await query<{ email: string; ids: number[] }>(databaseUrl, BOOKED);
  const idsOf = new Map(booked.map(({ email, ids }) => [email, ids]));
  const isIn = (email: string, id?: number) => id !== undefined && idsOf.get(email)?.includes(id) === true;
  return {
    lost: storm.tried.filter(({ outcome, email, id }) => outcome === 'booked' && !isIn(email, id)),
    double: booked.filter(({ ids }) => ids.length > 1),
    bookedThoughRefused: storm.tried.filter(
      ({ outcome, email }) => outcome === 'refused' && idsOf.has(email),
    ),
    keyedWithoutLastWord: storm.tried.filter(({ isKeyed, outcome }) => isKeyed && outcome === 'unknown'),
    overlapping: await rows(OVERLAPS),
    incomplete: await rows(INCOMPLETE),
    stray: await rows(STRAY),
    miscounted: await rows(MISCOUNTED),
    unexpected: storm.heard.filter(({ fault }) => fault !== undefined),
    tooSlow: storm.heard.filter(({ status, ms }) => status === 'hanging' || ms > SLOWEST_ANSWER),
    dead: processes.filter((each) => each.hasEnded()).map(({ output }) => output),
  };
}

/** What `aftermath` gives when all is well. */
export const UNSCATHED = {
  ...{ lost: [], double: [], bookedThoughRefused: [], keyedWithoutLastWord: [] },
  ...{ overlapping: [], incomplete: [], stray: [], miscounted: [] },
  ...{ unexpected: [], tooSlow: [], dead: [] },
};
