import { ValidationError } from '../../../platform/errors/errors';
import type { CancelledBy } from '../../appointment-status';
import type { AppointmentState } from '../rows/appointment-columns';

/** The members of a body that describe a cancellation. */
export interface CancellationRequest {
  readonly cancelledBy?: CancelledBy | null | undefined;
  readonly cancelReason?: string | null | undefined;
}

/**
 * The appointment with who cancelled it and why: what the body says, or what was there, or else the business without a reason. Null when
 * it is not cancelled.
 * @throws ValidationError of what goes only with a cancelled appointment
 */
export function withCancellation(
  before: AppointmentState,
  after: AppointmentState,
  body: CancellationRequest,
): AppointmentState {
  if (after.status !== 'cancelled') {
    assertNoCancellation(body);
    return { ...after, cancelledBy: null, cancelReason: null };
  }
  const was = before.status === 'cancelled' ? before : { cancelledBy: 'business', cancelReason: null };
  const cancelledBy = body.cancelledBy ?? was.cancelledBy;
  const cancelReason = body.cancelReason === undefined ? was.cancelReason : body.cancelReason;
  if (cancelledBy === 'expired' && cancelReason !== null)
    throw new ValidationError({ cancelReason: 'must be null where cancelledBy is expired' });
  return { ...after, cancelledBy, cancelReason } as AppointmentState;
}

/** Null counts as absent: answers have it, and may be sent back. @throws ValidationError */
export function assertNoCancellation({ cancelledBy, cancelReason }: CancellationRequest): void {
  const fault = 'goes only with the status cancelled';
  const faults = {
    ...(cancelledBy != null && { cancelledBy: fault }),
    ...(cancelReason != null && { cancelReason: fault }),
  };
  if (Object.keys(faults).length > 0) throw new ValidationError(faults);
}
