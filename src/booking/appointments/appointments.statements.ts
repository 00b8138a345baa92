import type { Statement } from '../../platform/database/database';
import { changeTimeOf, occupyingOf, takeTimeOf } from '../claims/claims.statements';
import { selectState, STATE_COLUMNS } from './appointment-columns';
import { selectRows } from './appointment-row';

/** The SQL that writes single appointments. Only `AppointmentsService` runs it, and `AppointmentBatches` looks up references. */

const COUNT = STATE_COLUMNS.length;
const WHEN = `$${COUNT + 1}`;
const SESSION = `$${COUNT + 2}`;
const SEATS = `$${COUNT + 3}`;
const ID = `$${COUNT + 4}`;
const CHANGE = `$${COUNT + 5}`;
const PLACEMENT = { session: SESSION, seats: SEATS };

/** Gives the id of an appointment that is to be inserted, so that what follows from it can be written beside it. */
export const RESERVE_ID: Statement = {
  name: 'appointments.reserve-id',
  text: `select nextval('appointments_id_seq')::int as id`,
};

/** Gives the AppointmentRow of what it writes. Values: those of the state, then when, the placement's, and the reserved id. */
export const INSERT: Statement = {
  name: 'appointments.insert',
  text: `
    with inserted as (
      insert into appointments (${STATE_COLUMNS.join(', ')}, created_at, updated_at, id)
      values (${STATE_COLUMNS.map((_name, index) => `$${index + 1}`).join(', ')}, ${WHEN}, ${WHEN}, ${ID}) returning *
    ),
    ${takeTimeOf(occupyingOf('inserted', PLACEMENT), WHEN)}
    ${selectRows('inserted')}`,
};

/** Values: those of the state, then when, the placement's, the id, and what becomes of the claims. */
export const UPDATE: Statement = {
  name: 'appointments.update',
  text: `
    with updated as (
      update appointments set ${STATE_COLUMNS.map((name, index) => `${name} = $${index + 1}`).join(', ')},
        updated_at = ${WHEN}
      where id = ${ID} returning id, provider_id, resource_ids, busy, status
    ), ${changeTimeOf('updated', CHANGE, PLACEMENT, WHEN)}
    select from updated`,
};

export const DELETE: Statement = {
  name: 'appointments.delete',
  text: 'delete from appointments where id = $1',
};

/** The AppointmentState of a row, which it locks. */
export const LOCK_STATE: Statement = {
  name: 'appointments.lock-state',
  text: `select ${selectState('a')} from appointments a where a.id = $1 for no key update`,
};

/**
 * Whether the customer and the location exist that a body names. Null names none. A customer who was erased is none, unless the
 * appointment $3 has that customer already. The lock keeps the customer from being erased until the appointment is committed.
 */
export const FIND_REFERENCES: Statement = {
  name: 'appointments.find-references',
  text: `select $1::int is null
                  or exists (select from (select id from customers where id = $1 and erased_at is null for key share) c)
                  or exists (select from appointments where id = $3 and customer_id = $1) as "customerId",
                $2::int is null or exists (select from locations where id = $2) as "locationId"`,
};
