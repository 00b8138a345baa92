import { inReview } from './moves.statements';

/** The SQL of what has moved. */

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
