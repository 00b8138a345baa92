import { at } from '../../../test/support/worlds/builders';
import { occupied } from './index';

describe('busy time', () => {
  it('is the appointment widened by its buffers', () => {
    const appointment = { start: at('2026-03-02T11:00Z'), end: at('2026-03-02T12:00Z') };
    expect(occupied({ bufferBeforeMin: 10, bufferAfterMin: 5 }, appointment)).toEqual({
      start: at('2026-03-02T10:50Z'),
      end: at('2026-03-02T12:05Z'),
    });
  });
});
