import type { Statement } from '../../platform/database/database';
import { named, type NamedStatement } from '../../platform/database/named';
import { insertJobs } from '../../platform/queue/jobs';
import { MESSAGE_QUEUE } from './delivery/message-job';
import type { Channel } from './message-kinds';
import { SEQUENCE_WITH_OTHERS } from './message-sequence';
import {
  ANSWERED_BY_OTHER,
  anyPast,
  factsOf,
  NO_FACTS,
  NO_PAST,
  type Past,
  pastOfText,
} from './message-past';
import { FACTS_FROM } from './facts.statements';
import { RECIPIENTS } from './recipients';
import { ENTRY } from './shared-entry';

/** Inserts messages, and queues the job of each. @param insert returns at least the id of each message */
export function withJobs(insert: string): string {
  return `
    with message as (${insert}),
    job as (${insertJobs(MESSAGE_QUEUE, `jsonb_build_object('notificationId', message.id)`, 'message')})
    select * from message`;
}

/** Which messages are inserted, and what they say beside the facts of all. */
interface Selected {
  readonly condition: string;
  /** Absent: e-mails. */
  readonly channel?: Channel;
  /** SQL of what a message tells beside what the appointment is now, and of its place among others. */
  readonly past?: Past;
  /** A JSON object. */
  readonly facts?: string;
  /** Joins the row `step`, of which `hours` is the step of a reminder. */
  readonly steps?: string;
}

/**
 * Inserts a message about each appointment that `condition` selects and whose customer the channel reaches. The message keeps what
 * the appointment is now. Two that run at the same moment for one
 * appointment can get the same sequence number; calendar programs then compare DTSTAMP (RFC 5546, section 2.1.5). The foreign key
 * would lock the customer too, but only after its columns were read: a message could hold what an erasure has just removed.
 */
export function insertMessages({
  condition,
  channel = 'email',
  past = channel === 'email' ? anyPast() : pastOfText(),
  facts = NO_FACTS,
  steps = '',
}: Selected): string {
  const { recipient, isUsable } = RECIPIENTS[channel];
  return withJobs(`
  insert into notifications (appointment_id, customer_id, channel, event, recipient, calendar_entry, sequence, reminder_hours, snapshot, created_at)
  select a.id, a.customer_id, '${channel}', :event, ${recipient}, ${past.entry}, ${past.sequence}, ${steps === '' ? 'null' : 'step.hours'},
    jsonb_build_object('customerName', trim(c.first_name || ' ' || c.last_name), 'attendeeName', a.attendee_name,
      'language', coalesce(a.attendee_language, c.language), 'customerTimezone', coalesce(a.attendee_timezone, c.timezone),
      'answered', ${past.answered})
      || ${past.facts} || ${past.shared} || ${facts},
    :now
  from ${FACTS_FROM}
  join customers c on c.id = a.customer_id ${steps}
  ${past.joins}
  where ${isUsable} and ${condition}
  for key share of c
  returning id, appointment_id as "appointmentId", channel, event, status`);
}

const OF_ONE = 'a.id = :about and a.end_at > :endsAfter';

/**
 * The values of the statements that insert messages have names: `:event`, `:zone` of the business, `:now`, `:about` (an id, or ids),
 * `:endsAfter`, and `:befores`, which is what the appointments were before the change, as `beforesOf` gives it.
 */
const BEFORES = ':befores';

/** About the appointment `:about`, which must end after `:endsAfter`. */
export const INSERT_MESSAGE = named(
  'messages.insert',
  insertMessages({ condition: OF_ONE, past: anyPast({ befores: BEFORES }) }),
);

/** About an appointment that was booked just now, alone. */
export const INSERT_FIRST_MESSAGE = named(
  'messages.insert-first',
  insertMessages({ condition: OF_ONE, past: NO_PAST }),
);

/**
 * One message to each customer, about the first of the customer's appointments among those `:about` that end after `:endsAfter`, with the
 * facts of the others: an appointment of a series may have been given to another customer.
 */
export const INSERT_MESSAGE_FOR_ALL = insertForAll('messages.insert-for-all', { befores: BEFORES });

/** The same as SMS, about those that start then: an SMS about the others would come too late. */
export const INSERT_TEXTS = insertForAll('messages.insert-texts', {
  channel: 'sms',
  ahead: 'start_at',
  befores: BEFORES,
});

/** The same with the text `:note`, about appointments that need not have their calendar entry in common. */
export const INSERT_MESSAGE_WITH_NOTE = insertForAll('messages.insert-with-note', {
  befores: BEFORES,
  facts: `jsonb_strip_nulls(jsonb_build_object('note', :note::text))`,
  ofOthers: `, 'entry', ${ENTRY}`,
});

/** Why a message comes: new zone rules have moved what it is about. */
const BY_ZONE_RULES = '{"reason": "zone_rules"}';

/** As INSERT_MESSAGE_FOR_ALL, by the zone rules, which leave the clock as it was. */
export const INSERT_UPDATE_FOR_ALL = insertForAll('messages.insert-update-for-all', {
  facts: `'${BY_ZONE_RULES}'::jsonb`,
});

/** One message about each of these appointments, by the zone rules. */
export const INSERT_UPDATES = named(
  'messages.insert-updates',
  insertMessages({
    condition: 'a.id = any (:about) and a.end_at > :endsAfter order by a.start_at, a.id',
    facts: `'${BY_ZONE_RULES}'::jsonb`,
  }),
);

interface ForAll {
  readonly channel?: Channel;
  /** Which instant of the appointments lies ahead. */
  readonly ahead?: 'start_at' | 'end_at';
  /** SQL of what they were before; absent: the message is about no change. */
  readonly befores?: string;
  /** Further ones: SQL of a JSON object. */
  readonly facts?: string;
  /** Further ones of the other appointments: SQL of members of a JSON object. */
  readonly ofOthers?: string;
}

function insertForAll(
  name: string,
  { channel = 'email', ahead = 'end_at', befores, facts = NO_FACTS, ofOthers = '' }: ForAll,
): NamedStatement {
  // What a change has cancelled is not what the message begins with, where something else is left.
  const firstOfEach = `(select distinct on (customer_id) id from appointments
    where id = any (:about) and ${ahead} > :endsAfter order by customer_id, status = 'cancelled', start_at, id)`;
  const others = `
    coalesce((
      select jsonb_build_object('others', jsonb_agg(
        ${factsOf(befores, `'appointmentId', a.id, 'sequence', ${SEQUENCE_WITH_OTHERS}, 'answered', ${ANSWERED_BY_OTHER}${ofOthers}, `)}
        order by a.start_at, a.id))
      from ${FACTS_FROM}
      where a.id = any (:about) and a.${ahead} > :endsAfter and a.customer_id = c.id and a.id not in ${firstOfEach}
      having count(*) > 0
    ), '{}')`;
  const condition = `a.id in ${firstOfEach}`;
  const isOther = `not (a.id = any (:about) and a.${ahead} > :endsAfter)`;
  const past =
    channel === 'email' ? anyPast({ befores, sequence: SEQUENCE_WITH_OTHERS, isOther }) : pastOfText(befores);
  return named(name, insertMessages({ condition, channel, past, facts: `${others} || ${facts}` }));
}

/**
 * Those of the appointments $1 about which a message was queued, and has not failed: alone, or as another one of the same series or
 * visit. Messages about appointments to come are never deleted.
 */
export const FIND_TOLD: Statement = {
  name: 'messages.find-told',
  text: `
    select a.id, coalesce('series ' || a.series_id, 'visit ' || a.visit_id) as several
    from appointments a where a.id = any ($1) and (
      exists (select from notifications n where n.appointment_id = a.id and n.provider_id is null and n.status <> 'failed')
      or ${isAmongOthers('series_id')} or ${isAmongOthers('visit_id')})
    order by a.id`,
};

export interface Told {
  readonly id: number;
  /** What it is a part of; null: it is alone. */
  readonly several: string | null;
}

/** @param group the column that the appointment `a` has in common with the first one of the message */
function isAmongOthers(group: string): string {
  return `a.${group} is not null and exists (
    select from appointments f join notifications n on n.appointment_id = f.id
    where f.${group} = a.${group} and n.provider_id is null and n.status <> 'failed'
      and n.snapshot -> 'others' @> jsonb_build_array(jsonb_build_object('appointmentId', a.id)))`;
}

export const LOCK_STATUS: Statement = {
  name: 'messages.lock-status',
  text: 'select status from appointments where id = $1 for no key update',
};

/** Counts the messages about appointment $1 that callers have requested after $2. */
export const COUNT_REQUESTED: Statement = {
  name: 'messages.count-requested',
  text: `
    select count(*)::int as count from notifications
    where appointment_id = $1 and requested and created_at > $2`,
};

/** A second statement, so that the audit trail records which caller requested the message. */
export const MARK_REQUESTED: Statement = {
  name: 'messages.mark-requested',
  text: 'update notifications set requested = true where id = $1',
};
