import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import type { WriteContext } from '../../../platform/database/write-context';
import type { Dates } from '../../../platform/time/dates';
import { FreeSlotFinder } from '../../diary/slots/free-slot-finder';
import type { FreedTime } from './freed-time';
import { LineSlots, type Line, type WaitingEntry } from './line';
import { BATCH, LineQueries } from './line.queries';
import { OfferMaker } from './offer-maker';

/** Where a round ends early. */
export interface RoundLimits {
  /** On the monotonic clock; ms. */
  readonly deadline?: number;
  /** The last entry that is considered: those who came later have no claim yet. */
  readonly upTo?: WaitingEntry;
  readonly mostOffers?: number;
}

/** The ids of the entries that were offered a time, and whether nothing is left to offer. */
export interface Round {
  readonly offered: readonly number[];
  readonly isComplete: boolean;
}

/**
 * Offers the free slots of some freed time to the entries of the waitlist: the entry that waits longest comes first, and gets the first
 * slot that fits. Any number of rounds may run at once: of two that make the same offer, the second one finds it taken.
 */
@Injectable()
export class OfferRound {
  constructor(
    private readonly queries: LineQueries,
    private readonly freeSlots: FreeSlotFinder,
    private readonly maker: OfferMaker,
    private readonly clock: Clock,
  ) {}

  /** @param context when it has a transaction, all of the round happens in that one */
  async run(context: WriteContext, freed: FreedTime, limits: RoundLimits = {}): Promise<Round> {
    const { deadline = Infinity, mostOffers = Infinity, upTo } = limits;
    const offered: number[] = [];
    const slots = await this.slotsOf(context, freed);
    const isOver = () => this.clock.monotonic() >= deadline || offered.length >= mostOffers;
    for (let after: WaitingEntry | undefined; !slots.isEmpty();) {
      const entries = await this.queries.entries(freed, after, context.transaction);
      for (const entry of entries) {
        if (slots.isEmpty()) break;
        if (isOver()) return { offered, isComplete: false };
        if (await this.offerFirst(context, entry, slots)) offered.push(entry.id);
        if (entry.id === upTo?.id) return { offered, isComplete: true };
      }
      if (entries.length < BATCH) break;
      after = entries.at(-1);
    }
    return { offered, isComplete: true };
  }

  /** Offers an entry the first slot that is still free. @returns false when there is none, or the entry does not wait any more */
  private async offerFirst(context: WriteContext, entry: WaitingEntry, slots: LineSlots): Promise<boolean> {
    for (let slot = slots.firstFor(entry); slot !== undefined; slot = slots.firstFor(entry)) {
      const outcome = await this.maker.make(context, entry, slot);
      if (outcome === 'offered') slots.take(entry, slot);
      if (outcome !== 'taken') return outcome === 'offered';
      slots.drop(entry, slot);
    }
    return false;
  }

  private async slotsOf({ transaction }: WriteContext, freed: FreedTime): Promise<LineSlots> {
    const slots = new LineSlots();
    for (const line of await this.queries.lines(freed, transaction)) {
      const providerId = line.isHelped ? line.providerId : (freed.providerId ?? line.providerId);
      const request = { ...line, providerId, dates: common(line, freed.dates) };
      slots.put(line, await this.freeSlots.find(request, transaction));
    }
    return slots;
  }
}

function common({ dates }: Line, others: Dates | undefined): Dates {
  if (others === undefined) return dates;
  return {
    first: dates.first > others.first ? dates.first : others.first,
    last: dates.last < others.last ? dates.last : others.last,
  };
}
