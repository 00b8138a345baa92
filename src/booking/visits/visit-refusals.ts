import { Injectable } from '@nestjs/common';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import { toOfferedVisitResponse } from '../availability/visits/dto/offered-visit.response';
import { CUSTOMER_LIMIT } from '../diary/decisions/customer-limit';
import { ALTERNATIVES } from '../availability/search/slot-search';
import { VisitFinder } from '../availability/visits/visit-finder';
import { BookingCounters } from '../diary/writes/booking-counters';
import { VisitRefused } from '../diary/visits/visit-refused';
import { VisitNotBookableError } from './visits.errors';

/** Answers refused visits with the reason and alternatives. */
@Injectable()
export class VisitRefusals {
  constructor(
    private readonly finder: VisitFinder,
    private readonly counters: BookingCounters,
  ) {}

  /**
   * Runs a write. If it is refused, other visits are searched after its transaction has released its locks, on the connection that
   * the request already holds, if any, as `SlotRefusals` does.
   * @throws VisitNotBookableError
   */
  async explain<T>(context: WriteContext, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof VisitRefused)) throw error;
      this.counters.refused(error.refusal.reason);
      throw new VisitNotBookableError(
        error.refusal,
        // No other time would be better for a customer who has too many.
        error.refusal.limit === CUSTOMER_LIMIT
          ? { alternatives: [] }
          : await this.alternatives(error, context),
      );
    }
  }

  private async alternatives({ start, requested }: VisitRefused, { transaction, isGone }: WriteContext) {
    // The answer of a request with an idempotency key is kept for its repetition, so its search is completed.
    const gone = transaction === undefined ? isGone : undefined;
    try {
      const found = await this.finder.findAfter(start, requested, ALTERNATIVES, gone, transaction);
      const { visits, ...searched } = found;
      return { alternatives: visits.map(toOfferedVisitResponse), ...searched };
    } catch (error) {
      // A service or a provider may have been deleted since.
      if (error instanceof ValidationError) return { alternatives: [] };
      throw error;
    }
  }
}
