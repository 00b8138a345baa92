import { RefusedError } from '../../platform/errors/errors';
import { messageOf } from '../availability/availability.errors';
import type { VisitRefusal } from '../availability/engine';

/** A visit cannot be had at the time that is asked for. Thrown inside the transaction, which it rolls back. */
export class VisitRefused extends Error {
  constructor(
    readonly refusal: VisitRefusal,
    /** The start that was asked for, in epoch ms; of a time that the clock skips, the end of the gap. */
    readonly start: number,
  ) {
    super(refusal.reason);
  }
}

/** Thrown when a visit cannot be booked; `details` has the item that failed, by its index, and why, and other visits. */
export class VisitNotBookableError extends RefusedError {
  constructor({ reason, item }: VisitRefusal, others: { readonly alternatives: readonly unknown[] }) {
    super(messageOf(reason), { reason, item, ...others });
  }
}
