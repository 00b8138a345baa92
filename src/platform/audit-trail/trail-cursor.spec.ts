import { advanced, type ReadCursor, withoutRanges } from './trail-cursor';

describe('The cursor of a reader of the audit trail', () => {
  const cursor: ReadCursor = {
    seen: 10,
    gaps: [[8, 9]],
    oldGaps: [[3, 4]],
    horizon: '600',
    areOldGapsSettled: false,
    transaction: '700',
  };

  it('keeps old gaps apart from new ones while a transaction may fill them', () => {
    const found = [
      [3, 3],
      [12, 13],
    ] as const;
    expect(advanced(cursor, found, true)).toEqual({
      seen: 13,
      gaps: [
        [8, 9],
        [11, 11],
      ],
      oldGaps: [[4, 4]],
      horizon: '600',
    });
  });

  it('gives settled gaps up, and sets those of earlier reads aside until all transactions before this one have ended', () => {
    const found = [
      [9, 9],
      [12, 12],
    ] as const;
    expect(advanced({ ...cursor, areOldGapsSettled: true }, found, true)).toEqual({
      seen: 12,
      gaps: [[11, 11]],
      oldGaps: [[8, 8]],
      horizon: '700',
    });
  });

  it('gives no gap up when the read did not reach the end', () => {
    const { oldGaps, gaps } = advanced({ ...cursor, areOldGapsSettled: true }, [[9, 9]], false);
    expect([oldGaps, gaps]).toEqual([[[3, 4]], [[8, 8]]]);
  });

  it('stays where nothing was found', () => {
    const settled = { ...cursor, gaps: [], oldGaps: [], transaction: null };
    expect(advanced(settled, [], true)).toEqual({ seen: 10, gaps: [], oldGaps: [], horizon: '600' });
  });
});

describe('Ranges of ids', () => {
  it.each([
    [[], [], []],
    [[[5, 4]], [], []],
    [[[5, 6]], [], [[5, 6]]],
    [[[5, 6]], [[5, 6]], []],
    [[[5, 6]], [[1, 9]], []],
    [
      [[5, 9]],
      [
        [6, 6],
        [8, 12],
      ],
      [
        [5, 5],
        [7, 7],
      ],
    ],
    [
      [
        [1, 5],
        [8, 8],
        [10, 12],
      ],
      [
        [1, 1],
        [3, 3],
        [5, 8],
        [20, 20],
      ],
      [
        [2, 2],
        [4, 4],
        [10, 12],
      ],
    ],
  ] as [[number, number][], [number, number][], [number, number][]][])(
    '%j lose those of %j',
    (ranges, others, left) => {
      expect(withoutRanges(ranges, others)).toEqual(left);
    },
  );
});
