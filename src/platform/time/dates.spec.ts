import { at } from '../../../test/support/worlds/builders';
import { spansAround } from './calendar-spans';
import { datesOfMonth, datesOfWeek, intervalOfDates, monthOf } from './dates';
import { retentionLimit } from './retention-limit';

describe('The dates', () => {
  it.each([
    ['2026-02', '2026-02-28'],
    ['2028-02', '2028-02-29'],
    ['2026-04', '2026-04-30'],
    ['2026-12', '2026-12-31'],
  ])('of the month %s end with %s', (month, last) => {
    expect(datesOfMonth(month)).toEqual({ first: `${month}-01`, last });
  });

  it.each(['2026-11-30', '2026-12-02', '2026-12-06'])('of the week of %s begin with Monday', (date) => {
    expect(datesOfWeek(date)).toEqual({ first: '2026-11-30', last: '2026-12-06' });
  });

  it('are an interval in a zone, also when the clock changes', () => {
    expect(intervalOfDates({ first: '2026-03-28', last: '2026-03-29' }, 'Europe/Berlin')).toEqual({
      start: at('2026-03-27T23:00Z'),
      end: at('2026-03-29T22:00Z'),
    });
  });
});

describe('An instant on the calendar of a zone', () => {
  const [lateInDecember, zone] = [at('2026-12-31T23:30Z'), 'Europe/Berlin'];

  it('has a month', () => {
    expect([monthOf(lateInDecember, zone), monthOf(lateInDecember, 'UTC')]).toEqual(['2027-01', '2026-12']);
  });

  it('has a day, a week and a month around it', () => {
    expect(spansAround(lateInDecember, zone)).toEqual({
      today: { start: at('2027-01-01T00:00+01:00'), end: at('2027-01-02T00:00+01:00') },
      thisWeek: { start: at('2026-12-28T00:00+01:00'), end: at('2027-01-04T00:00+01:00') },
      thisMonth: { start: at('2027-01-01T00:00+01:00'), end: at('2027-02-01T00:00+01:00') },
    });
  });
});

describe('The limit of a retention', () => {
  it('lies so many days back, and nowhere for 0 days', () => {
    expect(retentionLimit(2, at('2026-12-03T10:00Z'))).toEqual(new Date('2026-12-01T10:00Z'));
    expect(retentionLimit(0, at('2026-12-03T10:00Z'))).toBeUndefined();
  });
});
