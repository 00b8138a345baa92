import type { SomeCandidate } from '../decisions/candidate';
import type { LimitedService } from '../decisions/customer-limit';
import type { Decision } from '../decisions/decision';
import type { SnapshotService } from '../snapshot/snapshot';
import { bookedPrice } from '../snapshot/terms';
import { bookedAt, type BookedStart } from '../../booked-start';
import { ValidationError } from '../../../platform/errors/errors';
import { MINUTE_MS } from '../../../platform/time/units';
import type { Status } from '../../appointment-status';
import { valuesOfPlacement } from '../claims/claims.statements';
import { SlotRefused } from '../claims/slot-refused';
import { type AppointmentState, UNSET } from '../rows/appointment-columns';
import type { Guest } from '../../../people/customers/customer.entity';
import type { AppointmentRow } from '../rows/appointment-row';

export interface NewAppointment {
  readonly state: AppointmentState;
  /** The values for `session` and `seats` of its claims. */
  readonly claims: readonly [session: string | null, seats: string | null];
  /** What a booking for a guest said; null: it shows its customer. Undefined: its key sees every customer. */
  readonly guest?: Guest | null | undefined;
  /** Of a batch: when it was made in another system; epoch ms. */
  readonly createdAt?: number | undefined;
  /** Of a batch: whether it takes no time, because it is over in another system and overlaps others there. */
  readonly isIdle?: boolean | undefined;
  /** What its AppointmentRow shows of others; undefined: not read. */
  readonly names?:
    Pick<AppointmentRow, 'customerName' | 'serviceName' | 'timeZone' | 'requiredKeys'> | undefined;
}

/** The part of a booking that a decision or a hold gives. */
export interface BookedTime extends Pick<NewAppointment, 'claims'> {
  /** For a refusal by a constraint. */
  readonly candidate: SomeCandidate;
  readonly state: Pick<
    AppointmentState,
    | keyof BookedStart
    | 'serviceId'
    | 'providerId'
    | 'locationId'
    | 'seats'
    | 'start'
    | 'end'
    | 'busy'
    | 'resourceIds'
    | 'team'
    | 'price'
    | 'seatPrice'
  >;
  /** Undefined: not read. */
  readonly names?: Pick<AppointmentRow, 'serviceName' | 'timeZone' | 'requiredKeys'>;
  /** For the limit of the customer, and for the end of a pending appointment. */
  readonly service: LimitedService & Pick<SnapshotService, 'pendingMin' | 'webStatus'>;
  /** The entry of the waitlist that was offered the time. */
  readonly waitlistEntryId?: number | null;
}

/**
 * What a decision gives.
 * @param price for all seats; undefined: that of the service, for each of them
 * @throws SlotRefused
 */
export function bookedTime(
  { candidate, requested, verdict, service, timeZone }: Decision,
  price?: number | null,
): BookedTime {
  if (!verdict.bookable) throw new SlotRefused(verdict.reason, requested, verdict.limit);
  const { serviceId, providerId, seats = 1 } = candidate;
  const { start, end, locationId, placement } = verdict;
  const { busy, resourceIds, team } = placement;
  const time = { start, end, ...bookedAt(start, verdict.zone), busy };
  const state = {
    ...{ serviceId, providerId, locationId, seats, ...time, resourceIds, team },
    ...pricesOf(service.price, seats, price),
  };
  const names = { serviceName: service.name, timeZone, requiredKeys: service.requiredKeys };
  return { candidate: requested, state, claims: valuesOfPlacement(placement), names, service };
}

/** @param seatPrice in force @param price for all seats; undefined: the booking leaves it out. @throws ValidationError */
export function pricesOf(
  seatPrice: number | null,
  seats: number,
  price: number | null | undefined,
): Pick<AppointmentState, 'price' | 'seatPrice'> {
  return price === undefined
    ? { price: bookedPrice(seatPrice, seats), seatPrice }
    : { price, seatPrice: null };
}

/** What a booking sets apart from its time; the appointments of a batch have it in common. */
export type CommonState = Pick<AppointmentState, 'customerId' | 'attendeeName' | 'attendeePhone'> &
  Partial<AppointmentState>;

/** The members of a booking that make it pending, and end that. */
export interface PendingRequest {
  readonly status?: Status | undefined;
  /** Null: it does not end by itself, even if the service says when. */
  readonly expiresInMin?: number | null | undefined;
}

/** @throws ValidationError of an end of what is not pending */
export function assertPending({ status, expiresInMin }: PendingRequest): void {
  if (typeof expiresInMin === 'number' && status !== 'pending')
    throw new ValidationError({ expiresInMin: 'goes only with the status pending' });
}

/** When a new appointment ends by itself, if it does; epoch ms. */
export function expiryOf(
  { status, expiresInMin }: PendingRequest,
  { service: { pendingMin } }: Pick<BookedTime, 'service'>,
  now: number,
): number | null {
  const minutes = expiresInMin === undefined ? pendingMin : expiresInMin;
  return status !== 'pending' || minutes === null ? null : now + minutes * MINUTE_MS;
}

/** What a new appointment has where nothing sets it. */
const NEW_STATE = { ...UNSET, status: 'confirmed', paymentStatus: 'none' } as const;

/** @param guest of all appointments of the booking */
export function newAppointment(
  { state, claims }: BookedTime,
  common: CommonState,
  guest?: Guest | null,
): NewAppointment {
  return { state: { ...NEW_STATE, ...common, ...state }, claims, guest };
}
