import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';
import { type BookedOffer, BookedOffers } from '../../appointments/changes/booked-offers';

const RECORD: Statement = {
  name: 'waitlist.record-booking',
  text: `
    update waitlist_entries set status = case when customer_id = $2 then 'booked' else 'waiting' end,
      appointment_id = case when customer_id = $2 then $3::int end
    where id = $1`,
};

/** An entry is booked when its customer gets what it was offered. When another customer does, it waits on. */
@Injectable()
export class WaitlistBookedOffers extends BookedOffers {
  constructor(private readonly database: Database) {
    super();
  }

  async record(tx: EntityManager, entryId: number, { id, customerId }: BookedOffer): Promise<void> {
    await this.database.rows(RECORD, [entryId, customerId, id], tx);
  }
}
