import { RefusedError } from '../../platform/errors/errors';
import { messageOf } from '../availability/availability.errors';
import type { VisitRefusal } from '../availability/engine';

/** A visit is not bookable at the requested time. Thrown inside the transaction, which it rolls back. */
export class VisitRefused extends Error {
  constructor(
    readonly refusal: VisitRefusal,
    /** The requested start in epoch ms; for a time that the clock skips, the end of the gap. */
    readonly start: number,
    /** The limit of the customer that is reached: no other time would be better. */
    readonly limit?: string,
  ) {
    super(refusal.reason);
  }
}

/** Thrown when a visit cannot be booked; `details` has the item that failed, by its index, and why, and other visits. */
export class VisitNotBookableError extends RefusedError {
  constructor(
    { reason, item }: VisitRefusal,
    others: { readonly alternatives: readonly unknown[] },
    limit: string | undefined,
  ) {
    super(messageOf(reason), { reason, item, ...(limit !== undefined && { limit }), ...others });
  }
}
