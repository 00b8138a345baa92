/**
 * SQL: the calendar entry that an appointment `a` has with others of its series or visit
 * (docs/contributing/adr/0026-calendar-entries-in-mails.md).
 */
import { FACTS_FROM, FACTS_NOW } from './facts.statements';

/** SQL: the entry of the appointment `a`, such as `series-5`; null: one of its own. */
export const ENTRY = `case
    when a.series_id is not null then (select 'series-' || r.id from series r where r.id = a.series_id and r.first_start is not null)
    when a.visit_id is not null then (select 'visit-' || v.id from visits v where v.id = a.visit_id and v.shares_entry)
  end`;

/**
 * A relation `top` beside the appointment `a`: its `entry`, such as `series-5`, or null when it has one of its own. Subqueries, in which `a`
 * is another appointment, take the ids of this one from it.
 */
export const WITH_ENTRY = topWith(ENTRY);

/** The same without the entry. */
export const WITH_TOP = topWith('null');

function topWith(entry: string): string {
  return `cross join lateral (select a.id, a.series_id, a.visit_id, a.service_id, a.answers, ${entry} as entry) top`;
}

const RULE = `(select jsonb_build_object('id', r.id, 'rrule', r.rrule, 'firstStart', r.first_start, 'timezone', r.timezone)
  from series r where r.id = top.series_id)`;

const restOf = (isOther: string): string => `coalesce((
    select jsonb_agg(jsonb_build_object(${FACTS_NOW}) order by a.start_at, a.id) from ${FACTS_FROM}
    where case when top.visit_id is null then a.series_id = top.series_id else a.visit_id = top.visit_id end
      and a.customer_id = c.id and a.status <> 'cancelled' and ${isOther}), '[]')`;

/** SQL: the appointment `a` is another one than `top`. */
export const NOT_TOP = 'a.id <> top.id';

/**
 * The fact `shared` as a JSON object, which is empty for an appointment with an entry of its own. `rest` are the other appointments of the
 * entry that the customer `c` has. A message about one occurrence does not need them.
 * @param isOther SQL: whether the message is not about the appointment `a`; undefined: it is about `top` alone
 */
export function sharedEntry(isOther?: string): string {
  const rest = restOf(isOther ?? NOT_TOP);
  const restOfSeries = isOther === undefined ? '' : `, 'rest', ${rest}`;
  return `case
    when top.entry is null then '{}'
    when top.visit_id is null then jsonb_build_object('shared', jsonb_build_object('rule', ${RULE}${restOfSeries}))
    else jsonb_build_object('shared', jsonb_build_object('visitId', top.visit_id, 'rest', ${rest}))
  end`;
}
