import { at } from '../../../../test/support/worlds/builders';
import { conflictsWith, isFree, occupied } from './index';

const busy = [{ start: at('2026-03-02T10:00Z'), end: at('2026-03-02T11:00Z'), appointmentId: 4 }];
const touching = { start: at('2026-03-02T11:00Z'), end: at('2026-03-02T12:00Z') };
const meeting = { start: at('2026-03-02T10:59Z'), end: at('2026-03-02T12:00Z') };

describe('busy time', () => {
  it('is the appointment widened by its buffers', () => {
    expect(occupied({ bufferBeforeMin: 10, bufferAfterMin: 5 }, touching)).toEqual({
      start: at('2026-03-02T10:50Z'),
      end: at('2026-03-02T12:05Z'),
    });
  });

  it('conflicts with a time that it overlaps and not with one that it touches', () => {
    expect(isFree(busy, touching)).toBe(true);
    expect(isFree(busy, meeting)).toBe(false);
    expect(conflictsWith(busy, meeting)).toEqual(busy);
  });

  it('does not conflict with the appointment that it belongs to', () => {
    expect(isFree(busy, meeting, 4)).toBe(true);
  });
});
