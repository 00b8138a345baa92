import fc from 'fast-check';
import { runs } from '../../../test/support/worlds/runs';
import {
  coveredBy,
  firstOverlap,
  type Interval,
  intersect,
  overlaps,
  overlapsAny,
  sortedByStart,
  subtract,
  unite,
} from './interval';

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

describe('unite and sortedByStart', () => {
  const inOrder = [
    { start: -5, end: 2 },
    { start: 3, end: 4 },
    { start: 7, end: 9 },
  ];

  it('return a list that needs nothing as it is, without a copy', () => {
    expect([unite(inOrder), sortedByStart(inOrder)].map((each) => each === inOrder)).toEqual([true, true]);
    const withEqualStarts = [...inOrder, { start: 7, end: 8 }];
    expect(sortedByStart(withEqualStarts)).toBe(withEqualStarts);
  });

  it('sort a list that is not in order', () => {
    expect(sortedByStart(inOrder.toReversed())).toEqual(inOrder);
    expect(unite(inOrder.toReversed())).toEqual(inOrder);
  });

  it('leave out what is empty, also between others', () => {
    const empty = { start: 2, end: 2 };
    expect(unite([empty, { start: 5, end: 6 }])).toEqual([{ start: 5, end: 6 }]);
    expect(
      unite([
        { start: 5, end: 6 },
        { start: 7, end: 7 },
      ]),
    ).toEqual([{ start: 5, end: 6 }]);
    expect(unite([empty])).toEqual([]);
  });
});

describe('firstOverlap', () => {
  const united = [
    { start: 0, end: 10 },
    { start: 20, end: 30 },
  ];

  it.each([
    [9, 20, united[0]],
    [10, 20, undefined],
    [10, 21, united[1]],
    [29, 40, united[1]],
    [30, 40, undefined],
  ])('of %i to %i is the first interval that shares an instant with it', (start, end, first) => {
    expect(firstOverlap(united, start, end)).toBe(first);
    expect(overlapsAny(united, start, end)).toBe(first !== undefined);
  });
});

describe('intersect', () => {
  it('returns the parts that both lists cover', () => {
    const others = [
      { start: 0, end: 10 },
      { start: 20, end: 25 },
      { start: 30, end: 60 },
    ];
    expect(intersect([{ start: 5, end: 40 }], others)).toEqual([
      { start: 5, end: 10 },
      { start: 20, end: 25 },
      { start: 30, end: 40 },
    ]);
  });

  it('returns exactly the minutes that lie in both lists', () => {
    fc.assert(
      fc.property(someIntervals, someIntervals, (some, others) => {
        const common = intersect(unite(some), unite(others));
        const inOthers = new Set(minutesOf(others));
        const both = minutesOf(some).filter((minute) => inOthers.has(minute));
        expect(minutesOf(common)).toEqual(both);
        expect(unite(common)).toEqual(common);
      }),
      runs(2_000),
    );
  });
});

describe('coveredBy', () => {
  it('returns where two of three lists meet', () => {
    const lists = [[{ start: 0, end: 10 }], [{ start: 5, end: 20 }], [{ start: 10, end: 12 }]];
    expect(coveredBy(2, lists)).toEqual([{ start: 5, end: 12 }]);
  });

  it('returns exactly the minutes that lie in at least so many lists', () => {
    const someLists = fc.array(someIntervals, { maxLength: 4 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), someLists, (number, lists) => {
        const covered = coveredBy(number, lists.map(unite));
        const minutes = lists.map((list) => new Set(minutesOf(list)));
        const counted = minutesOf([{ start: 0, end: MINUTES + 13 }]).filter(
          (minute) => minutes.filter((list) => list.has(minute)).length >= number,
        );
        expect(minutesOf(covered)).toEqual(counted);
        expect(unite(covered)).toEqual(covered);
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
    expect(overlaps({ start: 10, end: 20 }, { start: 0, end: 10 })).toBe(false);
    expect(overlaps({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true);
  });
});
