import { opaqueToPlanner, type Statement } from '../../../platform/database/database';
import type { Placement } from '../../engine';
import { isOccupying } from '../../appointment-status';
import { shifted } from './shifted';

/**
 * The SQL that writes claims; nothing else writes them. It is part of the statements that write appointments and holds, so that a
 * claim costs no round trip of its own, and nothing ever occupies time without its claims. Deleting an appointment or a hold
 * deletes its claims: the foreign keys cascade.
 */

/**
 * The relation of appointments that occupy, in the form that `takeTimeOf` takes.
 * @param appointments a relation; its alias is `a`. It has also the session that is joined, `joined` (null: a new one), and a multirange
 * of seat numbers, `seat_numbers` (null where a session has one seat)
 */
export const occupyingOf = (appointments: string) => `
  select a.provider_id, a.team, a.resource_ids, a.busy, a.id as appointment_id, null::int as hold_id, a.expires_at,
    a.joined, a.seat_numbers as seats
  from ${appointments} a where ${isOccupying('a.status')}`;

/** The same two columns from the values `:session` and `:seat_numbers`, of one appointment or hold. */
export const VALUES_OF_CLAIMS = ':session::bigint as joined, :seat_numbers::int4multirange as seat_numbers';

/** As `occupyingOf`, of holds. @param holds a relation; its alias is `h` */
export const heldBy = (holds: string) => `
  select h.provider_id, h.team, h.resource_ids, h.busy, null::int as appointment_id, h.id as hold_id, h.expires_at,
    h.joined, h.seat_numbers as seats
  from ${holds} h`;

/**
 * Common table expressions that claim the provider, the team and the resources of appointments or holds. The seats are in the
 * claim of the provider alone.
 *
 * - Expired claims that overlap are deleted first, and no others: the writer has locked their provider or resources, so two writers
 * never wait for each other's deletions. `materialized` makes PostgreSQL use the index of the few claims that expire, not that of all
 * claims of a provider. If the planner saw the value, it would plan each execution.
 * - One statement numbers a session once, for all of its claims.
 * - A claim from the time when the service had one seat has no seat number. An appointment that joins it gives it number 1.
 *
 * @param holders SQL of the relation, as `occupyingOf` gives it, with any number of rows
 * @param now the placeholder of an instant: claims that have expired by then do not count
 */
export const takeTimeOf = (holders: string, now: string) => `
  holders as (${holders}),
  due as materialized (
    select id, provider_id, resource_id, busy from claims where expires_at <= ${opaqueToPlanner(now, 'timestamptz')}
  ),
  expired as (
    delete from claims c using due d, holders h
    where c.id = d.id and d.busy && h.busy
      and (d.provider_id = any (h.provider_id || h.team) or d.resource_id = any (h.resource_ids))
    returning c.id
  ),
  numbered as (
    select h.*, coalesce(h.joined, nextval('claims_session_seq')) as session
    from holders h where (select count(*) from expired) >= 0
  ),
  seated as (
    update claims c set seats = int4multirange(int4range(1, 2)) from holders h
    where h.joined is not null and c.provider_id = h.provider_id and c.busy && h.busy and c.session = h.joined
      and c.seats is null
  ),
  claimed as (
    insert into claims (provider_id, resource_id, busy, session, seats, appointment_id, hold_id, expires_at)
    select person, null::int, busy, session, case when person = provider_id then seats end, appointment_id, hold_id, expires_at
    from numbered cross join unnest(provider_id || team) as person
    union all
    select null, resource_id, busy, session, null, appointment_id, hold_id, expires_at
    from numbered cross join unnest(resource_ids) as resource_id
  )`;

/**
 * A faster `takeTimeOf` for holders without a team or resources that join no session, while no claim has expired. It takes a tenth less
 * time: PostgreSQL sets up every part of a statement for each execution, even one that finds nothing.
 */
export const takeFreeTimeOf = (holders: string) => `
  claimed as (
    insert into claims (provider_id, busy, session, seats, appointment_id, hold_id, expires_at)
    select provider_id, busy, nextval('claims_session_seq'), seats, appointment_id, hold_id, expires_at
    from (${holders}) h
  )`;

/** SQL: whether a claim has expired. The least time is the first entry of an index; `exists` would read the table. @param now value */
export const hasExpiredClaims = (now: string) =>
  `coalesce((select min(expires_at) from claims) <= ${now}, false)`;

/** What becomes of the claims of an appointment that changes. */
export type ClaimChange = 'kept' | 'freed' | Placement;

/** The common table expression that gives up the claims of appointments. @param appointments a relation; its alias is `a` */
export const freeTimeOf = (appointments: string, condition = 'true') => `
  freed as (
    delete from claims c using ${appointments} a where c.appointment_id = a.id and ${condition} returning c.id
  )`;

/** The common table expression that makes the claims of appointments last. @param appointments a relation; its alias is `a` */
export const lastingTimeOf = (appointments: string) => `
  lasting as (
    update claims c set expires_at = null from ${appointments} a where c.appointment_id = a.id
  )`;

/**
 * Common table expressions that give up the claims of changed appointments, and take others.
 * @param appointments as of `occupyingOf`, with what becomes of the claims of a row, `change`: `kept`, `freed` or `taken`
 */
export const changeTimeOf = (appointments: string, now: string) => `
  ${freeTimeOf(appointments, `a.change <> 'kept'`)},
  ${takeTimeOf(`${occupyingOf(appointments)} and a.change = 'taken' and (select count(*) from freed) >= 0`, now)}`;

/**
 * Common table expressions that move claims, each by a distance of its own. All are given up before the first is taken again, so
 * appointments may change places. What moves together stays one session, which gets a new number: others of the former session may stay.
 *
 * @param moves SQL of a relation `appointment_id`, `hold_id` (one of them null) and `shift_s`, in seconds
 * @param expired SQL of the ids of claims in the way that have expired
 */
export const shiftTimeOf = (moves: string, expired: string) => `
  moves as materialized (${moves}),
  freed as (
    delete from claims c using moves m where c.appointment_id = m.appointment_id returning c.*, m.shift_s
  ),
  freed_of_holds as (
    delete from claims c using moves m where c.hold_id = m.hold_id returning c.*, m.shift_s
  ),
  expired as (delete from claims where id in (${expired}) returning id),
  given_up as materialized (select * from freed union all select * from freed_of_holds),
  sessions as materialized (
    select session, shift_s, nextval('claims_session_seq') as next
    from (select distinct session, shift_s from given_up) together where (select count(*) from expired) >= 0
  ),
  claimed as (
    insert into claims (provider_id, resource_id, busy, session, seats, appointment_id, hold_id, expires_at)
    select provider_id, resource_id, ${shifted('busy', 'shift_s')}, next, seats, appointment_id, hold_id, expires_at
    from given_up join sessions using (session, shift_s) returning id
  )`;

/** Draws the number of a session that several appointments of one statement open together. */
export const NEXT_SESSION: Statement = {
  name: 'claims.next-session',
  text: `select nextval('claims_session_seq')::text as session`,
};

/** The values for `session` and `seats`. */
export function valuesOfPlacement({
  session,
  seats,
}: Pick<Placement, 'session' | 'seats'>): [string | null, string | null] {
  return [session, seats === null ? null : `{${seats.map((seat) => `[${seat},${seat}]`).join(',')}}`];
}

/** The values for `change`, `session` and `seats`. */
export function valuesOfChange(change: ClaimChange): [string, string | null, string | null] {
  return typeof change === 'string' ? [change, null, null] : ['taken', ...valuesOfPlacement(change)];
}

/** SQL of appointments that were written without claims: those that occupy and fulfil a condition. */
interface WrittenAppointments {
  readonly which: string;
  /** A join with what is said of them. */
  readonly given?: string;
  /** Whether `a` has numbers of seats. */
  readonly isSeated: string;
  /** Tells those apart that share no session although they share service, provider and time. */
  readonly apart: string;
  /** The session of a time `t` that has claims already, as `session`, and how many seats are taken there, as `seats`. */
  readonly joined: string;
}

/** Those of one service with one provider and time share a session. */
const takeTimeOfWritten = ({ which, given = '', isSeated, apart, joined }: WrittenAppointments) => `
  with written as (
    select a.*, ${isSeated} as is_seated, ${apart} as apart
    from appointments a join services s on s.id = a.service_id ${given}
    where ${isOccupying('a.status')} and ${which}
  ),
  sessions as materialized (
    select t.*, coalesce(joined.session, nextval('claims_session_seq')) as session, coalesce(joined.seats, 0) as seats_before
    from (select distinct provider_id, service_id, start_at, end_at, apart from written) t cross join lateral (${joined}) joined
  ),
  placed as (
    select w.*, session,
      case when is_seated then (seats_before + sum(seats) over (partition by session order by w.id))::int end as last_seat
    from written w join sessions using (provider_id, service_id, start_at, end_at, apart)
  )
  insert into claims (provider_id, resource_id, busy, session, seats, appointment_id, expires_at)
  select provider_id, null::int, busy, session, int4multirange(int4range(last_seat - seats, last_seat, '(]')), id, expires_at
  from placed where last_seat is not null
  union all
  select provider_id, null, busy, session, null, id, expires_at from placed where last_seat is null
  union all
  select person, null, busy, session, null, id, expires_at from placed cross join unnest(team) as person
  union all
  select null, resource_id, busy, session, null, id, expires_at from placed cross join unnest(resource_ids) as resource_id`;

/** Claims the time of appointments that were written past the service, as the demo and the benchmarks do. */
export const TAKE_TIME_OF_WRITTEN = takeTimeOfWritten({
  which: 'not exists (select from claims c where c.appointment_id = a.id)',
  isSeated: 's.capacity > 1',
  apart: '0',
  joined: 'select null::bigint as session, null::int as seats',
});

/** Claims the time of appointments of an export, but for those that have expired. Values: ids, whether each is in a group session, when. */
export const TAKE_TIME_OF_RESTORED: Statement = {
  name: 'claims.take-time-of-restored',
  text: takeTimeOfWritten({
    given: 'join unnest($1::int[], $2::boolean[]) as given (id, is_seated) on given.id = a.id',
    which: '(a.expires_at is null or a.expires_at > $3)',
    isSeated: 'given.is_seated',
    apart: 'case when given.is_seated then 0 else a.id end',
    joined: `
      select min(c.session) as session, sum(o.seats)::int as seats from claims c join appointments o on o.id = c.appointment_id
      where t.apart = 0 and c.seats is not null and c.provider_id = t.provider_id and c.busy && tstzrange(t.start_at, t.end_at)
        and o.provider_id = t.provider_id and o.service_id = t.service_id and o.start_at = t.start_at and o.end_at = t.end_at`,
  }),
};
