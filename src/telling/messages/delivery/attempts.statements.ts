import { isExpected } from '../../../booking/appointment-status';
import type { Statement } from '../../../platform/database/database';
import { wholeMs } from '../facts.statements';
import { LINK_OF_MESSAGE } from '../message-link';

/** The SQL of the attempts to send messages. */

/** Begins attempt number $2. Returns no row when the message was sent, given up, or deleted with its customer. $3 is now. */
export const BEGIN_ATTEMPT: Statement = {
  name: 'messages.begin-attempt',
  text: `
    update notifications n set attempts = $2, next_attempt_at = null
    from instance
    where n.id = $1 and n.status = 'queued'
    returning n.id, n.appointment_id as "appointmentId", n.channel, n.event, n.recipient, n.sequence, n.snapshot as facts,
      n.created_at as "createdAt", instance.uuid as instance, ${LINK_OF_MESSAGE} as link,
      n.event = 'reminder' and not exists (
        select from appointments a
        where a.id = n.appointment_id and ${isExpected('a.status')} and a.start_at > $3
          and ${wholeMs('a.start_at')} = (n.snapshot ->> 'start')::bigint
      ) or n.event = 'offer' and not exists (
        select from holds h where h.token = (n.snapshot ->> 'holdId')::uuid and h.expires_at > $3
      ) as "isOutdated"`,
};

/** $3 is what it said. That is not kept when an erasure has meanwhile taken the name $4 from the message. */
export const MARK_SENT: Statement = {
  name: 'messages.mark-sent',
  text: `
    update notifications
    set status = 'sent', sent_at = $2, last_error = null, next_attempt_at = null,
      said = case when snapshot ->> 'attendeeName' is not distinct from $4 then $3 end
    where id = $1`,
};

/** Locks the message if attempt $2 is still its newest. A worker that was taken for dead must not overwrite a later attempt. */
export const LOCK_ATTEMPT: Statement = {
  name: 'messages.lock-attempt',
  text: `select from notifications where id = $1 and attempts = $2 and status = 'queued' for update`,
};

/** $3 is now by our clock; $4 is the time of the next attempt by PostgreSQL's clock, which the queue uses. */
export const MARK_FOR_RETRY: Statement = {
  name: 'messages.mark-for-retry',
  text: `update notifications set last_error = $2, next_attempt_at = $3::timestamptz + ($4::timestamptz - now()) where id = $1`,
};

/** $3 is the number of attempts. */
export const MARK_FAILED: Statement = {
  name: 'messages.mark-failed',
  text: `update notifications set status = 'failed', last_error = $2, attempts = $3 where id = $1`,
};

/**
 * Deletes up to $2 messages from before $1 that are sent or failed. Messages about an appointment that ended after $1 stay: the
 * next message about it, or about another one of its series, needs a higher sequence number than theirs.
 */
export const DELETE_OLD: Statement = {
  name: 'messages.delete-old',
  text: `
    delete from notifications where id in (
      select n.id from notifications n
      where n.created_at < $1 and n.status <> 'queued'
        and not exists (select from appointments a where a.id = n.appointment_id and a.end_at > $1)
        and not case when n.calendar_entry like 'series-%' then exists (
          select from appointments a where a.series_id = substr(n.calendar_entry, 8)::int and a.end_at > $1)
        else false end
      order by n.created_at limit $2
    )
    returning id`,
};

/** Hands an SMS over: the event of this change tells it to webhooks. Values: the message, now, the text, until when it may be sent. */
export const MARK_TEXT_DUE: Statement = {
  name: 'messages.mark-text-due',
  text: `
    update notifications
    set status = 'sent', sent_at = $2, text = $3, expires_at = $4, last_error = null, next_attempt_at = null where id = $1`,
};
