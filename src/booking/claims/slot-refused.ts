import { Injectable } from '@nestjs/common';
import { type Alternatives, NotBookableError } from '../availability/availability.errors';
import type { Wanted } from '../availability/candidate';
import { CUSTOMER_LIMIT, type LimitName } from '../availability/decisions/customer-limit';
import { toSlotResponse } from '../availability/dto/slot.response';
import type { Reason, TakenReason } from '../availability/engine';
import { ALTERNATIVES, SlotSearch } from '../availability/search/slot-search';
import { ValidationError } from '../../platform/errors/errors';
import type { WriteContext } from '../../platform/database/write-context';
import { violationOf } from '../../platform/database/sqlstate';
import { BookingCounters } from './booking-counters';
import { NO_OVERLAP, NO_RESOURCE_OVERLAP, NO_SEAT_TWICE } from './claim.entity';

/** A write requests a time that is not bookable. Thrown inside the transaction, which it rolls back. */
export class SlotRefused extends Error {
  constructor(
    readonly reason: Reason,
    readonly candidate: Wanted,
    /** The limit that is reached, where the reason is `limit_reached`. */
    readonly limit?: LimitName,
  ) {
    super(reason);
  }
}

/** What the constraints on claims refuse. */
const REFUSED_BY: Readonly<Record<string, TakenReason>> = {
  [NO_OVERLAP]: 'slot_taken',
  [NO_SEAT_TWICE]: 'session_full',
  [NO_RESOURCE_OVERLAP]: 'resource_unavailable',
};

/** Translates a violation of the exclusion constraints: something is taken. @throws SlotRefused */
export async function refusedByConstraint<T>(candidate: Wanted, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const reason = REFUSED_BY[violationOf(error)?.constraint ?? ''];
    throw reason === undefined ? error : new SlotRefused(reason, candidate);
  }
}

/** Answers refused writes with the reason and alternatives. */
@Injectable()
export class SlotRefusals {
  constructor(
    private readonly search: SlotSearch,
    private readonly counters: BookingCounters,
  ) {}

  /**
   * Runs a write. If it is refused, alternatives are searched after its transaction has released its locks. The search uses the
   * connection that the request already holds, if any: with a second one for each request, the pool could be exhausted.
   * @throws NotBookableError
   */
  async explain<T>(context: WriteContext, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof SlotRefused)) throw error;
      this.counters.refused(error.reason);
      throw new NotBookableError(error.reason, await this.alternatives(error, context), error.limit);
    }
  }

  private async alternatives(
    { candidate, limit }: SlotRefused,
    { transaction, isGone }: WriteContext,
  ): Promise<Alternatives> {
    // No other time would be better.
    if (limit === CUSTOMER_LIMIT) return { alternatives: [] };
    // The answer of a request with an idempotency key is kept for its repetition, so its search is completed.
    const gone = transaction === undefined ? isGone : undefined;
    const request = { ...candidate, from: candidate.start, limit: ALTERNATIVES, isGone: gone };
    try {
      const { slots, ...searched } = await this.search.findAfter(request, transaction);
      return { alternatives: slots.map(toSlotResponse), ...searched };
    } catch (error) {
      // An appointment may outlive its service; a deleted service offers no alternatives.
      if (error instanceof ValidationError) return { alternatives: [] };
      throw error;
    }
  }
}
