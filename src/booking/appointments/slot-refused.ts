import { Injectable } from '@nestjs/common';
import { NotBookableError } from '../availability/availability.errors';
import type { Booking } from '../availability/availability.service';
import { type SlotResponse, toSlotResponse } from '../availability/dto/slot.response';
import type { Question, Reason } from '../availability/engine';
import { ALTERNATIVES, SlotSearch } from '../availability/slot-search';
import { ValidationError } from '../../platform/errors/errors';
import type { WriteContext } from '../../platform/database/write-context';
import { violates } from '../../platform/database/sqlstate';
import { BookingCounters } from './booking-counters';
import { NO_OVERLAP } from './appointment.entity';

/** A write found that its time cannot be had. Thrown inside the transaction, so that it is undone. */
export class SlotRefused extends Error {
  constructor(
    readonly reason: Reason,
    readonly booking: Booking,
    readonly question: Question,
  ) {
    super(reason);
  }
}

/** Runs a statement under the exclusion constraint, whose refusal means that the time is taken. @throws SlotRefused */
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

/** Says why a time cannot be had, and what can. */
@Injectable()
export class SlotRefusals {
  constructor(
    private readonly search: SlotSearch,
    private readonly counters: BookingCounters,
  ) {}

  /**
   * Runs a write. Alternatives are looked for once it is undone and its locks are gone, on the connection that the act has
   * already, if it has one: a crowd of them that each wanted a second would wait for each other.
   * @throws NotBookableError
   */
  async explain<T>({ transaction }: WriteContext, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof SlotRefused)) throw error;
      this.counters.refused(error.reason);
      throw new NotBookableError(error.reason, await this.alternatives(error, transaction));
    }
  }

  private async alternatives(
    { booking, question }: SlotRefused,
    tx: WriteContext['transaction'],
  ): Promise<SlotResponse[]> {
    const { serviceId, providerId } = booking;
    const { start: from, excludeAppointmentId } = question;
    const asked = { serviceId, providerId, from, limit: ALTERNATIVES, excludeAppointmentId };
    try {
      return (await this.search.findAfter(asked, tx)).map(toSlotResponse);
    } catch (error) {
      // The appointment may outlive its service, which then offers nothing.
      if (error instanceof ValidationError) return [];
      throw error;
    }
  }
}
