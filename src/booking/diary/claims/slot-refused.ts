import type { SomeCandidate } from '../decisions/candidate';
import type { LimitName } from '../decisions/customer-limit';
import type { Reason, TakenReason } from '../../engine';
import { violationOf } from '../../../platform/database/sqlstate';
import { NO_OVERLAP, NO_RESOURCE_OVERLAP, NO_SEAT_TWICE } from './claim.entity';

/** A write requests a time that is not bookable. Thrown inside the transaction, which it rolls back. */
export class SlotRefused extends Error {
  constructor(
    readonly reason: Reason,
    readonly candidate: SomeCandidate,
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
export async function refusedByConstraint<T>(candidate: SomeCandidate, statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const reason = REFUSED_BY[violationOf(error)?.constraint ?? ''];
    throw reason === undefined ? error : new SlotRefused(reason, candidate);
  }
}
