import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../../platform/database/write-context';
import { addDays } from '../../../platform/time/local-date';
import { type FreeSlot, FreeSlotFinder } from '../../diary/slots/free-slot-finder';
import { fits, type WaitingEntry } from './line';
import { LineQueries } from './line.queries';
import { OfferRound } from './offer-round';

/** After so many offers to earlier entries, or days of providers without an offer to the new entry, the rest is left to the worker. */
const MOST_OFFERS = 5;
const MOST_DAYS = 10;

/** Offers a new entry a slot that is free already. */
@Injectable()
export class FirstOffer {
  constructor(
    private readonly queries: LineQueries,
    private readonly freeSlots: FreeSlotFinder,
    private readonly round: OfferRound,
  ) {}

  /**
   * Goes through the days on which a slot fits the entry. On each, those who wait longer come first.
   * @param context has the transaction that adds the entry
   */
  async make(context: WriteContext, entryId: number): Promise<void> {
    const entry = await this.queries.entry(entryId, context.transaction);
    if (entry === undefined) return;
    let toOthers = 0;
    for (const { providerId, date } of await this.daysFor(context, entry)) {
      const dates = { first: addDays(date, -1), last: addDays(date, 1) };
      const limits = { upTo: entry, mostOffers: MOST_OFFERS - toOthers };
      const { offered } = await this.round.run(context, { providerId, dates }, limits);
      if (offered.includes(entryId)) return;
      toOthers += offered.length;
      if (toOthers >= MOST_OFFERS) return;
    }
  }

  private async daysFor(context: WriteContext, entry: WaitingEntry): Promise<FreeSlot[]> {
    const dates = { first: entry.from, last: entry.to };
    const slots = await this.freeSlots.find({ ...entry, dates }, context.transaction);
    const days = new Map<string, FreeSlot>();
    for (const slot of slots) {
      const day = `${slot.providerId} ${slot.date}`;
      if (days.size < MOST_DAYS && !days.has(day) && fits(entry, slot)) days.set(day, slot);
    }
    return [...days.values()];
  }
}
