import { ValidationError } from '../../../platform/errors/errors';
import type { Interval } from '../../../platform/time/interval';
import { MINUTE_MS } from '../../../platform/time/units';
import {
  type Placement,
  placementOf,
  shownZone,
  type TakenReason,
  type Verdict,
  verdict,
  zonesFor,
} from '../../engine';
import { type Candidate, endOf, type SomeCandidate } from './candidate';
import {
  assertResources,
  assertSeats,
  getBoth,
  resourcesFor,
  type Snapshot,
  type SnapshotService,
  teamFor,
} from '../snapshot/snapshot';
import { assertDuration, serviceWith } from '../snapshot/terms';

/** The verdict on a candidate. */
export interface Decision {
  /** Of any provider: with the one who takes the booking or, if none can, the one who passes the most rules. */
  readonly candidate: Candidate;
  /** The candidate as it was requested, which may name no provider. */
  readonly requested: SomeCandidate;
  readonly verdict: Verdict;
  /** As the provider gives it. */
  readonly service: SnapshotService;
  /** In which a booking is shown: that of the place or, without one, of the provider. */
  readonly timeZone: string;
}

/** A candidate that keeps the time of its appointment; epoch ms. */
export interface CandidateInPlace extends Candidate, Interval {
  readonly start: number;
  readonly end: number;
  readonly seats: number;
  readonly excludeAppointmentId: number;
  /** With the buffers that the appointment was booked with. */
  readonly busy: Interval;
}

/**
 * Whether a start can be booked, and why not.
 * @param now epoch ms
 * @throws ValidationError for an unknown service or provider, an end that does not fit the start or the chosen duration, more seats
 * or another duration than the service has, or resources that it does not need
 */
export function decisionIn(snapshot: Snapshot, now: number, candidate: Candidate): Decision {
  const { providerId, seats, durationMin, keepsService } = candidate;
  const { service: common, calendar } = getBoth(snapshot, providerId, keepsService);
  assertSeats(common, seats);
  assertDuration(common, durationMin);
  const service = serviceWith(common, providerId, durationMin);
  const end = endOf(candidate, zonesFor(calendar, candidate.locationId).of(candidate.start));
  const resources = resourcesFor(service, snapshot, candidate);
  const team = teamFor(service, snapshot, candidate);
  const answer = verdict(now, service, calendar, { ...candidate, end }, resources, team);
  assertLasts(answer, durationMin);
  const placement = answer.bookable ? answer.placement : undefined;
  if (answer.bookable || answer.reason !== 'session_full')
    assertResources(service, snapshot, atItsPlace(candidate, answer), resourcesOfJoined(placement));
  const locationId = answer.bookable ? answer.locationId : candidate.locationId;
  const timeZone = shownZone(calendar, locationId);
  return { candidate, requested: candidate, verdict: answer, service, timeZone };
}

/** @throws ValidationError of an end that contradicts the chosen duration */
function assertLasts({ start, end }: Verdict, durationMin: number | undefined): void {
  if (durationMin === undefined || start === undefined || end === undefined) return;
  if (end - start !== durationMin * MINUTE_MS)
    throw new ValidationError({ end: 'must be durationMin after the start; leave one of them out' });
}

/**
 * The placement of an appointment that keeps its time. The rules of the schedule do not apply. The service may be deleted.
 * @throws ValidationError for more seats than the service has, or resources that it does not need
 */
export function placementIn(snapshot: Snapshot, candidate: CandidateInPlace): Placement | TakenReason {
  const { service, calendars } = snapshot;
  const calendar = calendars[0];
  if (service === undefined || calendar === undefined)
    throw new Error('the snapshot has no service or no provider');
  assertSeats(service, candidate.seats);
  const resources = resourcesFor(service, snapshot, candidate);
  const { excludeAppointmentId } = candidate;
  const team = teamFor(service, snapshot, candidate);
  const placement = placementOf(service, calendar, candidate, excludeAppointmentId, resources, team);
  if (placement !== 'session_full') {
    const joined = resourcesOfJoined(typeof placement === 'string' ? undefined : placement);
    assertResources(service, snapshot, candidate, joined);
  }
  return placement;
}

/** The candidate at the place that the hours give it, where it names none. */
function atItsPlace(candidate: Candidate, answer: Verdict): Candidate {
  return answer.bookable ? { ...candidate, locationId: answer.locationId } : candidate;
}

/** The resources of the session that a placement joins, if it joins one. */
function resourcesOfJoined(placement: Placement | undefined): readonly number[] | undefined {
  return placement === undefined || placement.session === null ? undefined : placement.resourceIds;
}
