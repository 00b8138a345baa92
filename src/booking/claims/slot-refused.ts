import { Injectable } from '@nestjs/common';
import { type Alternatives, NotBookableError } from '../availability/availability.errors';
import type { Booking } from '../availability/availability.service';
import { toSlotResponse } from '../availability/dto/slot.response';
import type { Question, Reason } from '../availability/engine';
import { ALTERNATIVES, SlotSearch } from '../availability/slot-search';
import { ValidationError } from '../../platform/errors/errors';
import type { WriteContext } from '../../platform/database/write-context';
import { violates } from '../../platform/database/sqlstate';
import { BookingCounters } from './booking-counters';
import { NO_OVERLAP } from './claim.entity';

/** A write asks for a time that is not bookable. Thrown inside the transaction, which it rolls back. */
export class SlotRefused extends Error {
  constructor(
    readonly reason: Reason,
    readonly booking: Booking,
    readonly question: Question,
  ) {
    super(reason);
  }
}

/** Translates a violation of the exclusion constraint: the time is taken. @throws SlotRefused */
export async function refusedByConstraint<T>(
  booking: Booking,
  question: Question,
  statement: Promise<T>,
): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw violates(error, NO_OVERLAP) ? new SlotRefused('slot_taken', booking, question) : error;
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
   * connection that the request already holds, if any: many requests that each waited for a second one would block each other.
   * @throws NotBookableError
   */
  async explain<T>(context: WriteContext, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof SlotRefused)) throw error;
      this.counters.refused(error.reason);
      throw new NotBookableError(error.reason, await this.alternatives(error, context));
    }
  }

  private async alternatives(
    { booking, question }: SlotRefused,
    { transaction, isGone }: WriteContext,
  ): Promise<Alternatives> {
    const { serviceId, providerId } = booking;
    const { start: from, excludeAppointmentId } = question;
    // The answer of a request with an idempotency key is kept for its repetition, so its search is completed.
    const gone = transaction === undefined ? isGone : undefined;
    const asked = { serviceId, providerId, from, limit: ALTERNATIVES, excludeAppointmentId, isGone: gone };
    try {
      const { slots, ...searched } = await this.search.findAfter(asked, transaction);
      return { alternatives: slots.map(toSlotResponse), ...searched };
    } catch (error) {
      // An appointment may outlive its service; a deleted service offers no alternatives.
      if (error instanceof ValidationError) return { alternatives: [] };
      throw error;
    }
  }
}
