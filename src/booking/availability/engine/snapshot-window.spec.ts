import { aService, at } from '../../../../test/support/worlds/builders';
import { lastBookableDate, snapshotWindow } from './index';

describe('what to load', () => {
  it('reaches from the earliest first midnight to the latest last one, an appointment and its buffers', () => {
    const service = aService({ durationMin: 90, bufferBeforeMin: 10, bufferAfterMin: 20 });
    expect(snapshotWindow('2026-03-02', '2026-03-03', ['America/New_York', 'Asia/Tokyo'], service)).toEqual({
      start: at('2026-03-01T23:50+09:00'),
      end: at('2026-03-04T01:50-05:00'),
    });
  });

  it('is refused without a zone', () => {
    expect(() => snapshotWindow('2026-03-02', '2026-03-03', [], aService())).toThrow(RangeError);
  });

  it('never needs to go beyond the horizon', () => {
    const now = at('2026-03-02T23:30Z');
    expect(lastBookableDate(now, aService({ maxAdvanceDays: 3 }), 'UTC')).toBe('2026-03-05');
    expect(lastBookableDate(now, aService({ maxAdvanceDays: 3 }), 'Asia/Tokyo')).toBe('2026-03-06');
  });
});
