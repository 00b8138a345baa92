import type { AppointmentState } from '../appointments/appointment-columns';
import { type CancellationRequest, withCancellation } from '../appointments/changes/cancellation';
import type { ChangedAppointment } from '../appointments/changes/changed-appointment';
import type { NewAppointment } from '../appointments/new-appointment';
import type { UpcomingAppointment } from './visit-lock';

export interface UpdatedAppointment extends ChangedAppointment {
  readonly id: number;
  readonly before: AppointmentState;
}

/** What becomes of a visit. */
export interface VisitChange {
  readonly updates: readonly UpdatedAppointment[];
  readonly added: readonly NewAppointment[];
}

export const NO_CHANGE: VisitChange = { updates: [], added: [] };

export function cancelled(
  { id, ...before }: UpcomingAppointment,
  request: CancellationRequest,
): UpdatedAppointment {
  const next = withCancellation(before, { ...before, status: 'cancelled', expiresAt: null }, request);
  return { id, before, next, claims: 'freed' };
}
