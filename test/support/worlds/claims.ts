import fc from 'fast-check';
import type { BusyInterval, SessionClaim } from '../../../src/booking/availability/engine';
import { type Interval, overlaps } from '../../../src/platform/time/interval';
import { interval } from './intervals';
import type { Scene } from './tape';

/** A claim as the database keeps it. That of a hold stays after the hold has expired. */
export interface Claim extends BusyInterval {
  /** Null: the claim of an appointment. */
  readonly expiresAt: number | null;
}

/** A claim in a group session. Its time in `busy` is a claim of the provider and of each of its resources. */
export interface SeatClaim extends SessionClaim {
  readonly expiresAt: number | null;
}

/** Whether a claim still counts at an instant: a hold ends at the moment at which it expires. */
export function isLive(now: number) {
  return ({ expiresAt }: { readonly expiresAt: number | null }): boolean =>
    expiresAt === null || expiresAt > now;
}

/** The milliseconds from now until a hold expires; null: an appointment. */
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

/** Who has a claim: an appointment with this id, or a hold. */
export function holderOf(appointmentId: number, lease: number | null, now: number) {
  return lease === null
    ? { appointmentId, expiresAt: null }
    : { appointmentId: null, expiresAt: now + lease };
}

/** Generates claims of appointments 1 to `maxLength` and of holds. */
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
