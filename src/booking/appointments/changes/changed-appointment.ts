import type { Candidate } from '../../diary/decisions/candidate';
import type { CandidateInPlace, Decision } from '../../diary/decisions/decision';
import { type DateZones, occupied, type Placement, type TakenReason } from '../../engine';
import { bookedAt } from '../../booked-start';
import type { ClaimChange } from '../../diary/claims/claims.statements';
import type { ChangedAppointment } from '../../diary/writes/appointment-writes';
import { SlotRefused } from '../../diary/claims/slot-refused';
import { ANY_CLOCK, isInPlace, mayOverlap, namesTime, requestedTime } from './appointment-change';
import { type AppointmentState, setBy } from '../../diary/rows/appointment-columns';
import { withCancellation } from '../../diary/writes/cancellation';
import { occupies } from '../../appointment-status';
import type { WaitingState } from '../../diary/writes/web-bookings';
import type { SnapshotService } from '../../diary/snapshot/snapshot';
import { pricesOf } from '../../diary/writes/new-appointment';
import { bookedPrice } from '../../diary/snapshot/terms';
import type { AppointmentPatch } from '../dto/appointment-change.dto';
import { type Answers, type AnswersWrite, givenAnswers } from '../../answers/answers';
import type { AnswersChange } from '../../answers/booking-answers';
import { metadataAfter } from '../../../platform/metadata/metadata';

/** Decides on a change: `AppointmentChangesService` with a query for each decision, a batch with the snapshots that it has read. */
export interface Decider {
  /** On which a time of the change is read. @param date the new one, if the change names it */
  zonesOf(candidate: CandidateInPlace, date: string | undefined): Promise<DateZones>;
  decide(candidate: Candidate): Promise<Decision>;
  placementOf(candidate: CandidateInPlace): Promise<Placement | TakenReason>;
  readonly answersAfter: AnswersChange;
  /** What becomes of it at another time. Undefined: it keeps its status. */
  readonly waiting?: (service: SnapshotService) => WaitingState | undefined;
}

/**
 * The appointment that a body makes of another. A new time, provider or service is decided like a booking.
 * @throws SlotRefused when the calendar does not allow the change, ValidationError
 */
export async function changedAppointment(
  decider: Decider,
  id: number,
  current: AppointmentState,
  body: AppointmentPatch,
): Promise<ChangedAppointment> {
  const metadata = metadataAfter(current.metadata, body.metadata);
  const settled = { ...current, ...setBy(body), metadata };
  const answers = await answersOf(decider, current, settled, body.answers);
  const set = withAttendee(current, { ...settled, answers });
  const named = withPrice(current, withExpiry(current, withCancellation(current, set, body)), body);
  const present = candidateAfter(id, current, named, body);
  const zones = namesTime(body) ? await decider.zonesOf(present, body.date) : ANY_CLOCK;
  const time = requestedTime(current, body, zones);
  if (isInPlace(current, body, time, zones)) return inItsTime(decider, current, named, present);
  const candidate = { ...present, ...time };
  const { verdict, service } = await decider.decide(candidate);
  if (!verdict.bookable && !mayOverlap(verdict, named.status))
    throw new SlotRefused(verdict.reason, candidate, verdict.limit);
  const { start, end } = verdict;
  const bringsPrice = service.id !== current.serviceId && body.price === undefined;
  const moved = {
    ...named,
    start,
    end,
    ...bookedAt(start, verdict.zone),
    ...(bringsPrice && pricesOf(service.price, named.seats, undefined)),
    ...decider.waiting?.(service),
  };
  return verdict.bookable
    ? changed(current, { ...moved, locationId: verdict.locationId }, verdict.placement)
    : {
        next: { ...moved, busy: occupied(service, { start, end }) },
        claims: claimsWithout(current, moved),
      };
}

/**
 * The candidate of an appointment that keeps its time: with the named resources, else with its present ones if they are free, and with its
 * team as far as it is free.
 */
export function candidateAfter(
  id: number,
  before: AppointmentState,
  after: AppointmentState,
  { resourceIds, ignoreSchedule }: AppointmentPatch,
): CandidateInPlace {
  const { serviceId, providerId, seats, locationId, start, end, busy } = after;
  return {
    ...{ serviceId, providerId, seats, locationId, resourceIds, start, end, busy, ignoreSchedule },
    keptResourceIds: before.resourceIds,
    keptTeam: before.team,
    keepsService: before.serviceId === serviceId,
    excludeAppointmentId: id,
  };
}

/**
 * Changes an appointment that keeps its time, provider and service. It gets a new placement when it occupies its time again or for
 * good, or when its seats or resources change. @throws SlotRefused
 */
async function inItsTime(
  decider: Decider,
  before: AppointmentState,
  after: AppointmentState,
  candidate: CandidateInPlace,
): Promise<ChangedAppointment> {
  if (!takesMore(before, after, candidate)) return { next: after, claims: claimsWithout(before, after) };
  const placement = await decider.placementOf(candidate);
  if (typeof placement !== 'string') return changed(before, after, placement);
  if (!occupies(after.status)) return { next: after, claims: claimsWithout(before, after) };
  throw new SlotRefused(placement, candidate);
}

function changed(
  before: AppointmentState,
  after: AppointmentState,
  placement: Placement,
): ChangedAppointment {
  const { busy, resourceIds, team } = placement;
  const next = { ...after, busy, resourceIds, team };
  return { next, claims: occupies(after.status) ? placement : claimsWithout(before, after) };
}

/** The change of the claims of an appointment that takes nothing new. */
function claimsWithout(before: AppointmentState, after: AppointmentState): ClaimChange {
  return occupies(before.status) && !occupies(after.status) ? 'freed' : 'kept';
}

/** Whether an appointment that keeps its time takes more than before. */
function takesMore(before: AppointmentState, after: AppointmentState, { resourceIds }: Candidate): boolean {
  if (!occupies(before.status) && occupies(after.status)) return true;
  // Its claims end. By the clock of another instance they may have ended already, and another booking may have its time.
  if (before.expiresAt !== null && after.expiresAt === null && occupies(after.status)) return true;
  if (before.seats !== after.seats || resourceIds !== undefined) return true;
  return before.resourceIds.length > 0 && before.locationId !== after.locationId;
}

/** The price of another number of seats, unless a caller gave the price. @throws ValidationError */
function withPrice(
  before: AppointmentState,
  after: AppointmentState,
  { price }: Pick<AppointmentPatch, 'price'>,
): AppointmentState {
  const { seatPrice, seats } = after;
  if (price !== undefined)
    return price === before.price && seats === before.seats ? after : { ...after, seatPrice: null };
  // The version before, which may still run, writes another price and leaves this one.
  const isStale =
    seatPrice === before.seatPrice && before.price !== bookedPrice(before.seatPrice, before.seats);
  return seats === before.seats || seatPrice === null || isStale
    ? after
    : { ...after, ...pricesOf(seatPrice, seats, undefined) };
}

/** Only what stays pending ends by itself. */
function withExpiry(before: AppointmentState, after: AppointmentState): AppointmentState {
  return before.status === 'pending' && after.status === 'pending' ? after : { ...after, expiresAt: null };
}

/** Those of a former customer go. @throws ValidationError */
async function answersOf(
  decider: Decider,
  before: AppointmentState,
  { customerId, serviceId }: AppointmentState,
  written: AnswersWrite | undefined,
): Promise<Answers> {
  const answers = await decider.answersAfter(serviceId, before.answers, written);
  return customerId === before.customerId ? answers : givenAnswers(written);
}

/** Drops the attendee when the customer changes: the former customer has named that person. */
function withAttendee(before: AppointmentState, after: AppointmentState): AppointmentState {
  if (before.customerId === after.customerId) return after;
  const attendee = {
    attendeeName: null,
    attendeePhone: null,
    attendeeLanguage: null,
    attendeeTimezone: null,
  };
  return { ...after, ...attendee };
}
