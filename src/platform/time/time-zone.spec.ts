import { isTimeZone } from './time-zone';

describe('a time zone', () => {
  it.each([
    'UTC',
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Etc/GMT+5',
    'CET',
    'Cuba',
    'europe/berlin',
  ])('is %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', '+02:00', '-03', 'UTC+2', 'PST', 'JST', 'Berlin', 'Europe/Atlantis', 'Local', ' UTC'])(
    'is not “%s”',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
