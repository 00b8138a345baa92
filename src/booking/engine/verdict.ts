import { refusedByWindow } from './booking-window';
import { type BusyInterval, conflictsWith, occupied } from './busy';
import type { Interval } from '../../platform/time/interval';
import { absenceFrom } from './absence';
import { type DayLimitName, limitReached } from './limits';
import { type CapacityRequest, NO_RESOURCES, type ResourceChoice } from './resources';
import { requestedInterval, type RequestedTime } from './requested-interval';
import { firstSeats, type Session } from './sessions';
import { type ProviderCalendar, type ServiceRules, Situation } from './situation';
import { NO_TEAM, type TeamChoice, type TeamRequest, type TeamTime } from './teams';

/** The reasons why a start is not bookable, in the order in which the rules are checked. */
export const REASONS = [
  'service_unavailable',
  'provider_unavailable',
  'service_not_offered',
  'invalid_time',
  'in_the_past',
  'too_soon',
  'too_far_ahead',
  'closed',
  'time_off',
  'busy_elsewhere',
  'outside_working_hours',
  'not_at_location',
  'not_in_timetable',
  'slot_taken',
  'session_full',
  'resource_unavailable',
  'team_unavailable',
  'limit_reached',
] as const;
export type Reason = (typeof REASONS)[number];

/** The reasons that concern what is taken already. `ignoreSchedule` never skips them. */
export const TAKEN_REASONS = [
  'slot_taken',
  'session_full',
  'resource_unavailable',
  'team_unavailable',
] as const satisfies readonly Reason[];
export type TakenReason = (typeof TAKEN_REASONS)[number];

/** A candidate as the engine reads it: its end is an instant. */
export interface ExactCandidate extends RequestedTime, CapacityRequest, Pick<TeamRequest, 'keptTeam'> {
  /** Skip past, notice, horizon, closures, time off, busy calendars, hours and timetables, of helpers too, and limits; never what is taken. */
  readonly ignoreSchedule?: boolean | undefined;
}

/** What a booking takes. */
export interface Placement {
  /** Its time, buffers included; in a session that of the session. */
  readonly busy: Interval;
  /** The session that it joins; null: it has one of its own. */
  readonly session: string | null;
  /** The numbers of its seats; null for a service whose sessions have one seat. */
  readonly seats: readonly number[] | null;
  /** Ascending. */
  readonly resourceIds: readonly number[];
  /** The providers who help, ascending. */
  readonly team: readonly number[];
}

export type Verdict = {
  /** The zone of the date of the start. */
  readonly zone: string;
} & (
  | {
      readonly bookable: true;
      readonly start: number;
      readonly end: number;
      /** The requested place, or else that of the hours; null: neither names one. */
      readonly locationId: number | null;
      readonly placement: Placement;
    }
  | {
      readonly bookable: false;
      readonly reason: Reason;
      /** That which is reached, when the reason is `limit_reached`. */
      readonly limit?: DayLimitName;
      /** Undefined when the requested time does not exist. */
      readonly start: number | undefined;
      readonly end: number | undefined;
      /** What overlaps, sorted by start, when the reason is `slot_taken`; else empty. */
      readonly conflicts: readonly BusyInterval[];
    }
);

type Refusal = Extract<Verdict, { readonly bookable: false }>;

/**
 * Whether a start is bookable, and if not, the first rule that refuses it. `now` is in epoch ms. Never throws.
 * @param resources chooses among what the service needs; made for the appointment that the candidate excludes
 * @param team chooses who helps; made for the candidate
 */
export function verdict(
  now: number,
  service: ServiceRules,
  calendar: ProviderCalendar,
  candidate: ExactCandidate,
  resources: ResourceChoice = NO_RESOURCES,
  team: TeamChoice = NO_TEAM,
): Verdict {
  const { excludeAppointmentId, seats, ignoreSchedule } = candidate;
  const situation = new Situation(now, service, calendar, excludeAppointmentId, candidate.locationId);
  const requested = requestedInterval(service, situation.zones, candidate);
  const reason = refusal(situation, requested, ignoreSchedule);
  if (reason !== undefined || requested === undefined)
    return refused(reason ?? 'invalid_time', requested, situation, candidate);
  const { start, end } = requested;
  const locationId = situation.placeOf(start, end);
  const choice = {
    resourcesFor: (busy: Interval) => resources.at(locationId).during(busy),
    teamFor: (time: TeamTime) => team.for({ ...time, locationId, ignoreSchedule }, calendar.providerId),
  };
  const placement = place(situation, requested, seats, choice, occupied(service, requested));
  if (typeof placement === 'string') return refused(placement, requested, situation, candidate);
  const limit =
    ignoreSchedule === true ? undefined : limitReached(situation.limits, { start, locationId }, placement);
  const zone = situation.zones.of(candidate.start);
  return limit === undefined
    ? { bookable: true, start, end, zone, locationId, placement }
    : { ...refused('limit_reached', requested, situation, candidate), limit };
}

/**
 * The placement of an appointment that keeps its time, but occupies it again or changes its seats or resources. The rules of the
 * schedule apply to helpers alone that are new in its team.
 * @param appointment its `busy` has the buffers that it was booked with
 */
export function placementOf(
  service: ServiceRules,
  calendar: ProviderCalendar,
  appointment: Interval &
    Pick<ExactCandidate, 'ignoreSchedule' | 'locationId'> &
    Readonly<{ busy: Interval; seats: number }>,
  excludeAppointmentId: number,
  resources: ResourceChoice,
  team: TeamChoice = NO_TEAM,
): Placement | TakenReason {
  const situation = new Situation(0, service, calendar, excludeAppointmentId, undefined);
  const { ignoreSchedule, locationId } = appointment;
  const choice = {
    resourcesFor: (busy: Interval) => resources.during(busy),
    teamFor: (time: TeamTime) => team.inPlace({ ...time, locationId, ignoreSchedule }, calendar.providerId),
  };
  return place(situation, appointment, appointment.seats, choice, appointment.busy);
}

function refused(
  reason: Reason,
  requested: Interval | undefined,
  { service, calendar, zones }: Situation,
  candidate: ExactCandidate,
): Refusal {
  const conflicts =
    requested && reason === 'slot_taken' ? conflictsOf(service, calendar, requested, candidate) : [];
  const zone = zones.of(candidate.start);
  return { bookable: false, reason, start: requested?.start, end: requested?.end, zone, conflicts };
}

function refusal(
  situation: Situation,
  requested: Interval | undefined,
  ignoreSchedule = false,
): Reason | undefined {
  const byOffer = refusedByOffer(situation);
  if (byOffer) return byOffer;
  if (requested === undefined) return 'invalid_time';
  return ignoreSchedule ? undefined : refusedBySchedule(situation, requested.start, requested.end);
}

/** Chooses what a booking takes besides the time of its provider; undefined: there is not enough. */
export interface PlacementChoice {
  resourcesFor(busy: Interval): readonly number[] | undefined;
  teamFor(time: TeamTime): readonly number[] | undefined;
}

/** The placement of an appointment, or why what it needs is taken. @param busy its busy interval, unless it joins a session */
export function place(
  situation: Situation,
  { start, end }: Interval,
  seats = 1,
  choice: PlacementChoice,
  busy: Interval,
): Placement | TakenReason {
  const { capacity } = situation.service;
  const session = situation.sessionAt(start, end);
  if (session !== undefined) {
    const numbers = session.freeSeats(seats, capacity);
    if (numbers === undefined) return 'session_full';
    return { ...placeIn(session), seats: numbers };
  }
  if (situation.isTaken(busy)) return 'slot_taken';
  if (seats > capacity) return 'session_full';
  const resourceIds = choice.resourcesFor(busy);
  if (resourceIds === undefined) return 'resource_unavailable';
  const team = choice.teamFor({ start, end, busy });
  if (team === undefined) return 'team_unavailable';
  return { busy, session: null, seats: capacity === 1 ? null : firstSeats(seats), resourceIds, team };
}

function placeIn({ first: { session, busy, resourceIds, team } }: Session): Omit<Placement, 'seats'> {
  return { session, busy, resourceIds, team };
}

/** The first reason that depends on service and provider alone. */
export function refusedByOffer({ service, calendar }: Situation): Reason | undefined {
  if (!service.isAvailable) return 'service_unavailable';
  if (!calendar.isAvailable) return 'provider_unavailable';
  if (!calendar.offersService) return 'service_not_offered';
  return undefined;
}

/** The first reason in the booking window, the closures, the absences and the working hours. */
export function refusedBySchedule(situation: Situation, start: number, end: number): Reason | undefined {
  const byWindow = refusedByWindow(situation.window, start, situation.zones);
  if (byWindow) return byWindow;
  return absenceFrom(situation, start, end);
}

function conflictsOf(
  service: ServiceRules,
  calendar: ProviderCalendar,
  requested: Interval,
  { excludeAppointmentId }: ExactCandidate,
): readonly BusyInterval[] {
  const conflicts = conflictsWith(calendar.busy, occupied(service, requested), excludeAppointmentId);
  return conflicts.toSorted((a, b) => a.start - b.start || (a.appointmentId ?? 0) - (b.appointmentId ?? 0));
}
