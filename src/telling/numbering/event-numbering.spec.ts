import { reachedBy } from './event-numbering';

describe('A round of numbering', () => {
  const progress = {
    seen: 10,
    gaps: [[8, 9]] as [number, number][],
    oldGaps: [[3, 4]] as [number, number][],
    areOldGapsSettled: false,
    transaction: '700',
  };

  it('keeps old gaps apart from new ones while a transaction may fill them', () => {
    expect(reachedBy(progress, [3, 12], true)).toEqual({
      seen: 12,
      gaps: [
        [8, 9],
        [11, 11],
      ],
      oldGaps: [[4, 4]],
      horizon: null,
    });
  });

  it('gives settled gaps up, and sets those of earlier rounds aside until all transactions before this one have ended', () => {
    expect(reachedBy({ ...progress, areOldGapsSettled: true }, [9, 12], true)).toEqual({
      seen: 12,
      gaps: [[11, 11]],
      oldGaps: [[8, 8]],
      horizon: '700',
    });
  });

  it('gives no gap up when it has not read to the end', () => {
    const { oldGaps, gaps } = reachedBy({ ...progress, areOldGapsSettled: true }, [9], false);
    expect([oldGaps, gaps]).toEqual([[[3, 4]], [[8, 8]]]);
  });
});
