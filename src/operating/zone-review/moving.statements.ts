import { shifted, shiftTimeOf } from '../../booking/diary/claims/claims.statements';
import { inReview } from './moves.statements';

/** The SQL that moves what was judged to. */

/** Claims first: appointments and holds that trade places are all out of the way before the first is in its new place. Values: now. */
export const MOVE_CLAIMS = inReview(
  'move-claims',
  `with ${shiftTimeOf(
    `select appointment_id, hold_id, shift_s from zone_moves where state = 'moved'`,
    `select c.id from claims c where c.expires_at <= $1 and exists (
       select from zone_places p where p.subject in (c.provider_id, -c.resource_id) and p.next && c.busy)`,
  )} select count(*)::int as count from claimed`,
);

const MOVED_TIME = `
  start_at = m.due_at, end_at = t.end_at + make_interval(secs => m.shift_s), busy = ${shifted('t.busy', 'm.shift_s')},
  booked_start = m.due_start`;

/** Moves some appointments. The zone in which they were booked stays. Values: the last one before, the last one, now. */
export const MOVE_APPOINTMENTS = inReview(
  'move-appointments',
  `with updated as (
     update appointments t set ${MOVED_TIME}, updated_at = $3
     from zone_moves m where t.id = m.appointment_id and m.state = 'moved' and m.nr > $1 and m.nr <= $2
     returning t.id
   ) select count(*)::int as count from updated`,
);

export const MOVE_HOLDS = inReview(
  'move-holds',
  `with updated as (
     update holds t set ${MOVED_TIME} from zone_moves m where t.id = m.hold_id and m.state = 'moved' returning t.id
   ) select count(*)::int as count from updated`,
);

/** How many are due, and how many of them move. */
export const COUNT = inReview(
  'count',
  `select coalesce(max(nr), 0)::int as last, count(*)::int as due, count(*) filter (where state = 'moved')::int as moving
   from zone_moves`,
);

/** Moved appointments of some customers, of whom none has more on another page. Values: the last customer before, how many customers. */
export const MOVED_OF_CUSTOMERS = inReview(
  'moved-of-customers',
  `with moved as (
     select a.id, a.customer_id from zone_moves m join appointments a on a.id = m.appointment_id where m.state = 'moved'
   ), told as (
     select distinct customer_id from moved where customer_id > $1 order by customer_id limit $2
   )
   select array_agg(id order by id) as ids, max(customer_id) as last from moved join told using (customer_id)`,
);
