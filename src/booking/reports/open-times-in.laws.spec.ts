import fc from 'fast-check';
import { OracleOfOpenTime } from '../../../test/support/worlds/oracle-of-open-time';
import { runs } from '../../../test/support/worlds/runs';
import { tapeOf } from '../../../test/support/worlds/scenes';
import { aWorld, calendarOf, type World } from '../../../test/support/worlds/world';
import { MINUTE_MS } from '../../platform/time/units';
import { workedDays } from '../engine';
import { openTimesIn } from './open-times-in';

/** Parts of the time around a world, in order, on whole minutes. */
function partsOf({ scene }: World, cuts: readonly number[]) {
  const tape = tapeOf(scene);
  const minutes = [...new Set(cuts.map((cut) => cut % tape.length))].sort((a, b) => a - b);
  return minutes
    .slice(1)
    .map((end, nth) => ({ start: tape.instantOf(minutes[nth] ?? 0), end: tape.instantOf(end) }));
}

const someCuts = fc.array(fc.nat(), { minLength: 2, maxLength: 4 });

describe('In any world, a report', () => {
  it('has the minutes of working time, and of what takes them, that one by one are found at a place or at all', () => {
    fc.assert(
      fc.property(aWorld, someCuts, fc.constantFrom(null, null, 1, 2), (world, cuts, place) => {
        const parts = partsOf(world, cuts);
        const times = openTimesIn(workedDays(calendarOf(world), place ?? undefined), parts);
        const oracle = new OracleOfOpenTime(world, place);
        expect(times.map(({ open, blocked }) => [open / MINUTE_MS, blocked / MINUTE_MS])).toEqual(
          parts.map((part) => oracle.in(part)).map(({ open, blocked }) => [open, blocked]),
        );
      }),
      runs(600),
    );
  });

  it('has those of the hours that name no place where only they count', () => {
    fc.assert(
      fc.property(aWorld, someCuts, (world, cuts) => {
        const parts = partsOf(world, cuts);
        const worked = workedDays(calendarOf(world));
        const times = openTimesIn(worked, parts, ({ locationId }) => locationId === undefined);
        const oracle = new OracleOfOpenTime(world);
        expect(times.map(({ open, blocked }) => [open / MINUTE_MS, blocked / MINUTE_MS])).toEqual(
          parts.map((part) => oracle.in(part, 'none')).map(({ open, blocked }) => [open, blocked]),
        );
      }),
      runs(300),
    );
  });
});
