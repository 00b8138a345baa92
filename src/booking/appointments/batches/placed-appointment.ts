import type { Booking, Decision } from '../../availability/decisions/decision';
import type { Placed, Placement } from '../../availability/engine';
import { type AppointmentState, UNSET } from '../appointment-columns';

/** An appointment to insert, and what it takes. */
export interface PlacedAppointment {
  readonly state: AppointmentState;
  readonly placement: Placement;
}

/** What the appointments of one write have in common. */
export type CommonState = Pick<AppointmentState, 'customerId' | 'attendeeName' | 'attendeePhone' | 'status'> &
  Partial<AppointmentState>;

/** A decision that allows. */
export interface Allowed extends Pick<Decision, 'service'> {
  readonly verdict: Extract<Decision['verdict'], { bookable: true }>;
}

/** The appointment that a part of a batch becomes. */
export function placedAppointment(
  { serviceId, providerId, locationId = null, seats = 1 }: Booking,
  { verdict, service }: Allowed,
  common: CommonState,
): PlacedAppointment {
  const { start, end, placement } = verdict;
  const { busy, resourceIds } = placement;
  const { price = service.price } = common;
  const own = { serviceId, providerId, locationId, seats, start, end, busy, resourceIds, price };
  return { state: Object.assign({ ...UNSET, paymentStatus: 'none' as const }, common, own), placement };
}

/** What `BookingBatch.take` wants to know of the same. */
export function placedBy({ serviceId, providerId }: Booking, verdict: Allowed['verdict']): Placed {
  const { start, end, placement } = verdict;
  return { serviceId, providerId, appointmentId: null, start, end, placement };
}
