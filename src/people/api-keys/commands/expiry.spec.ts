import { expiresAt, expiry } from './expiry';

const NOW = Date.parse('2026-11-20T08:30:00Z');

describe('The expiry of a key', () => {
  it.each([
    ['2026-12-31', 'UTC', '2027-01-01T00:00:00.000Z'],
    ['2026-12-31', 'Asia/Tokyo', '2026-12-31T15:00:00.000Z'],
    // The clock goes forward on this day, so it has 23 hours.
    ['2027-03-28', 'Europe/Berlin', '2027-03-28T22:00:00.000Z'],
  ])('on %s is the end of that day in %s', (date, zone, instant) => {
    expect(expiresAt(date, NOW, zone).toISOString()).toBe(instant);
  });

  it('of 90d is 90 times 24 hours from now', () => {
    expect(expiresAt('90d', NOW, 'Europe/Berlin').toISOString()).toBe('2027-02-18T08:30:00.000Z');
  });

  it.each(['2026-12-31', '1d', '90d', '99999d'])('accepts %s', (text) => {
    expect(expiry().fault(text)).toBeUndefined();
  });

  it.each([
    '',
    '0d',
    '090d',
    '-1d',
    '1.5d',
    '90',
    '90 d',
    '3w',
    '2027-02-29',
    '2026-12-31T12:00',
    'tomorrow',
  ])('refuses %j', (text) => {
    expect(expiry().fault(text)).toBe('must be a date as YYYY-MM-DD, or a number of days such as 90d');
  });
});
