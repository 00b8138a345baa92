import fc from 'fast-check';
import { expectEqual } from '../../../../test/support/worlds/expect-equal';
import { type ExpectedItem, OracleOfVisits } from '../../../../test/support/worlds/oracle-of-visits';
import { runs } from '../../../../test/support/worlds/runs';
import { tapeOf } from '../../../../test/support/worlds/scenes';
import {
  type WorldVisitRequest,
  aVisitWorld,
  aVisitRequest,
  datesOf,
  requestOf,
  type VisitWorld,
  worldOf,
} from '../../../../test/support/worlds/visits';
import { type PossibleVisit, VisitPlanner, VisitSearch } from './index';

interface Case {
  readonly world: VisitWorld;
  readonly requested: WorldVisitRequest;
}

const aCase: fc.Arbitrary<Case> = aVisitWorld.chain((world) =>
  fc.record({ world: fc.constant(world), requested: aVisitRequest(world) }),
);

function searchIn({ world, requested }: Case): readonly PossibleVisit[] {
  const { now } = worldOf(world, 0, 0);
  const found: PossibleVisit[] = [];
  for (const visit of new VisitSearch(now, requestOf(world, requested)).within(datesOf(requested))) {
    if (visit !== undefined) found.push(visit);
    if (found.length === requested.limit) break;
  }
  return found;
}

function expectedVisit(items: readonly ExpectedItem[]) {
  return { start: items[0]?.start, end: items.at(-1)?.end, items };
}

describe('The visits that a search finds', () => {
  it('are those of an oracle that tries everything, in the same order', () => {
    fc.assert(
      fc.property(aCase, ({ world, requested }) => {
        const expected = new OracleOfVisits(world, requested).visits();
        expectEqual(searchIn({ world, requested }), expected.map(expectedVisit));
      }),
      runs(5_000, 100),
    );
  });
});

const ANY_ZONE = () => Infinity;

/** Runs a generator to its end, without its pauses. */
function resultOf<T>(work: Generator<undefined, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}

/** The visit at a start, or the item that is refused and why. */
function planned({ world, requested }: Case, start: number) {
  const planner = new VisitPlanner(worldOf(world, 0, 0).now, requestOf(world, requested));
  const visit = resultOf(planner.planAt(start, ANY_ZONE));
  return typeof visit === 'string' ? resultOf(planner.refusalAt(start, ANY_ZONE)) : visit;
}

describe('The visit at any start', () => {
  it('is that of an oracle which tries everything, or is refused at the same item for the same reason', () => {
    const minutes = fc.array(fc.nat({ max: 3 * 1_440 - 1 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(aCase, minutes, fc.boolean(), ({ world, requested }, minutes, isOnQuarter) => {
        const tape = tapeOf(worldOf(world, 0, 0).scene);
        const oracle = new OracleOfVisits(world, requested);
        for (const minute of minutes) {
          const start = tape.instantOf(720 + (isOnQuarter ? minute - (minute % 15) : minute));
          const visit = oracle.visitAt(start);
          expectEqual(
            planned({ world, requested }, start),
            visit === undefined ? oracle.refusalAt(start) : expectedVisit(visit),
          );
        }
      }),
      runs(1_500),
    );
  });
});
