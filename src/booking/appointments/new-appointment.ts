import type { Candidate } from '../availability/candidate';
import type { Decision } from '../availability/decisions/decision';
import type { Placed } from '../availability/engine';
import { valuesOfPlacement } from '../claims/claims.statements';
import { type AppointmentState, UNSET } from './appointment-columns';
import type { AppointmentRow } from './appointment-row';

/** An appointment that is to be inserted. */
export interface NewAppointment {
  readonly state: AppointmentState;
  /** The values for `session` and `seats` of its claims. */
  readonly claims: readonly [session: string | null, seats: string | null];
  /** What its AppointmentRow shows of others; undefined: not read. */
  readonly names?: Pick<AppointmentRow, 'customerName' | 'serviceName' | 'timeZone'> | undefined;
}

/** What a new appointment gets from the decision or from its hold. */
export interface TakenTime extends Pick<NewAppointment, 'claims'> {
  readonly state: Pick<
    AppointmentState,
    'serviceId' | 'providerId' | 'locationId' | 'seats' | 'start' | 'end' | 'busy' | 'resourceIds' | 'price'
  >;
}

/** A decision that allows. */
export interface Allowed extends Pick<Decision, 'service'> {
  readonly verdict: Extract<Decision['verdict'], { bookable: true }>;
}

type What = Pick<Candidate, 'serviceId' | 'providerId' | 'locationId' | 'seats'>;

/** @param price undefined: that of the service */
export function takenTime(
  { serviceId, providerId, locationId = null, seats = 1 }: What,
  { verdict, service }: Allowed,
  price: number | null = service.price,
): TakenTime {
  const { start, end, placement } = verdict;
  const { busy, resourceIds } = placement;
  const state = { serviceId, providerId, locationId, seats, start, end, busy, resourceIds, price };
  return { state, claims: valuesOfPlacement(placement) };
}

/** What the appointments of one write have in common. */
export type CommonState = Pick<AppointmentState, 'customerId' | 'attendeeName' | 'attendeePhone'> &
  Partial<AppointmentState>;

/** What a new appointment has where nothing sets it. */
export const NEW_STATE = { ...UNSET, status: 'confirmed', paymentStatus: 'none' } as const;

/** The appointment that a part of a batch becomes. */
export function newAppointment(what: What, decision: Allowed, common: CommonState): NewAppointment {
  const { state, claims } = takenTime(what, decision, common.price);
  return { state: { ...NEW_STATE, ...common, ...state }, claims };
}

/** The same for `BookingBatch.take`. */
export function placedBy(
  { serviceId, providerId }: Pick<Candidate, 'serviceId' | 'providerId'>,
  verdict: Allowed['verdict'],
): Placed {
  const { start, end, placement } = verdict;
  return { serviceId, providerId, appointmentId: null, start, end, placement };
}
