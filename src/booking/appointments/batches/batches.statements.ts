import type { Statement } from '../../../platform/database/database';
import { changeTimeOf, occupyingOf, takeTimeOf } from '../../claims/claims.statements';
import { STATE_COLUMNS } from '../appointment-columns';
import { selectRows } from '../appointment-row';

/** The SQL that writes several appointments at once. Only `AppointmentBatches` runs it. */

const COLUMNS = STATE_COLUMNS.join(', ');
const PLACED =
  '(select i.*, w.joined, w.seat_numbers, w.idle from inserted i join wanted w on w.new_id = i.id)';

/** @param more columns that the states have, each after a comma */
const insertAll = (more: string) => `
    with listed as (
      select * from rows from (jsonb_to_recordset($1) as (state jsonb, session bigint, seats int4multirange, created timestamptz, idle boolean))
        with ordinality as l (state, session, seats, created, idle, position)
    ),
    wanted as materialized (
      select nextval('appointments_id_seq')::int as new_id, l.session as joined, l.seats as seat_numbers,
        coalesce(l.created, $2) as made_at, l.idle, s.*
      from (select * from listed order by position) l, jsonb_populate_record(null::appointments, l.state) s
    ),
    inserted as (
      insert into appointments (id, ${COLUMNS}, created_at, updated_at${more})
      select new_id, ${COLUMNS}, made_at, $2${more} from wanted returning *
    ),
    ${takeTimeOf(`${occupyingOf(PLACED, { session: 'a.joined', seats: 'a.seat_numbers' })} and a.idle is not true`, '$2')}
    ${selectRows('inserted')} order by a.id`;

/**
 * Inserts appointments, and gives their AppointmentRows in the order of the list. An id is drawn before its row is inserted: it
 * ties the row to its seats. Values: a JSON list of `{state, session, seats, created, idle}`, then when; those without `created` were made then,
 * and those that are `idle` take no time.
 */
export const INSERT_ALL: Statement = { name: 'appointments.insert-all', text: insertAll('') };

/** Each state has also what the booking said of its guest. */
export const INSERT_ALL_FOR_GUESTS: Statement = {
  name: 'appointments.insert-all-for-guests',
  text: insertAll(', guest'),
};

/**
 * The AppointmentRows that appointments would have, in the order of the list; nothing is written. The name of a customer who is not there
 * yet is null. Values: a JSON list of `{id, state, created}`, then when.
 */
export const PREVIEW_ALL: Statement = {
  name: 'appointments.preview-all',
  text: `
    with listed as (
      select * from rows from (jsonb_to_recordset($1) as (id int, state jsonb, created timestamptz))
        with ordinality as l (id, state, created, position)
    ),
    previewed as (
      select l.position, s.* from listed l, jsonb_populate_record(null::appointments, l.state ||
        jsonb_build_object('id', l.id, 'link_counter', 0, 'created_at', coalesce(l.created, $2), 'updated_at', $2::timestamptz)) s
    )
    ${selectRows('previewed', 'left join')} order by a.position`,
};

/** Updates appointments and their claims. Values: a JSON list of `{id, state, change, session, seats}`, then when. */
export const UPDATE_ALL: Statement = {
  name: 'appointments.update-all',
  text: `
    with wanted as materialized (
      select l.id as changed_id, l.change, l.session as joined, l.seats as seat_numbers, s.*
      from jsonb_to_recordset($1) as l (id int, state jsonb, change text, session bigint, seats int4multirange),
        jsonb_populate_record(null::appointments, l.state) s
    ),
    updated as (
      update appointments a set ${STATE_COLUMNS.map((name) => `${name} = w.${name}`).join(', ')}, updated_at = $2
      from wanted w where a.id = w.changed_id
      returning a.id, a.provider_id, a.team, a.resource_ids, a.busy, a.status, a.expires_at, w.change, w.joined, w.seat_numbers
    ),
    ${changeTimeOf('updated', 'a.change', { session: 'a.joined', seats: 'a.seat_numbers' }, '$2')}
    select from updated`,
};
