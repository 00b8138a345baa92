/** SQL: the SEQUENCE (RFC 5545) of the calendar entry of an appointment `a`. */

/** How many times the appointment `a` has been changed. */
const CHANGES = `(select count(*) from audit_entries e
  where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'update')`;

/** A booking does not look for changes. */
const CHANGES_IF_ANY = `case when a.updated_at > a.created_at then ${CHANGES} else 0 end`;

const LAST = '(select max(n.sequence) from notifications n where n.appointment_id = a.id)';

/** How many messages there are about the appointment `a` alone. Counted only where other messages are possible: in series and visits. */
const ALONE = `(select count(*) from notifications n
  where n.appointment_id = a.id and (n.snapshot ? 'others') is not true)`;

/**
 * The sequence number of the next message about several appointments with entries of their own, `a` among them. Only one of them is its
 * `appointment_id`, so LAST does not know it. Each such message follows the booking or a change of all of them: the sum is higher than in
 * the one before.
 */
export const SEQUENCE_WITH_OTHERS = `greatest(coalesce(${LAST} + 1, 0), ${CHANGES_IF_ANY} + ${ALONE})::int`;

const OF_OTHERS = (ifAny: string) =>
  `case when a.series_id is null and a.visit_id is null then 0 else ${ifAny} end`;

/**
 * The sequence number of the next message about the appointment `a` alone: higher than those before, also than SEQUENCE_WITH_OTHERS, and
 * not lower than any that a calendar file has shown.
 */
export const SEQUENCE = `greatest(coalesce(${LAST} + 1, 0), ${CHANGES_IF_ANY} + ${OF_OTHERS(`${ALONE} + 1`)})::int`;

/** The SEQUENCE of the appointment `a` in a calendar file: the number of its changes, or that of the last message if it is higher. */
export const LATEST_SEQUENCE = `greatest(coalesce(${LAST}, 0), ${CHANGES} + ${OF_OTHERS(ALONE)})::int`;

/** The most changes of an appointment that has its entry in common with `top`. */
const MOST_CHANGES = `case when top.visit_id is null
  then (select max(${CHANGES_IF_ANY}) from appointments a where a.series_id = top.series_id)
  else (select max(${CHANGES_IF_ANY}) from appointments a where a.visit_id = top.visit_id) end`;

const LAST_OF_ENTRY = '(select max(n.sequence) from notifications n where n.calendar_entry = top.entry)';

/**
 * The sequence number of the next message about the entry of `top` (WITH_ENTRY): that of all its appointments rises together.
 * @param own the number where the appointment has an entry of its own
 */
export function sequenceOf(own: string): string {
  return `case when top.entry is null then ${own} else greatest(${LAST_OF_ENTRY} + 1, ${MOST_CHANGES}) end`;
}

/** The SEQUENCE of the entry of `top` in a calendar file. @param own as that of `sequenceOf` */
export function latestSequenceOf(own: string): string {
  return `case when top.entry is null then ${own} else greatest(${LAST_OF_ENTRY}, ${MOST_CHANGES}) end`;
}
