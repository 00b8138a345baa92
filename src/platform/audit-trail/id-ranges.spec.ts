import { missing, without } from './id-ranges';

describe('Ranges of ids', () => {
  it.each([
    [0, 0, [], []],
    [4, 4, [], []],
    [4, 6, [], [[5, 6]]],
    [4, 6, [5, 6], []],
    [
      4,
      9,
      [6, 8, 9],
      [
        [5, 5],
        [7, 7],
      ],
    ],
    [4, 9, [5, 9], [[6, 8]]],
  ])('finds what is missing after %p up to %p in %p', (after, upTo, ids, ranges) => {
    expect(missing(after, upTo, ids)).toEqual(ranges);
  });

  it('loses the ids that have come', () => {
    expect(
      without(
        [
          [1, 5],
          [8, 8],
          [10, 12],
        ],
        [1, 3, 8, 20],
      ),
    ).toEqual([
      [2, 2],
      [4, 5],
      [10, 12],
    ]);
  });
});
