import { type Interval, overlaps } from '../../platform/time/interval';
import type { BusyInterval } from './busy';
import type { Counted, DayLimit } from './limits';
import type { ResourceCalendar } from './resources';
import type { SessionClaim } from './sessions';
import type { ProviderCalendar } from './situation';
import type { Placement } from './verdict';

/** A booking or a change that is decided, and not written yet. `start` and `end` are without buffers. */
export interface EarlierBooking extends Interval {
  readonly providerId: number;
  readonly serviceId: number;
  /** Null: a new appointment. */
  readonly appointmentId: number | null;
  /** On which it counts, see `countedDay`. */
  readonly day: number;
  readonly placement: Placement;
}

/** What the earlier decisions of one write change in the calendars that were read before. */
export interface EarlierChanges {
  readonly booked: readonly EarlierBooking[];
  /** The appointments whose former time is given up: those that were moved or freed. */
  readonly left: ReadonlySet<number>;
}

/**
 * The part of a provider's calendar that overlaps `within`, after some changes. A new session is taken time like any other: only
 * an existing one is joined.
 * @param serviceId the service that the sessions of the calendar belong to
 */
export function calendarAfter(
  calendar: ProviderCalendar,
  serviceId: number,
  { booked, left }: EarlierChanges,
  within: Interval,
): ProviderCalendar {
  const { providerId } = calendar;
  const countsFor = (name: DayLimit['name']) => (each: EarlierBooking) =>
    name === 'service.maxPerDay' ? each.serviceId === serviceId : each.providerId === providerId;
  const led = booked.filter((each) => each.providerId === providerId);
  const helped = booked.filter(({ placement }) => placement.team.includes(providerId));
  const joined = led.filter((each) => each.serviceId === serviceId).flatMap(sessionClaimOf);
  return {
    ...calendar,
    closures: calendar.closures.filter((each) => overlaps(each, within)),
    timeOff: calendar.timeOff.filter((each) => overlaps(each, within)),
    busyElsewhere: calendar.busyElsewhere.filter((each) => overlaps(each, within)),
    busy: [...staying(calendar.busy, left), ...[...led, ...helped].map(busyOf)].filter((each) =>
      overlaps(each, within),
    ),
    limits: calendar.limits?.map((limit) => limitAfter(limit, booked.filter(countsFor(limit.name)), left)),
    sessions: [...staying(calendar.sessions, left), ...joined].filter((each) => overlaps(each, within)),
  };
}

/** As `calendarAfter`, of resources. */
export function resourcesAfter(
  resources: readonly ResourceCalendar[],
  { booked, left }: EarlierChanges,
  within: Interval,
): readonly ResourceCalendar[] {
  return resources.map((resource) => {
    const taking = booked.filter(({ placement }) => placement.resourceIds.includes(resource.id));
    const busy = [...staying(resource.busy, left), ...taking.map(busyOf)];
    return {
      ...resource,
      timeOff: resource.timeOff.filter((each) => overlaps(each, within)),
      busy: busy.filter((each) => overlaps(each, within)),
    };
  });
}

function staying<Claim extends { readonly appointmentId: number | null }>(
  claims: readonly Claim[],
  left: ReadonlySet<number>,
): readonly Claim[] {
  return left.size === 0
    ? claims
    : claims.filter(({ appointmentId }) => appointmentId === null || !left.has(appointmentId));
}

function limitAfter(limit: DayLimit, more: readonly EarlierBooking[], left: ReadonlySet<number>): DayLimit {
  return { ...limit, counted: [...staying(limit.counted, left), ...more.map(countedOf)] };
}

/** Sessions of one provider never have the same start. */
function countedOf({ appointmentId, providerId, start, day, placement }: EarlierBooking): Counted {
  return { session: placement.session ?? `of ${providerId} at ${start}`, appointmentId, day };
}

function busyOf({ appointmentId, placement }: EarlierBooking): BusyInterval {
  return { appointmentId, ...placement.busy };
}

function sessionClaimOf({ appointmentId, start, end, placement }: EarlierBooking): SessionClaim[] {
  const { session, seats, busy, resourceIds, team } = placement;
  if (session === null || seats === null) return [];
  return [{ session, appointmentId, start, end, busy, seats, resourceIds, team }];
}
