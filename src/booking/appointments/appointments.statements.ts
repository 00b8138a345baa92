import type { Statement } from '../../platform/database/database';
import { selectState } from './appointment-columns';

/** The SQL of single appointments that does not write them. */

export const DELETE: Statement = {
  name: 'appointments.delete',
  text: 'delete from appointments where id = $1',
};

/** Whether a payment confirms a pending appointment of a service. Values: the service. */
export const CONFIRMS_WHEN_PAID: Statement = {
  name: 'appointments.confirms-when-paid',
  text: `select confirm_when_paid as "confirms" from services where id = $1`,
};

export const LOCK_STATE: Statement = {
  name: 'appointments.lock-state',
  text: `select ${selectState('a')} from appointments a where a.id = $1 for no key update`,
};

/**
 * Whether the customer $1, the location $2, the service $5 and the provider $6 of a body exist; null names none. An erased customer and
 * a deleted service do not count, unless the appointment $3, or one of the series $4, has it already. The lock prevents an erasure until
 * the appointment is committed.
 */
const references = (lock: string) => `select $1::int is null
                  or exists (select from (select id from customers where id = $1 and erased_at is null ${lock}) c)
                  or exists (select from appointments where id = $3 and customer_id = $1) as "customerId",
                $2::int is null or exists (select from locations where id = $2) as "locationId",
                $5::int is null
                  or exists (select from services where id = $5 and deleted_at is null)
                  or exists (select from appointments where (id = $3 or series_id = $4) and service_id = $5) as "serviceId",
                $6::int is null or exists (select from providers where id = $6) as "providerId"`;
export const FIND_REFERENCES: Statement = {
  name: 'appointments.find-references',
  text: references('for key share'),
  reading: { name: 'appointments.find-references-unlocked', text: references('') },
};
