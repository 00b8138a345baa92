import fc from 'fast-check';
import type { CapacityRequest, ResourceNeed, TeamRequest } from '../../../src/booking/engine';
import type { Interval } from '../../../src/platform/time/interval';
import { type Claim, holderOf, lease } from './claims';
import { interval } from './intervals';
import type { Scene } from './tape';

/** A resource with its claims outside of the sessions of the service. */
export interface Resource {
  readonly id: number;
  readonly kind: string;
  readonly locationId: number | null;
  readonly timeOff: readonly Interval[];
  readonly claims: readonly Claim[];
}

/** What is requested besides a time. */
export type WorldRequest = CapacityRequest & TeamRequest & { readonly seats?: number };

const KINDS = ['room', 'chair', 'device'] as const;
const IDS = [1, 2, 3, 4, 5, 6] as const;

const need = (kind: string) =>
  fc.constantFrom(1, 1, 1, 2, 3).map((quantity): ResourceNeed => ({ kind, quantity }));

/** Mostly nothing, or a room. */
export const needs: fc.Arbitrary<readonly ResourceNeed[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: fc.tuple(need('room')) },
  { weight: 1, arbitrary: fc.shuffledSubarray([...KINDS]).chain((kinds) => fc.tuple(...kinds.map(need))) },
);

/** Generates up to six resources in any order, most of them rooms. */
export function resources(scene: Scene, now: number): fc.Arbitrary<readonly Resource[]> {
  const taking = fc.record({
    of: fc.constantFrom(...IDS),
    during: interval(scene, 900),
    isTimeOff: fc.constantFrom(false, false, true),
    lease,
  });
  const resource = fc.record({
    kind: fc.constantFrom('room', 'room', 'room', 'chair', 'device'),
    locationId: fc.constantFrom(null, 1, 1, 2),
  });
  return fc
    .tuple(
      fc.shuffledSubarray([...IDS]),
      fc.tuple(...IDS.map(() => resource)),
      fc.array(taking, { maxLength: 12 }),
    )
    .map(([ids, kinds, takings]) =>
      ids.map((id): Resource => {
        const own = takings.filter(({ of }) => of === id);
        const [timeOff, claims] = [own.filter((one) => one.isTimeOff), own.filter((one) => !one.isTimeOff)];
        return {
          id,
          kind: 'room',
          locationId: null,
          ...kinds[id - 1],
          timeOff: timeOff.map(({ during }) => during),
          claims: claims.map(({ during, lease }, i) => ({ ...during, ...holderOf(i + 1, lease, now) })),
        };
      }),
    );
}

/** Mostly one seat, wherever resources are found. */
export const someRequest: fc.Arbitrary<WorldRequest> = fc.record({
  seats: fc.constantFrom(1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7),
  locationId: fc.constantFrom(undefined, undefined, null, 1, 2),
  resourceIds: fc.oneof(
    { weight: 7, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.subarray([...IDS], { minLength: 1 }) },
  ),
  keptResourceIds: fc.option(fc.subarray([...IDS]), { nil: undefined }),
  keptTeam: fc.option(fc.subarray([...IDS]), { nil: undefined }),
  excludeAppointmentId: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
});
