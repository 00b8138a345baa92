import fc from 'fast-check';
import type { BusyInterval, SessionClaim } from '../../../src/booking/engine';
import { type Interval, overlaps } from '../../../src/platform/time/interval';
import { interval } from './intervals';
import type { Scene } from './tape';

/** A claim as the database keeps it. It stays after it has expired. */
export interface Claim extends BusyInterval {
  /** When the hold, or the pending appointment, ends. Null: the appointment does not end by itself. */
  readonly expiresAt: number | null;
  /** The time of the appointment without buffers, where the two differ. */
  readonly booked?: Interval;
  /** The session, where several claims share one. */
  readonly session?: string;
  /** The provider leads an appointment of another service, or of the one of the world; or helps. Absent: of another. */
  readonly as?: 'of service' | 'help';
  /** Where the appointment takes place. Absent: it names no place. */
  readonly locationId?: number | null | undefined;
}

/** A claim in a group session. Its time in `busy` is a claim of the provider and of each of its resources. */
export interface SeatClaim extends SessionClaim, Pick<Claim, 'locationId'> {
  readonly expiresAt: number | null;
}

/** Whether a claim still counts at an instant: it ends at the moment at which it expires. */
export function isLive(now: number) {
  return ({ expiresAt }: { readonly expiresAt: number | null }): boolean =>
    expiresAt === null || expiresAt > now;
}

/** The milliseconds from now until a claim expires; null: it does not. */
export const lease: fc.Arbitrary<number | null> = fc.constantFrom(
  null,
  null,
  null,
  null,
  -60_000,
  0,
  1,
  60_000,
);

/** Who has a claim: an appointment with this id, or a hold. Of those that end, the appointments with even ids are pending. */
export function holderOf(appointmentId: number, lease: number | null, now: number) {
  if (lease === null) return { appointmentId, expiresAt: null };
  return { appointmentId: appointmentId % 2 === 0 ? appointmentId : null, expiresAt: now + lease };
}

/** Generates claims of appointments 1 to `maxLength`, some of them pending, and of holds. */
export function claims(
  scene: Scene,
  now: number,
  maxLength: number,
  maxMin: number,
): fc.Arbitrary<readonly Claim[]> {
  return fc
    .array(fc.tuple(interval(scene, maxMin), lease), { maxLength })
    .map((all) => all.map(([taken, left], i) => ({ ...taken, ...holderOf(i + 1, left, now) })));
}

/** The claims that overlap none of the sessions, as the database allows them. */
export function apartFrom<T extends Interval>(
  seats: readonly SeatClaim[],
  claims: readonly T[],
): readonly T[] {
  return claims.filter((claim) => !seats.some(({ busy }) => overlaps(busy, claim)));
}
