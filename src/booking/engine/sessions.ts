import { sortedByStart, type Interval } from '../../platform/time/interval';

/**
 * The seats of one appointment, or one hold, in a group session of the requested service. `start` and `end` are those of the
 * appointment, without buffers.
 */
export interface SessionClaim extends Interval {
  /** The number of the session. */
  readonly session: string;
  /** Null: a hold. */
  readonly appointmentId: number | null;
  /** Buffers included. The claims of one session all have the same. */
  readonly busy: Interval;
  /** The numbers of its seats, from 1. No two claims of a session have the same. */
  readonly seats: readonly number[];
  /** The same for all claims of a session. */
  readonly resourceIds: readonly number[];
  /** The providers who help; the same for all claims of a session. */
  readonly team: readonly number[];
}

/** Appointments of one service that share provider, start and end. */
export class Session {
  private taken = 0;

  /** @param all the claims of this session and of others */
  constructor(
    readonly first: SessionClaim,
    private readonly all: readonly SessionClaim[],
  ) {}

  add({ seats }: SessionClaim): void {
    this.taken += seats.length;
  }

  /** Never below 0: a capacity may have been lowered. */
  seatsLeft(capacity: number): number {
    return Math.max(0, capacity - this.taken);
  }

  /** The lowest free numbers for so many seats; undefined when fewer are left. */
  freeSeats(seats: number, capacity: number): readonly number[] | undefined {
    if (seats > this.seatsLeft(capacity)) return undefined;
    const own = this.all.filter((claim) => claim.start === this.first.start);
    const taken = new Set(own.flatMap((claim) => claim.seats));
    const free: number[] = [];
    for (let number = 1; free.length < seats; number++) if (!taken.has(number)) free.push(number);
    return free;
  }
}

/** The sessions in the order of time. Two sessions of one provider never overlap, so their starts differ. */
export function sessionsOf(
  claims: readonly SessionClaim[],
  excludeAppointmentId: number | undefined,
): readonly Session[] {
  const counted =
    excludeAppointmentId === undefined
      ? claims
      : claims.filter(({ appointmentId }) => appointmentId !== excludeAppointmentId);
  const sessions: Session[] = [];
  let latest: Session | undefined;
  for (const claim of sortedByStart(counted)) {
    if (latest?.first.start !== claim.start) sessions.push((latest = new Session(claim, counted)));
    latest.add(claim);
  }
  return sessions;
}

/** The index of the first session that starts at an instant or later; their number when there is none. */
export function firstStartingFrom(sessions: readonly Session[], instant: number): number {
  let low = 0;
  let high = sessions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sessions[middle]?.first.start ?? Infinity) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The numbers of the first seats of a new session. */
export function firstSeats(seats: number): readonly number[] {
  return Array.from({ length: seats }, (_, index) => index + 1);
}
