import { isTimeZone } from './time-zone';
import { offsetsOf } from './zone-offsets';

describe('A time zone', () => {
  it.each([
    'UTC',
    'Europe/Berlin',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Etc/GMT+5',
    'CET',
    'Cuba',
    'europe/berlin',
  ])('may be %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', '+02:00', '-03', 'UTC+2', 'PST', 'JST', 'Berlin', 'Europe/Atlantis', 'Local', ' UTC'])(
    'may not be “%s”',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );

  it('has its offsets in memory once, however its name is spelled', () => {
    expect(offsetsOf('eUROPE/bERLIN')).toBe(offsetsOf('Europe/Berlin'));
  });
});
