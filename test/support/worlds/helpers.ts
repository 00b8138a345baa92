import fc from 'fast-check';
import type { ScheduleEntry, TeamNeed, WorkStretch } from '../../../src/booking/engine';
import type { Interval } from '../../../src/platform/time/interval';
import { type Claim, claims } from './claims';
import { intervals } from './intervals';
import type { Scene } from './tape';

/** A provider who may help, with its claims outside of the sessions of the service. */
export interface Helper {
  readonly id: number;
  readonly isAvailable: boolean;
  readonly schedule: readonly ScheduleEntry[] | null;
  /** The hours of dates that differ, by date. */
  readonly special: Readonly<Record<string, readonly WorkStretch[]>>;
  readonly timeOff: readonly Interval[];
  readonly busyElsewhere: readonly Interval[];
  readonly claims: readonly Claim[];
}

/** The provider of the world, who leads, is 1. A team may name it, and never has it. */
const IDS = [1, 2, 3, 4, 5, 6] as const;
/** So that no helper has a claim of an appointment of another part of the world. */
const FIRST_ID = 30;

const need: fc.Arbitrary<TeamNeed> = fc
  .tuple(fc.subarray([...IDS], { minLength: 1 }), fc.constantFrom(1, 1, 1, 2, 3))
  .map(([providerIds, count]) => ({ providerIds, count: Math.min(count, providerIds.length) }));

/** Mostly none. */
const needs: fc.Arbitrary<readonly TeamNeed[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(need, { minLength: 1, maxLength: 3 }) },
);

export interface Team {
  readonly team: readonly TeamNeed[];
  readonly helpers: readonly Helper[];
}

/** Generates what a service needs, and the providers whom it may name, in any order; most of them have long hours. */
export function teams(
  scene: Scene,
  now: number,
  schedule: fc.Arbitrary<Helper['schedule']>,
  special: fc.Arbitrary<Helper['special']>,
): fc.Arbitrary<Team> {
  const helper = fc.record({
    isAvailable: fc.constantFrom(true, true, true, true, true, true, false),
    schedule: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: schedule }),
    special,
    timeOff: intervals(scene, 1, 600),
    busyElsewhere: intervals(scene, 1, 300),
    claims: claims(scene, now, 3, 600),
  });
  const helpers = fc
    .tuple(fc.shuffledSubarray([...IDS], { minLength: 2 }), fc.tuple(...IDS.map(() => helper)))
    .map(([ids, all]) => ids.flatMap((id) => withId(id, all[id - 1])));
  return needs.chain((team) =>
    fc.record({ team: fc.constant(team), helpers: team.length === 0 ? fc.constant([]) : helpers }),
  );
}

function withId(id: number, helper: Omit<Helper, 'id'> | undefined): readonly Helper[] {
  if (helper === undefined) return [];
  const own = helper.claims.map((claim, i) => {
    const { appointmentId } = claim;
    return { ...claim, appointmentId: appointmentId === null ? null : FIRST_ID + 3 * id + i };
  });
  return [{ ...helper, id, claims: own }];
}
