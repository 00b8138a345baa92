/** SQL: what a message about an appointment `a` tells of the past. $1 is the event of the message. */
import { FACTS_NOW, wholeMs } from './facts.statements';
import { SEQUENCE, sequenceOf } from './message-sequence';
import { sharedEntry, WITH_ENTRY } from './shared-entry';

/** The time of the appointment `a` before its last move. */
const FORMER = `(
  select jsonb_build_object('start', ${wholeMs(`(e.before ->> 'start_at')::timestamptz`)}, 'end', ${wholeMs(`(e.before ->> 'end_at')::timestamptz`)})
  from audit_entries e
  where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'update'
    and e.before ->> 'start_at' is distinct from e.after ->> 'start_at'
  order by e.id desc limit 1)`;

const IS_GIVEN_AWAY = `exists (
    select from audit_entries e
    where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'update'
      and e.before -> 'customer_id' is distinct from e.after -> 'customer_id')`;

/** The questions of the service `s` that the appointment `a` answers. They are told in confirmations. */
const answeredIf = (
  condition: string,
) => `case when $1 = 'confirmation' and a.answers <> '{}' and ${condition}
  then (
    select jsonb_agg(jsonb_build_object('label', q -> 'label', 'labels', q -> 'labels', 'type', q -> 'type', 'value', a.answers -> (q ->> 'key')) order by nth)
    from jsonb_array_elements(s.questions) with ordinality asked (q, nth) where a.answers ? (q ->> 'key'))
  end`;

/** Never to another customer than the one who gave the answers: those stay with an appointment that is given away. */
export const ANSWERED = answeredIf(`not ${IS_GIVEN_AWAY}`);

/**
 * The facts of the appointment `a`, with what a message about it tells of the past. $1 is the event of the message: only one about a move
 * looks for the former time.
 */
export const FACTS = `${FACTS_NOW}, 'former', case when $1 = 'reschedule' then ${FORMER} end`;

export const NO_FACTS = `'{}'::jsonb`;

/** What a message tells beside what the appointment is now, and its place among others. */
export interface Past {
  /** The calendar entry that the appointment has in common with others, and the joins that find it. */
  readonly entry: string;
  readonly joins: string;
  readonly sequence: string;
  readonly answered: string;
  /** Members of a JSON object. */
  readonly facts: string;
  /** A JSON object. */
  readonly shared: string;
}

/**
 * @param sequence the number of the message where each appointment has a calendar entry of its own
 * @param isOther SQL: whether the message is not about the appointment `a`; absent: it is about one
 */
export function anyPast(sequence = SEQUENCE, isOther?: string): Past {
  return {
    entry: 'top.entry',
    joins: WITH_ENTRY,
    sequence: sequenceOf(sequence),
    answered: ANSWERED,
    facts: FACTS,
    shared: sharedEntry(isOther),
  };
}

/** That of an appointment that was booked just now, alone. Each booking waits for its message: PostgreSQL starts a plan for each subquery. */
export const NO_PAST: Past = {
  entry: 'null',
  joins: '',
  sequence: '0',
  answered: answeredIf('true'),
  facts: `${FACTS_NOW}, 'former', null`,
  shared: NO_FACTS,
};

/** An SMS has no calendar entry, so nothing counts them. */
export const WITHOUT_ENTRY: Past = { ...NO_PAST, answered: ANSWERED, facts: FACTS };
