import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database, type Statement } from '../../../platform/database/database';
import { violates } from '../../../platform/database/sqlstate';
import type { WriteContext } from '../../../platform/database/write-context';
import { ValidationError } from '../../../platform/errors/errors';
import { MINUTE_MS } from '../../../platform/time/units';
import type { FreeSlot } from '../../diary/slots/free-slot-finder';
import { SlotRefused } from '../../diary/claims/slot-refused';
import { HeldTimes } from '../../diary/holds/held-times';
import { isOffer, isOpen } from '../waitlist-status';
import { LOCK_ENTRY } from '../waitlist.statements';
import type { WaitingEntry } from './line';
import { OfferMessages } from './offer-messages';

/** The constraint that no entry has two offers at a time. */
const ONE_OFFER = 'holds_one_offer';
/** The entry was deleted with its customer. */
const NO_ENTRY = 'holds_waitlist_entry_id_fkey';

/**
 * Turns entry $1 to `offered`, and records the offer of provider $4 and start $5; returns no row when the entry does not wait at
 * the instant $2, or was offered this time before. $3 is the hold of the offer.
 */
const RECORD: Statement = {
  name: 'waitlist.record-offer',
  text: `
    with offered as (
      update waitlist_entries e set status = 'offered'
      where e.id = $1 and ${isOpen('e')} and e.ends_at > $2
        and not exists (select from holds h where ${isOffer('e', '$2')} and h.id <> $3)
      returning e.id
    )
    insert into waitlist_offers (entry_id, provider_id, start_at) select id, $4, $5 from offered
    on conflict do nothing returning entry_id`,
};

/** A customer has at least this long to answer. */
const LEAST_MS = MINUTE_MS;

/** `taken`: another customer has the slot, or it begins too soon. `settled`: the entry does not wait any more. */
export type OfferOutcome = 'offered' | 'taken' | 'settled';

/** The entry does not wait any more. Thrown inside the transaction, which it rolls back. */
class EntrySettled extends Error {}

/** Makes one offer: the hold, the change of the entry and the message to the customer commit together. */
@Injectable()
export class OfferMaker {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly holds: HeldTimes,
    private readonly messages: OfferMessages,
    private readonly clock: Clock,
  ) {}

  /** Offers a slot to an entry, unless another worker was faster. */
  async make(context: WriteContext, entry: WaitingEntry, slot: FreeSlot): Promise<OfferOutcome> {
    // Known before anything is locked; the notice of the service is judged there.
    if (slot.start - this.clock.now() < LEAST_MS) return 'taken';
    try {
      await this.database.transaction(context, (tx) => this.offer(tx, entry, slot));
      return 'offered';
    } catch (error) {
      if (error instanceof EntrySettled) return 'settled';
      if (violates(error, ONE_OFFER) || violates(error, NO_ENTRY)) return 'settled';
      // The service, the location or the duration was removed, or the capacity lowered, since the slot was found.
      if (error instanceof SlotRefused || error instanceof ValidationError) return 'taken';
      throw error;
    }
  }

  private async offer(tx: EntityManager, entry: WaitingEntry, slot: FreeSlot): Promise<void> {
    const { serviceId, locationId, seats } = entry;
    const durationMin = entry.durationMin ?? undefined;
    const { providerId, start } = slot;
    const now = this.clock.now();
    const hold = await this.holds.place(tx, {
      candidate: { serviceId, providerId, durationMin, locationId, seats, start },
      expiresAt: now + this.config.waitlistOfferMin * MINUTE_MS,
      waitlistEntryId: entry.id,
      leastMs: LEAST_MS,
    });
    // First the lock, then a statement of its own, which sees what the one who held the lock has committed.
    await this.database.rows(LOCK_ENTRY, [entry.id], tx);
    const values = [entry.id, new Date(now), hold.id, providerId, new Date(start)];
    const recorded = await this.database.rows(RECORD, values, tx);
    if (recorded.length === 0) throw new EntrySettled();
    await this.messages.queue(tx, hold.token);
  }
}
