import { isExpected } from '../../booking/appointments/appointment-status';
import type { Statement } from '../../platform/database/database';

/**
 * Writes a message about each appointment that `which` names, whose customer has an address: what it says is what the
 * appointment is now. $1 is the event, $2 the zone of the business, $3 now. Of two that run at the same moment for one
 * appointment both may get the same sequence number; calendars then go by DTSTAMP (RFC 5546, section 2.1.5).
 */
const messagesAbout = (which: string) => `
  insert into notifications
    (appointment_id, customer_id, channel, event, recipient, sequence, snapshot, created_at)
  select a.id, a.customer_id, 'email', $1, c.email,
    coalesce((select max(n.sequence) + 1 from notifications n where n.appointment_id = a.id), 0),
    jsonb_build_object('customerName', trim(c.first_name || ' ' || c.last_name), 'serviceName', s.name,
      'providerName', u.name, 'locationName', l.name, 'locationAddress', l.address, 'status', a.status,
      'start', ${epochMs('a.start_at')}, 'end', ${epochMs('a.end_at')}, 'timezone', coalesce(p.timezone, $2)),
    $3
  from appointments a
  join customers c on c.id = a.customer_id
  join services s on s.id = a.service_id
  join users u on u.id = a.provider_id
  join providers p on p.id = a.provider_id
  left join locations l on l.id = a.location_id
  where c.email is not null and ${which}
  returning id, appointment_id as "appointmentId", channel, event, status`;

/** One statement, because bookings wait for it. $4 is the appointment, which must end after $5. */
export const ENQUEUE: Statement = {
  name: 'notifications.enqueue',
  text: messagesAbout('a.id = $4 and a.end_at > $5'),
};

/**
 * The reminders that are due: of what starts after now, up to $4, and was booked more than $5 hours before. Whoever has been told of this
 * very start since then needs no reminder: who has had it, and whose appointment was moved there only just now. $6 at
 * most, the soonest first.
 */
export const REMIND: Statement = {
  name: 'notifications.remind',
  text: messagesAbout(`a.start_at > $3 and a.start_at <= $4 and ${isExpected('a.status')}
    and a.created_at < a.start_at - make_interval(hours => $5)
    and not exists (
      select from notifications n
      where n.appointment_id = a.id and n.created_at >= a.start_at - make_interval(hours => $5)
        and (n.snapshot ->> 'start')::bigint = ${epochMs('a.start_at')}
    )
    order by a.start_at, a.id limit $6`),
};

/** Begins an attempt, the $2-th; nothing when the message is sent, given up, or gone with its customer. $3 is now. */
export const BEGIN: Statement = {
  name: 'notifications.begin',
  text: `
    update notifications n set attempts = $2, next_attempt_at = null
    from instance
    where n.id = $1 and n.status = 'queued'
    returning n.id, n.appointment_id as "appointmentId", n.event, n.recipient, n.sequence, n.snapshot,
      n.created_at as "createdAt", instance.uuid as instance,
      n.event = 'reminder' and not exists (
        select from appointments a
        where a.id = n.appointment_id and ${isExpected('a.status')} and a.start_at > $3
          and ${epochMs('a.start_at')} = (n.snapshot ->> 'start')::bigint
      ) as "isOutdated"`,
};

/** Puts on the audit trail who asked for a message. */
export const REQUESTED: Statement = {
  name: 'notifications.requested',
  text: 'update notifications set requested = true where id = $1',
};

export const SENT: Statement = {
  name: 'notifications.sent',
  text: `update notifications set status = 'sent', sent_at = $2, last_error = null, next_attempt_at = null where id = $1`,
};

/** Keeps the record of an attempt that is still the newest: who was taken for dead does not undo what came after. */
export const HOLD: Statement = {
  name: 'notifications.hold',
  text: `select from notifications where id = $1 and attempts = $2 and status = 'queued' for update`,
};

/** $3 is now, and $4 the next attempt, by the clock of the database. */
export const PUT_OFF: Statement = {
  name: 'notifications.put-off',
  text: `update notifications set last_error = $2, next_attempt_at = $3::timestamptz + ($4::timestamptz - now()) where id = $1`,
};

/** $3 is how often it was tried. */
export const GIVE_UP: Statement = {
  name: 'notifications.give-up',
  text: `update notifications set status = 'failed', last_error = $2, attempts = $3 where id = $1`,
};

function epochMs(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}
