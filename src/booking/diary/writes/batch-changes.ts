import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BookingOutcome } from './booking-counters';
import type { AppointmentState } from '../rows/appointment-columns';
import { isSame, outcomeOf } from './outcomes';
import { type CancellationRequest, withCancellation } from './cancellation';
import { CustomerMessages, type Telling, toldBy } from './customer-messages';
import type { NewAppointment } from './new-appointment';
import { AppointmentWrites, type ChangedAppointment } from './appointment-writes';

/** An appointment that is pending or confirmed. */
export interface ExpectedAppointment extends AppointmentState {
  readonly id: number;
}

export interface UpdatedAppointment extends ChangedAppointment {
  readonly id: number;
  readonly before: AppointmentState;
}

/** What becomes of several appointments, and which ones are booked beside them. */
export interface BatchChange {
  readonly updates: readonly UpdatedAppointment[];
  readonly added: readonly NewAppointment[];
}

export const NO_CHANGE: BatchChange = { updates: [], added: [] };

export function cancelled(
  { id, ...before }: ExpectedAppointment,
  request: CancellationRequest,
): UpdatedAppointment {
  const next = withCancellation(before, { ...before, status: 'cancelled', expiresAt: null }, request);
  return { id, before, next, claims: 'freed' };
}

/** Changes several locked appointments in one transaction. */
@Injectable()
export class BatchChanges {
  constructor(
    private readonly writes: AppointmentWrites,
    private readonly messages: CustomerMessages,
  ) {}

  /**
   * Each customer gets one message: about all that stays, with what is booked and cancelled beside it, or, when nothing stays, about what
   * is cancelled.
   * @returns what is counted once the transaction is committed
   */
  async write(
    tx: EntityManager,
    { updates, added }: BatchChange,
    body: Telling,
  ): Promise<readonly (BookingOutcome | undefined)[]> {
    const changed = updates.filter(({ before, next }) => !isSame(before, next));
    const unchanged = updates.filter((each) => !changed.includes(each));
    await this.writes.touch(tx, unchanged);
    if (changed.length === 0 && added.length === 0) return [];
    await this.writes.update(tx, changed);
    const booked = added.length === 0 ? [] : await this.writes.insert(tx, added);
    const isKept = updates.some(({ next }) => next.status !== 'cancelled');
    const message = toldBy(body, isKept ? 'reschedule' : 'cancellation');
    const subjects = [...updates, ...booked.map(({ id }) => ({ id }))];
    await this.messages.queue(tx, { message, subjects, how: 'together' });
    return [
      ...changed.map(({ before, next }) => outcomeOf(before, next)),
      ...booked.map(() => 'booked' as const),
    ];
  }
}
