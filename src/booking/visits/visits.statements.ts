import type { Statement } from '../../platform/database/database';
import type { AndWithin } from '../reach';
import { isExpected } from '../appointment-status';
import { selectState } from '../diary/rows/appointment-columns';
import { SELECT_APPOINTMENTS } from '../diary/rows/appointment-row';
import type { Selection } from '../diary/locks/batch-lock';

/** The SQL of visits. Only the queries and services of this folder run it. */

export const INSERT_VISIT: Statement = {
  name: 'visits.insert',
  text: 'insert into visits (created_at, shares_entry) values ($1, true) returning id',
};

/** The AppointmentRows of a visit in the order of time. */
export const appointmentsOf = ({ name, sql }: Pick<AndWithin, 'name' | 'sql'>): Statement => ({
  name: `visits.appointments${name}`,
  text: `${SELECT_APPOINTMENTS} where a.visit_id = $1${sql} order by a.start_at, a.id`,
});

export const APPOINTMENTS = appointmentsOf({ name: '', sql: '' });

/** What is still to come of a visit: what starts at $2 or later, and is expected. */
const UPCOMING = `
    select a.id, ${selectState('a')} from appointments a
    where a.visit_id = $1 and a.start_at >= $2 and ${isExpected('a.status')} order by a.start_at, a.id`;

export const SELECT_UPCOMING = {
  find: { name: 'visits.find-upcoming', text: UPCOMING },
  lock: { name: 'visits.lock-upcoming', text: `${UPCOMING} for no key update` },
} as const satisfies Selection;
