import type { Interval } from '../../../platform/time/interval';
import type { BusyInterval, Closure, ResourceCalendar, SessionClaim } from '../../engine';

/** The rows of taken times, as the statements of snapshots give them, and what they mean to the engine. Instants are epoch ms. */

export type Pair = readonly [start: number, end: number];

/** The location is null in a closure of the whole business. */
export type ClosureRow = readonly [...Pair, locationId: number | null];

/** The appointment is null in a claim of a hold. */
export type BusyRow = readonly [appointmentId: number | null, start: number, end: number];
/**
 * The gaps between claims, in the order of time, and the end of the last claim. A gap begins with the end of a claim and ends with the
 * start of the next; the first gap has no beginning. Null: nothing is taken.
 */
export type TakenAround = readonly [
  gaps: readonly [from: readonly (number | null)[] | null, to: readonly number[] | null],
  until: number,
];
export type SessionClaimRow = readonly [
  session: string,
  appointmentId: number | null,
  start: number,
  end: number,
  busyFrom: number,
  busyUntil: number,
  seats: string | null,
  resourceIds: readonly number[],
  serviceId: number,
  team: readonly number[],
];

export interface ResourceRow extends Pick<ResourceCalendar, 'id' | 'kind' | 'locationId'> {
  readonly timeOff: readonly Pair[] | null;
  readonly busy: readonly BusyRow[] | null;
}

export function interval([start, end]: Pair): Interval {
  return { start, end };
}

export function closure([start, end, locationId]: ClosureRow): Closure {
  return locationId === null ? { start, end } : { start, end, locationId };
}

export function busyInterval([appointmentId, start, end]: BusyRow): BusyInterval {
  return { appointmentId, start, end };
}

export function busyAround([[from, to], until]: TakenAround): BusyInterval[] {
  if (from === null || to === null) return [];
  return to.map((start, index) => ({ appointmentId: null, start, end: from[index + 1] ?? until }));
}

export function sessionClaim(row: SessionClaimRow): SessionClaim {
  const [session, appointmentId, start, end, busyFrom, busyUntil, seats, resourceIds, , team] = row;
  return {
    session,
    appointmentId,
    start,
    end,
    busy: { start: busyFrom, end: busyUntil },
    seats: seatsIn(seats),
    resourceIds,
    team,
  };
}

/** The seats in the text of a multirange, such as `{[1,3),[4,5)}`. An appointment of a time with one seat has seat 1. */
function seatsIn(ranges: string | null): number[] {
  if (ranges === null) return [1];
  return [...ranges.matchAll(/\[(\d+),(\d+)\)/g)].flatMap(([, first, end]) =>
    Array.from({ length: Number(end) - Number(first) }, (_seat, index) => Number(first) + index),
  );
}

export function resourceCalendar({ id, kind, locationId, timeOff, busy }: ResourceRow): ResourceCalendar {
  return {
    id,
    kind,
    locationId,
    timeOff: (timeOff ?? []).map(interval),
    busy: (busy ?? []).map(busyInterval),
  };
}
