import type { Statement } from '../../platform/database/database';
import type { AppointmentState } from './appointment-change';
import { selectRows } from './appointment-row';

/** The SQL that writes appointments; run by `AppointmentsService` only. */

/** Gives the AppointmentRow of what it writes. Values: the state in the order of `valuesOf`, then when. */
export const INSERT: Statement = {
  name: 'appointments.insert',
  text: `
    with inserted as (
      insert into appointments (provider_id, service_id, customer_id, location_id, start_at, end_at, busy, status,
        payment_status, notes, price, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, tstzrange($7, $8), $9, $10, $11, $12, $13, $13) returning *
    )
    ${selectRows('inserted')}`,
};

/** Values: the state in the order of `valuesOf`, then when, then the id. */
export const UPDATE: Statement = {
  name: 'appointments.update',
  text: `update appointments set provider_id = $1, service_id = $2, customer_id = $3, location_id = $4, start_at = $5,
           end_at = $6, busy = tstzrange($7, $8), status = $9, payment_status = $10, notes = $11, price = $12,
           updated_at = $13
         where id = $14`,
};

export const DELETE: Statement = {
  name: 'appointments.delete',
  text: 'delete from appointments where id = $1',
};

/** Who has the appointment now; read before that provider can be locked. */
export const FIND_PROVIDER: Statement = {
  name: 'appointments.find-provider',
  text: 'select provider_id as "providerId" from appointments where id = $1',
};

/** The state, its row locked. Instants come as epoch ms. */
export const LOCK_STATE: Statement = {
  name: 'appointments.lock-state',
  text: `select provider_id as "providerId", service_id as "serviceId", customer_id as "customerId",
           location_id as "locationId", ${ms('start_at')} as start, ${ms('end_at')} as end,
           ${ms('lower(busy)')} as "busyStart", ${ms('upper(busy)')} as "busyEnd", status,
           payment_status as "paymentStatus", notes, price::float8 as price
         from appointments where id = $1 for no key update`,
};

/** Which of the things that a body names exist: customer, location. What is null is not asked for. */
export const FIND_REFERENCES: Statement = {
  name: 'appointments.find-references',
  text: `select $1::int is null or exists (select from customers where id = $1) as "customerId",
                $2::int is null or exists (select from locations where id = $2) as "locationId"`,
};

export function valuesOf(state: AppointmentState): unknown[] {
  const instants = [state.start, state.end, state.busyStart, state.busyEnd].map(
    (instant) => new Date(instant),
  );
  const who = [state.providerId, state.serviceId, state.customerId, state.locationId];
  return [...who, ...instants, state.status, state.paymentStatus, state.notes, state.price];
}

function ms(instant: string): string {
  return `(extract(epoch from ${instant}) * 1000)::float8`;
}
