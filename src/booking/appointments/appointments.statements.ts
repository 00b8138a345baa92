import type { Statement } from '../../platform/database/database';

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
