import { isEmptyStretch, parseStretch, stretchesOverlap } from './local-stretch';

const stretch = (start: string, end: string) => parseStretch({ start, end });

describe('A stretch of a local day', () => {
  it('is read from two times, of which the end may be 24:00', () => {
    expect(stretch('09:05', '24:00')).toEqual({ startMin: 545, endMin: 1_440 });
    expect(stretch('00:00', '00:01')).toEqual({ startMin: 0, endMin: 1 });
  });

  it('is empty unless it ends after it starts', () => {
    const stretches = [stretch('09:00', '09:01'), stretch('09:00', '09:00'), stretch('09:00', '08:59')];
    expect(stretches.map(isEmptyStretch)).toEqual([false, true, true]);
  });

  it('overlaps another one when they share a minute, and not when they touch', () => {
    const [nine, half, ten] = [
      stretch('09:00', '10:00'),
      stretch('09:30', '10:30'),
      stretch('10:00', '11:00'),
    ];
    expect([stretchesOverlap(nine, half), stretchesOverlap(half, nine)]).toEqual([true, true]);
    expect([stretchesOverlap(nine, ten), stretchesOverlap(ten, nine)]).toEqual([false, false]);
  });
});
