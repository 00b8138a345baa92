import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AppointmentMessage, MessageSubject } from '../../../booking/diary/writes/customer-messages';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { valuesFor, named } from '../../../platform/database/named';
import { beforesOf, asBefore, before, formerOf } from '../message-past';
import { FREED, isOneOf } from '../../../booking/appointment-status';
import { FACTS_FROM, FACTS_NOW, wholeMs } from '../facts.statements';
import { withJobs } from '../messages.statements';

/** What the appointments were before the change, as `beforesOf` gives it. */
const BEFORES = ':befores';

/** All who give the appointment or help with it, now and before the change. */
const WORKING = 'array_prepend(a.provider_id, a.team)';
const WORKED = `array_prepend(b."providerId", b.team)`;

const IS_CANCELLED = `(:event = 'cancellation' or a.status = 'cancelled')`;

/** It took no time before the change: a provider who had it and does not get it back loses nothing. */
const WAS_FREED = isOneOf('b.status', FREED);

/** What the change means to the provider `who.id`; null: nothing. `b` is the appointment before; it has no start where the change books it. */
const KIND = `case
    when ${IS_CANCELLED} then 'provider-cancelled'
    when b.start is null or ${WAS_FREED} then 'provider-booked'
    when who.id <> all (${WORKING}) then 'provider-cancelled'
    when who.id <> all (${WORKED}) then 'provider-booked'
    when b.start <> ${wholeMs('a.start_at')} or b.end <> ${wholeMs('a.end_at')} or b."serviceId" <> a.service_id
      or b."locationId" is distinct from a.location_id then 'provider-moved'
  end`;

/**
 * Inserts one message to each provider about each customer's appointments among those `:about` that end after now, and that were booked, moved
 * or cancelled for the provider: the first in time with the facts of the others. `:event` is that of the customer's
 * message, `:kinds` those that are sent. Who has made the change needs no message about it. A message names the customer alone, whose
 * erasure deletes it.
 */
const INSERT_PROVIDER_MESSAGES = named(
  'messages.insert-to-providers',
  withJobs(`
    insert into notifications (appointment_id, customer_id, provider_id, channel, event, recipient, sequence, snapshot, created_at)
    select (array_agg(told.id order by told.start_at, told.id))[1], c.id, told.provider_id, 'email', told.kind, told.email, 0,
      jsonb_build_object('customerName', trim(c.first_name || ' ' || c.last_name), 'recipientName', told.name)
        || (array_agg(told.facts order by told.start_at, told.id))[1]
        || case when count(*) = 1 then '{}' else jsonb_build_object('others', (jsonb_agg(
             told.facts || jsonb_build_object('appointmentId', told.id, 'sequence', 0) order by told.start_at, told.id)) - 0) end,
      :now
    from (
      select a.id, a.start_at, a.customer_id, who.id as provider_id, own.name, own.email, kind,
        jsonb_build_object('attendeeName', a.attendee_name, ${FACTS_NOW},
          'former', case when kind = 'provider-moved' then ${formerOf(BEFORES)} end,
          'cancelReason', case when a.status = 'cancelled' then a.cancel_reason end)
          -- Who does not have it any more had it as it was before.
          || case when kind = 'provider-cancelled' then ${asBefore(BEFORES)} else '{}' end as facts
      from ${FACTS_FROM}
      cross join ${before(BEFORES)}
      cross join lateral (
        select unnest(${WORKING}) as id where b.start is null or not ${IS_CANCELLED}
        union select unnest(${WORKED}) where b.start is not null and (${IS_CANCELLED} or not ${WAS_FREED})) who
      cross join lateral (select ${KIND} as kind) means
      join users own on own.id = who.id and own.active and own.email is not null and lower(own.email) not like '%.invalid'
      where a.id = any (:about) and a.end_at > :now
        and who.id is distinct from (nullif(current_setting('scheduling.write_context', true), '')::jsonb ->> 'userId')::int
    ) told
    -- An erasure deletes the message, or has removed the name.
    join (
      select id, first_name, last_name from customers
      where id in (select customer_id from appointments where id = any (:about)) for key share) c on c.id = told.customer_id
    where told.kind = any (:kinds)
    group by c.id, c.first_name, c.last_name, told.provider_id, told.kind, told.name, told.email
    returning id`),
);

/** Queues messages to the providers of appointments, as NOTIFY_PROVIDERS says. */
@Injectable()
export class ProviderMessages {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** As `CustomerMessages.queue`, to the providers that the change concerns. Sends no statement when no provider is told of anything. */
  async queue(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    change: AppointmentMessage,
  ): Promise<void> {
    const { notifyProviders, businessTimeZone } = this.config;
    if (notifyProviders.length === 0) return;
    const now = new Date(this.clock.now());
    const kinds = notifyProviders.map((each) => `provider-${each}`);
    const ids = subjects.map(({ id }) => id);
    const values = {
      event: change,
      zone: businessTimeZone,
      now,
      about: ids,
      kinds,
      befores: beforesOf(subjects),
    };
    await this.database.rows(INSERT_PROVIDER_MESSAGES, valuesFor(INSERT_PROVIDER_MESSAGES, values), tx);
  }
}
