import type { LimitName } from '../decisions/customer-limit';
import type { VisitRefusal } from '../../engine/visits';
import type { RequestedVisit } from './visit-snapshot';

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
