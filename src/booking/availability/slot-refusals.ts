import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../platform/errors/errors';
import type { WriteContext } from '../../platform/database/write-context';
import { BookingCounters } from '../diary/writes/booking-counters';
import { SlotRefused } from '../diary/claims/slot-refused';
import { type Alternatives, NotBookableError } from './availability.errors';
import { CUSTOMER_LIMIT } from '../diary/decisions/customer-limit';
import { toSlotResponse } from './dto/slot.response';
import { ALTERNATIVES, SlotSearch } from './search/slot-search';

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
