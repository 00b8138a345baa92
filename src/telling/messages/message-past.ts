/** SQL: what a message about an appointment `a` tells of the past. `:event` is that of the message. */
import { contactOf } from '../../business/locations/place-contact';
import type { MessageSubject } from '../../booking/diary/writes/customer-messages';
import { FACTS_NOW, wholeMs } from './facts.statements';
import { SEQUENCE, sequenceOf } from './message-sequence';
import { sharedEntry, WITH_ENTRY, WITH_TOP } from './shared-entry';

/** What an appointment was before a change, in the form of a value of the statements. Null: none was before. */
export function beforesOf(subjects: readonly MessageSubject[]): string | null {
  const befores = subjects.flatMap(({ id, before }) => {
    if (before === undefined) return [];
    const { start, end, status, serviceId, providerId, locationId, team } = before;
    return [[id, { start, end, status, serviceId, providerId, locationId, team }] as const];
  });
  return befores.length === 0 ? null : JSON.stringify(Object.fromEntries(befores));
}

/** SQL: a relation `b` of one row, the appointment `a` before the change. @param befores SQL of what `beforesOf` gives */
export const before = (
  befores: string,
) => `jsonb_to_record(${befores}::jsonb -> a.id::text) as b (start bigint, "end" bigint, status text,
      "serviceId" int, "providerId" int, "locationId" int, team int[])`;

/** SQL of the FormerFacts of the appointment `a`. @param befores as that of `before` */
export const formerOf = (befores: string) => `(
    select jsonb_build_object('start', b.start, 'end', b.end, 'status', b.status, 'timezone', coalesce(fl.timezone, fp.timezone, :zone),
      'serviceName', fs.name, 'providerName', fu.name, 'locationName', fl.name, 'locationAddress', fl.address,
      'contact', ${contactOf('fl')})
    from ${before(befores)} join services fs on fs.id = b."serviceId" join users fu on fu.id = b."providerId"
    join providers fp on fp.id = b."providerId" left join locations fl on fl.id = b."locationId")`;

/** SQL of the facts that differ in the appointment `a` before the change, as a JSON object. @param befores as that of `before` */
export const asBefore = (befores: string) => `coalesce(${formerOf(befores)} - 'status', '{}')`;

/**
 * The last change of the appointment $1 that a message would be about: what it was before, as `beforesOf` gives it, or no row.
 */
export const LAST_CHANGE = {
  name: 'messages.last-change',
  text: `
    select jsonb_build_object($1::int, jsonb_build_object('start', ${wholeMs(`(e.before ->> 'start_at')::timestamptz`)},
      'end', ${wholeMs(`(e.before ->> 'end_at')::timestamptz`)}, 'status', e.before -> 'status', 'serviceId', e.before -> 'service_id',
      'providerId', e.before -> 'provider_id', 'locationId', e.before -> 'location_id'))::text as befores
    from audit_entries e
    where e.resource = 'appointments' and e.resource_id = $1 and e.action = 'update'
      and (${['start_at', 'end_at', 'provider_id', 'service_id', 'location_id'].map((name) => `e.before -> '${name}' is distinct from e.after -> '${name}'`).join(' or ')})
    order by e.id desc limit 1`,
};

const IS_GIVEN_AWAY = `exists (
    select from audit_entries e
    where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'update'
      and e.before -> 'customer_id' is distinct from e.after -> 'customer_id')`;

/** The questions of the service `s` that the appointment `a` answers. They are told in confirmations. */
const answeredIf = (
  condition: string,
) => `case when :event = 'confirmation' and a.answers <> '{}' and ${condition}
  then (
    select jsonb_agg(jsonb_build_object('label', q -> 'label', 'labels', q -> 'labels', 'type', q -> 'type', 'value', a.answers -> (q ->> 'key')) order by nth)
    from jsonb_array_elements(s.questions) with ordinality asked (q, nth) where a.answers ? (q ->> 'key'))
  end`;

/** Never to another customer than the one who gave the answers: those stay with an appointment that is given away. */
const ANSWERED = answeredIf(`not ${IS_GIVEN_AWAY}`);

/** Those of another appointment `a` of the message. Null: as the first one, `top`, of the same series. */
export const ANSWERED_BY_OTHER = `case when a.series_id is null or a.answers <> top.answers or a.service_id <> top.service_id
  then coalesce(${ANSWERED}, '[]') end`;

/** SQL of the fact that the pending appointment `a` has ended whose customer had moved it, where it was confirmed: a JSON object. */
const LAPSED = `case when a.cancelled_by = 'expired' and (
    select e.before ->> 'status' = 'confirmed' and e.before -> 'start_at' is distinct from e.after -> 'start_at' from audit_entries e
    where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'update'
      and e.after ->> 'status' = 'pending' and e.before ->> 'status' <> 'pending'
    order by e.id desc limit 1) then '{"isLapsed": true}' else '{}' end::jsonb`;

/**
 * The facts of the appointment `a` as a JSON object, with what a message about its change tells of the past. A cancellation is about what
 * was agreed before.
 * @param befores as that of `before`; undefined: the message is about no change
 * @param more SQL of further members
 */
export const factsOf = (befores?: string, more = '') =>
  befores === undefined
    ? `jsonb_build_object(${more}${FACTS_NOW}, 'former', null)`
    : `jsonb_build_object(${more}${FACTS_NOW}, 'former', case when :event = 'reschedule' then ${formerOf(befores)} end,
        'isNew', :event = 'reschedule' and not coalesce(${befores}::jsonb ? a.id::text, true))
      || case when :event = 'cancellation' then ${asBefore(befores)} || ${LAPSED} else '{}' end`;

export const NO_FACTS = `'{}'::jsonb`;

/** What a message tells beside what the appointment is now, and its place among others. */
export interface Past {
  /** The calendar entry that the appointment has in common with others, and the joins that find it. */
  readonly entry: string;
  readonly joins: string;
  readonly sequence: string;
  readonly answered: string;
  /** JSON objects. */
  readonly facts: string;
  readonly shared: string;
}

interface PastOf {
  /** As that of `before`. */
  readonly befores?: string | undefined;
  /** The number of the message where each appointment has a calendar entry of its own. */
  readonly sequence?: string;
  /** SQL: whether the message is not about the appointment `a`; absent: it is about one. */
  readonly isOther?: string;
}

export function anyPast({ befores, sequence = SEQUENCE, isOther }: PastOf = {}): Past {
  return {
    entry: 'top.entry',
    joins: WITH_ENTRY,
    sequence: sequenceOf(sequence),
    answered: ANSWERED,
    facts: factsOf(befores),
    shared: sharedEntry(isOther),
  };
}

/** That of an appointment that was booked just now, alone. Each booking waits for its message: PostgreSQL starts a plan for each subquery. */
export const NO_PAST: Past = {
  entry: 'null',
  joins: '',
  sequence: '0',
  answered: answeredIf('true'),
  facts: factsOf(),
  shared: NO_FACTS,
};

/** An SMS has no calendar entry, so nothing counts them. */
export const pastOfText = (befores?: string): Past => ({
  ...NO_PAST,
  joins: WITH_TOP,
  answered: ANSWERED,
  facts: factsOf(befores),
});
