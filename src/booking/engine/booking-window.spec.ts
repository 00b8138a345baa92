import { aService, at } from '../../../test/support/worlds/builders';
import { lastBookableDate } from './index';

describe('The last bookable date', () => {
  it.each([
    ['UTC', '2026-03-05'],
    ['Asia/Tokyo', '2026-03-06'],
  ])('is counted from the current local date in %s', (zone, date) => {
    const now = at('2026-03-02T23:30Z');
    expect(lastBookableDate(now, aService({ maxAdvanceDays: 3 }), zone)).toBe(date);
  });
});
