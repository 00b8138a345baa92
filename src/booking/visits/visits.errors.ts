import { RefusedError } from '../../platform/errors/errors';
import { messageOf } from '../availability/availability.errors';
import { OfferedVisitResponse } from '../availability/visits/dto/offered-visit.response';
import type { LimitName } from '../availability/decisions/customer-limit';
import type { VisitRefusal } from '../availability/engine';
import type { RequestedVisit } from '../availability/visits/visit-snapshot';

/** The item that cannot be had, and why. */
export interface RefusedItem extends Omit<VisitRefusal, 'limit'> {
  readonly limit?: LimitName | undefined;
}

/** A visit is not bookable at the requested time. Thrown inside the transaction, which it rolls back. */
export class VisitRefused extends Error {
  constructor(
    readonly refusal: RefusedItem,
    /** The requested start in epoch ms; for a time that the clock skips, the end of the gap. */
    readonly start: number,
    readonly requested: RequestedVisit,
  ) {
    super(refusal.reason);
  }
}

/** Thrown when a visit cannot be booked; `details` has the item that failed, by its index, and why, and other visits. */
export class VisitNotBookableError extends RefusedError {
  override readonly classes = { alternatives: OfferedVisitResponse };

  constructor({ reason, item, limit }: RefusedItem, others: { readonly alternatives: readonly unknown[] }) {
    super(messageOf(reason, limit), { reason, item, ...(limit !== undefined && { limit }), ...others });
  }
}
