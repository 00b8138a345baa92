import fc from 'fast-check';
import { runs } from '../../../test/support/worlds/runs';
import { type Interval, overlaps, subtract, unite } from './interval';

const MINUTES = 60;
const someIntervals = fc
  .array(fc.tuple(fc.nat({ max: MINUTES }), fc.nat({ max: 12 })), { maxLength: 8 })
  .map((pairs) => pairs.map(([start, length]) => ({ start, end: start + length })));

/** The minutes that the intervals cover, one by one. */
function minutesOf(intervals: readonly Interval[]): readonly number[] {
  return Array.from({ length: MINUTES + 13 }, (_, minute) => minute).filter((minute) =>
    intervals.some(({ start, end }) => start <= minute && minute < end),
  );
}

describe('unite', () => {
  it('joins intervals that overlap or touch, and keeps the others apart', () => {
    const united = unite([
      { start: 30, end: 40 },
      { start: 0, end: 10 },
      { start: 5, end: 20 },
      { start: 20, end: 21 },
    ]);
    expect(united).toEqual([
      { start: 0, end: 21 },
      { start: 30, end: 40 },
    ]);
  });

  it('returns sorted, disjoint, non-empty intervals that cover the same minutes, and is idempotent', () => {
    fc.assert(
      fc.property(someIntervals, (intervals) => {
        const united = unite(intervals);
        expect(minutesOf(united)).toEqual(minutesOf(intervals));
        expect(united.every(({ start, end }, i) => start < end && start > (united[i - 1]?.end ?? -1))).toBe(
          true,
        );
        expect(unite(united)).toEqual(united);
      }),
      runs(2_000),
    );
  });
});

describe('subtract', () => {
  it('returns the parts before, between and after the removed intervals', () => {
    const holes = [
      { start: 10, end: 20 },
      { start: 30, end: 40 },
    ];
    expect(subtract([{ start: 0, end: 50 }], holes)).toEqual([
      { start: 0, end: 10 },
      { start: 20, end: 30 },
      { start: 40, end: 50 },
    ]);
  });

  it('returns exactly the minutes that are open and not removed', () => {
    fc.assert(
      fc.property(someIntervals, someIntervals, (open, removed) => {
        const gone = new Set(minutesOf(removed));
        const left = subtract(unite(open), unite(removed));
        expect(minutesOf(left)).toEqual(minutesOf(open).filter((minute) => !gone.has(minute)));
        expect(unite(left)).toEqual(left);
      }),
      runs(2_000),
    );
  });
});

describe('overlaps', () => {
  it('is false for intervals that only touch', () => {
    expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false);
    expect(overlaps({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true);
  });
});
