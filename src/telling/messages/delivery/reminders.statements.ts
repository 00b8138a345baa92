import { FREED, isExpected, isOneOf } from '../../../booking/appointment-status';
import { named } from '../../../platform/database/named';
import { wholeMs } from '../facts.statements';
import type { Channel } from '../message-kinds';
import { insertMessages } from '../messages.statements';

/**
 * The last of the `:steps` (hours before the start) that has come by now, and its moment. An interval of hours is real time, on days of
 * a clock change, too.
 */
const LAST_STEP = `
  cross join lateral (
    select min(hours) as hours, a.start_at - make_interval(hours => min(hours)) as moment
    from unnest(:steps::int[]) hours where a.start_at <= :now::timestamptz + make_interval(hours => hours)) step`;

/** Whether the appointment `a` was moved, or freed and then expected again, since the moment of the step. */
const CHANGED_SINCE = `a.updated_at >= step.moment and exists (
      select from audit_entries e
      where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'update' and e.at >= step.moment
        and (e.before ->> 'start_at' is distinct from e.after ->> 'start_at' or ${isOneOf(`e.before ->> 'status'`, FREED)}))`;

/**
 * Inserts at most `:most` reminders, the soonest start first: of the appointments that start after now and up to `:until`, and that were booked
 * before the moment of their last step. An earlier step that no worker was there for is left out: the customer would get two at once. A
 * message on the channel with this same start that was queued since that moment makes a reminder superfluous: it was the reminder, or it
 * announced that the appointment moved there. A move without a message counts the same.
 */
const insertReminders = (channel: Channel) =>
  insertMessages({
    channel,
    steps: LAST_STEP,
    condition: `a.start_at > :now and a.start_at <= :until and ${isExpected('a.status')}
    and a.created_at < step.moment
    and not exists (
      select from notifications n
      where n.appointment_id = a.id and n.provider_id is null and n.channel = '${channel}' and n.created_at >= step.moment
        and (n.snapshot ->> 'start')::bigint = ${wholeMs('a.start_at')}
    )
    and not (${CHANGED_SINCE})
    order by a.start_at, a.id limit :most`,
  });

export const INSERT_REMINDERS = named('messages.insert-reminders', insertReminders('email'));

/** The same as SMS. */
export const INSERT_TEXT_REMINDERS = named('messages.insert-text-reminders', insertReminders('sms'));
