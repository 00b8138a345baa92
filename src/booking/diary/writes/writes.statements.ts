import type { Statement } from '../../../platform/database/database';
import { named, type NamedStatement } from '../../../platform/database/named';
import {
  changeTimeOf,
  freeTimeOf,
  hasExpiredClaims,
  occupyingOf,
  takeFreeTimeOf,
  takeTimeOf,
  VALUES_OF_CLAIMS,
} from '../claims/claims.statements';
import { STATE_COLUMNS } from '../rows/appointment-columns';
import { selectRows } from '../rows/appointment-row';

/** The SQL that writes appointments. Only `AppointmentWrites` runs it. */

const COLUMNS = STATE_COLUMNS.join(', ');
const PLACED =
  '(select i.*, w.joined, w.seat_numbers, w.idle from inserted i join wanted w on w.new_id = i.id)';

/** @param more columns that the states have, each after a comma */
const insertAll = (more: string) => `
    with listed as (
      select * from rows from (jsonb_to_recordset(:list) as (id int, state jsonb, session bigint, seats int4multirange, created timestamptz, idle boolean))
        with ordinality as l (id, state, session, seats, created, idle, position)
    ),
    wanted as materialized (
      select coalesce(l.id, nextval('appointments_id_seq')::int) as new_id, l.session as joined, l.seats as seat_numbers,
        coalesce(l.created, :now) as made_at, l.idle, s.*
      from (select * from listed order by position) l, jsonb_populate_record(null::appointments, l.state) s
    ),
    inserted as (
      insert into appointments (id, ${COLUMNS}, created_at, updated_at${more})
      select new_id, ${COLUMNS}, made_at, :now${more} from wanted returning *
    ),
    ${takeTimeOf(`${occupyingOf(PLACED)} and a.idle is not true`, ':now')}
    ${selectRows('inserted')} order by a.id`;

/**
 * Inserts appointments, and gives their AppointmentRows in the order of the list. An id is drawn before its row is inserted: it
 * ties the row to its seats. `:list` is JSON of `{id, state, session, seats, created, idle}`; those without `id` draw one,
 * those without `created` were made then, and those that are `idle` take no time.
 */
export const INSERT_ALL = named('appointments.insert-all', insertAll(''));

/** Each state has also what the booking said of its guest. */
export const INSERT_ALL_FOR_GUESTS = named('appointments.insert-all-for-guests', insertAll(', guest'));

/** Gives a Reserved. Value: when. */
export const RESERVE: Statement = {
  name: 'appointments.reserve',
  text: `select nextval('appointments_id_seq')::int as id, ${hasExpiredClaims('$1')} as "hasExpiredClaims"`,
};

export interface Reserved {
  /** The id of the appointment, so that the statements that refer to it can be sent together with its insert. */
  readonly id: number;
  /** Whether some hold or pending appointment has expired, whose claims may be in the way. */
  readonly hasExpiredClaims: boolean;
}

const VALUES = STATE_COLUMNS.map((name) => `:${name}`).join(', ');

/** @param more a column and its value, each after a comma */
const insertInFreeTime = (more: readonly [column: string, value: string]) => `
    with inserted as (
      insert into appointments (${COLUMNS}, created_at, updated_at, id${more[0]})
      values (${VALUES}, :now, :now, :id${more[1]}) returning *
    ),
    ${takeFreeTimeOf(occupyingOf(`(select i.*, ${VALUES_OF_CLAIMS} from inserted i)`))}
    select u.name as "providerName" from inserted a join users u on u.id = a.provider_id`;

/**
 * A faster INSERT_ALL of one appointment, without a team or resources, that joins no session, while no claim has expired. Returns only the
 * members of the AppointmentRow that the booking does not know. `:id` is reserved; the state has the names of its columns.
 */
export const INSERT_IN_FREE_TIME = named('appointments.insert-in-free-time', insertInFreeTime(['', '']));

/** The same, with what the booking said of its guest, or null. */
export const INSERT_IN_FREE_TIME_FOR_GUEST = named(
  'appointments.insert-in-free-time-for-guest',
  insertInFreeTime([', guest', ', :guest']),
);

/**
 * The AppointmentRows that appointments would have, in the order of the list; nothing is written. The name of a customer who is not there
 * yet is null. `:list` is JSON of `{id, state, created}`.
 */
export const PREVIEW_ALL = named(
  'appointments.preview-all',
  `
    with listed as (
      select * from rows from (jsonb_to_recordset(:list) as (id int, state jsonb, created timestamptz))
        with ordinality as l (id, state, created, position)
    ),
    previewed as (
      select l.position, s.* from listed l, jsonb_populate_record(null::appointments, l.state ||
        jsonb_build_object('id', l.id, 'link_counter', 0, 'created_at', coalesce(l.created, :now), 'updated_at', :now::timestamptz)) s
    )
    ${selectRows('previewed', 'left join')} order by a.position`,
);

/** @param claims what becomes of the claims of the relation `updated`: common table expressions */
const updateAll = (...claims: readonly string[]) => `
    with wanted as materialized (
      select l.id as changed_id, l.change, l.session as joined, l.seats as seat_numbers, s.*
      from jsonb_to_recordset(:list) as l (id int, state jsonb, change text, session bigint, seats int4multirange),
        jsonb_populate_record(null::appointments, l.state) s
    ),
    ${[
      `updated as (
      update appointments a set ${STATE_COLUMNS.map((name) => `${name} = w.${name}`).join(', ')}, updated_at = :now
      from wanted w where a.id = w.changed_id
      returning a.id, a.provider_id, a.team, a.resource_ids, a.busy, a.status, a.expires_at, w.change, w.joined, w.seat_numbers
    )`,
      ...claims,
    ].join(',')}
    select from updated`;

/**
 * Update appointments and their claims: where none changes its claims, where some give them up, and where some take others. PostgreSQL
 * sets up every part of a statement for each execution, even one that finds nothing. `:list` is JSON of
 * `{id, state, change, session, seats}`.
 */
export const UPDATES: Readonly<Record<'kept' | 'freed' | 'taken', NamedStatement>> = {
  kept: named('appointments.update', updateAll()),
  freed: named('appointments.update-and-free', updateAll(freeTimeOf('updated', "a.change <> 'kept'"))),
  taken: named('appointments.update-and-take', updateAll(changeTimeOf('updated', ':now'))),
};

/** For a write that changes nothing of the appointments $1: those of guests are opened, if the write does that (trigger `open_guest`). */
export const TOUCH: Statement = {
  name: 'appointments.touch',
  text: 'update appointments set guest = guest where id = any ($1) and guest is not null',
};
