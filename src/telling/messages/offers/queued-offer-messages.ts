import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { answersInOrder } from '../../../platform/database/connection/pipeline';
import { epochMs } from '../../../platform/database/columns';
import { OfferMessages } from '../../../booking/waitlist/offers/offer-messages';
import { contactOf } from '../../../business/locations/place-contact';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { named, valuesFor } from '../../../platform/database/named';
import type { Channel } from '../message-kinds';
import { withJobs } from '../messages.statements';
import { RECIPIENTS } from '../recipients';

/** Inserts a message about the offer with the hold `:hold`, if the channel reaches the customer. */
const insertOffer = (channel: Channel) =>
  withJobs(`
    insert into notifications (waitlist_entry_id, customer_id, channel, event, recipient, sequence, snapshot, created_at)
    select e.id, e.customer_id, '${channel}', 'offer', ${RECIPIENTS[channel].recipient}, 0,
      jsonb_build_object('customerName', trim(c.first_name || ' ' || c.last_name), 'attendeeName', e.attendee_name, 'language', c.language, 'customerTimezone', c.timezone,
        'serviceName', s.name, 'providerName', u.name, 'locationName', l.name, 'locationAddress', l.address, 'contact', ${contactOf('l')},
        'start', ${epochMs('h.start_at')}, 'end', ${epochMs('h.end_at')}, 'timezone', coalesce(l.timezone, p.timezone, :zone),
        'expiresAt', ${epochMs('h.expires_at')}, 'holdId', h.token),
      :now
    from holds h
    join waitlist_entries e on e.id = h.waitlist_entry_id
    join customers c on c.id = e.customer_id
    join services s on s.id = h.service_id
    join users u on u.id = h.provider_id
    join providers p on p.id = h.provider_id
    left join locations l on l.id = h.location_id
    where h.token = :hold and ${RECIPIENTS[channel].isUsable}
    for key share of c
    returning id`);

const INSERT_OFFER = named('messages.insert-offer', insertOffer('email'));
const INSERT_TEXT_OFFER = named('messages.insert-text-offer', insertOffer('sms'));

/** Queues an e-mail with each offer, and an SMS where SMS is on, unless NOTIFY_CUSTOMERS is off. */
@Injectable()
export class QueuedOfferMessages extends OfferMessages {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async queue(tx: EntityManager, holdToken: string): Promise<void> {
    const { notifyCustomers, businessTimeZone, sms } = this.config;
    if (!notifyCustomers) return;
    const values = { hold: holdToken, zone: businessTimeZone, now: new Date(this.clock.now()) };
    const statements = sms === 'off' ? [INSERT_OFFER] : [INSERT_OFFER, INSERT_TEXT_OFFER];
    await answersInOrder(
      statements.map((insert) => this.database.rows(insert, valuesFor(insert, values), tx)),
    );
  }
}
