import type { Interval } from '../../../platform/time/interval';
import { type Placement, placementOf, type TakenReason, type Verdict, verdict } from '../engine';
import { resolveQuestion, type UnresolvedQuestion } from '../question';
import {
  assertResources,
  assertSeats,
  getBoth,
  resourcesFor,
  rulesOf,
  type Snapshot,
  type SnapshotService,
  type Wish,
} from '../snapshot/snapshot';

/** What is to be booked: a service with a provider, the seats, and where. */
export interface Booking extends Wish {
  readonly serviceId: number;
  readonly providerId: number;
  /** Whether an appointment keeps its service, which may have been deleted since. */
  readonly keepsService?: boolean;
}

/** Whether a time can be booked, with the service and the zone of the provider. */
export interface Decision {
  readonly verdict: Verdict;
  readonly service: SnapshotService;
  readonly timeZone: string;
}

/** The time that an appointment has; epoch ms. */
export interface AppointmentStay extends Interval {
  /** With the buffers that the appointment was booked with. */
  readonly busy: Interval;
  readonly seats: number;
}

/**
 * Whether a start can be booked, and why not.
 * @param now epoch ms
 * @throws ValidationError for an unknown service or provider, an end that does not fit the start, more seats than the service
 * has, or resources that it does not need
 */
export function decisionIn(
  snapshot: Snapshot,
  now: number,
  booking: Booking,
  asked: UnresolvedQuestion,
): Decision {
  const { providerId, seats } = booking;
  const { excludeAppointmentId } = asked;
  const { service, calendar } = getBoth(snapshot, providerId, booking.keepsService);
  assertSeats(service, seats);
  const wish = Object.assign({}, booking, { excludeAppointmentId });
  const question = Object.assign({}, resolveQuestion(asked, calendar.timeZone), { seats });
  const resources = resourcesFor(service, snapshot, wish);
  const answer = verdict(now, rulesOf(service), calendar, question, resources);
  const placement = answer.bookable ? answer.placement : undefined;
  if (answer.bookable || answer.reason !== 'session_full')
    assertResources(service, snapshot, wish, resourcesOfJoined(placement));
  return { verdict: answer, service, timeZone: calendar.timeZone };
}

/**
 * What an appointment takes that stays in its time, without the rules of the schedule. The service may be deleted.
 * @throws ValidationError for more seats than the service has, or resources that it does not need
 */
export function placementIn(
  snapshot: Snapshot,
  booking: Booking,
  stay: AppointmentStay,
  excludeAppointmentId: number,
): Placement | TakenReason {
  const { service, calendars } = snapshot;
  const calendar = calendars[0];
  if (service === undefined || calendar === undefined)
    throw new Error('an appointment outlives neither its provider nor the row of its service');
  assertSeats(service, stay.seats);
  const wish = { ...booking, excludeAppointmentId };
  const resources = resourcesFor(service, snapshot, wish);
  const placement = placementOf(rulesOf(service), calendar, stay, excludeAppointmentId, resources);
  if (placement !== 'session_full')
    assertResources(
      service,
      snapshot,
      wish,
      resourcesOfJoined(typeof placement === 'string' ? undefined : placement),
    );
  return placement;
}

/** The resources of the session that a placement joins, if it joins one. */
function resourcesOfJoined(placement: Placement | undefined): readonly number[] | undefined {
  return placement === undefined || placement.session === null ? undefined : placement.resourceIds;
}
