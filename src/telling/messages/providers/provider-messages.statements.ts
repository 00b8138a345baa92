import { FREED, isOneOf } from '../../../booking/appointment-status';
import type { Statement } from '../../../platform/database/database';
import { wholeMs } from '../facts.statements';
import { withJobs } from '../messages.statements';

/** All who give the appointment or help with it, now and before the change. */
const WORKING = 'array_prepend(a.provider_id, a.team)';
const WORKED = `array_prepend((e.before ->> 'provider_id')::int, array(select jsonb_array_elements_text(e.before -> 'team')::int))`;

/** What the change means to the provider `who.id`; null: nothing. It is the last change of the row, where there is one. */
const KIND = `case
    when $1 = 'cancellation' then 'provider-cancelled'
    when e.before is null or ${isOneOf(`e.before ->> 'status'`, FREED)} then 'provider-booked'
    when who.id <> all (${WORKING}) then 'provider-cancelled'
    when who.id <> all (${WORKED}) then 'provider-booked'
    when e.start_at <> a.start_at or e.end_at <> a.end_at or (e.before ->> 'service_id')::int <> a.service_id
      or (e.before ->> 'location_id')::int is distinct from a.location_id then 'provider-moved'
  end`;

/**
 * Inserts one message to each provider about each customer's appointments among those $4 that end after $5, and that were booked, moved
 * or cancelled for the provider: the first in time with the facts of the others. $1 is the event of the customer's message, $2 the time
 * zone of the business, $3 now, $6 the kinds that are sent. Who has made the change needs no message about it. A message names the
 * customer alone, whose erasure deletes it.
 */
export const INSERT_PROVIDER_MESSAGES: Statement = {
  name: 'messages.insert-to-providers',
  text: withJobs(`
    insert into notifications (appointment_id, customer_id, provider_id, channel, event, recipient, sequence, snapshot, created_at)
    select (array_agg(told.id order by told.start_at, told.id))[1], c.id, told.provider_id, 'email', told.kind, told.email, 0,
      jsonb_build_object('customerName', trim(c.first_name || ' ' || c.last_name), 'recipientName', told.name)
        || (array_agg(told.facts order by told.start_at, told.id))[1]
        || case when count(*) = 1 then '{}' else jsonb_build_object('others', (jsonb_agg(
             told.facts || jsonb_build_object('appointmentId', told.id, 'sequence', 0) order by told.start_at, told.id)) - 0) end,
      $3
    from (
      select a.id, a.start_at, a.customer_id, who.id as provider_id, own.name, own.email, ${KIND} as kind,
        jsonb_build_object('attendeeName', a.attendee_name, 'serviceName', s.name, 'providerName', u.name,
          'locationName', l.name, 'locationAddress', l.address, 'status', a.status,
          'start', ${wholeMs('at.start_at')}, 'end', ${wholeMs('at.end_at')}, 'timezone', coalesce(l.timezone, p.timezone, $2),
          'former', case when e.start_at <> a.start_at or e.end_at <> a.end_at
            then jsonb_build_object('start', ${wholeMs('e.start_at')}, 'end', ${wholeMs('e.end_at')}) end) as facts
      from appointments a
      join services s on s.id = a.service_id
      join users u on u.id = a.provider_id
      join providers p on p.id = a.provider_id
      left join locations l on l.id = a.location_id
      left join lateral (
        select e.before, (e.before ->> 'start_at')::timestamptz as start_at, (e.before ->> 'end_at')::timestamptz as end_at
        from audit_entries e
        where $1 <> 'cancellation' and e.resource = 'appointments' and e.resource_id = a.id and e.action = 'update'
        order by e.id desc limit 1) e on true
      cross join lateral (
        select unnest(${WORKING}) as id union select unnest(${WORKED}) where e.before is not null) who
      join users own on own.id = who.id and own.active and own.email is not null and lower(own.email) not like '%.invalid'
      -- Who has left was to be there at the former time.
      cross join lateral (
        select case when who.id = any (${WORKING}) then a.start_at else e.start_at end as start_at,
          case when who.id = any (${WORKING}) then a.end_at else e.end_at end as end_at) at
      where a.id = any ($4) and a.end_at > $5
        and who.id is distinct from (nullif(current_setting('scheduling.write_context', true), '')::jsonb ->> 'userId')::int
    ) told
    -- An erasure deletes the message, or has removed the name.
    join (
      select id, first_name, last_name from customers
      where id in (select customer_id from appointments where id = any ($4)) for key share) c on c.id = told.customer_id
    where told.kind = any ($6)
    group by c.id, c.first_name, c.last_name, told.provider_id, told.kind, told.name, told.email
    returning id`),
};
