import { ValidationError } from '../../../platform/errors/errors';
import { parseRecurrenceRule } from './recurrence-rule';

const messageOf = (text: string) => {
  try {
    parseRecurrenceRule(text);
    return undefined;
  } catch (error) {
    return error instanceof ValidationError ? error.details['rrule'] : error;
  }
};

describe('parseRecurrenceRule', () => {
  it('reads every part that a series may have', () => {
    expect(parseRecurrenceRule('FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU,-1FR,SU;COUNT=10;WKST=SU')).toEqual({
      frequency: 'MONTHLY',
      interval: 2,
      days: ['2TU', '-1FR', 'SU'],
      monthDays: undefined,
      weekStart: 'SU',
      count: 10,
      until: undefined,
    });
    expect(parseRecurrenceRule('count=3;freq=daily;bymonthday=1,-1')).toMatchObject({
      frequency: 'DAILY',
      interval: 1,
      monthDays: [1, -1],
      weekStart: 'MO',
    });
  });

  it.each([
    ['20261231', { date: '2026-12-31', isUtc: false }],
    ['20261231T235959', { date: '2026-12-31', timeMin: 1_439, isUtc: false }],
    ['20261231T090000Z', { date: '2026-12-31', timeMin: 540, isUtc: true }],
  ])('reads an UNTIL of %s', (text, until) => {
    expect(parseRecurrenceRule(`FREQ=DAILY;UNTIL=${text}`).until).toEqual(until);
  });

  it.each([
    ['no rule', 'every Tuesday'],
    ['nothing', ''],
    ['the name of the property', 'RRULE:FREQ=DAILY;COUNT=2'],
    ['no frequency', 'COUNT=2'],
    ['a frequency that a series cannot have', 'FREQ=YEARLY;COUNT=2'],
    ['an hourly frequency', 'FREQ=HOURLY;COUNT=2'],
    ['a part that a series cannot have', 'FREQ=DAILY;COUNT=2;BYSETPOS=1'],
    ['a part of its own', 'FREQ=DAILY;COUNT=2;X-COLOR=RED'],
    ['a part twice', 'FREQ=DAILY;COUNT=2;COUNT=3'],
    ['an empty part', 'FREQ=DAILY;COUNT='],
    ['a trailing semicolon', 'FREQ=DAILY;COUNT=2;'],
    ['two equals signs', 'FREQ=DAILY;COUNT=2=3'],
    ['no end', 'FREQ=DAILY'],
    ['two ends', 'FREQ=DAILY;COUNT=2;UNTIL=20271231'],
    ['no occurrence', 'FREQ=DAILY;COUNT=0'],
    ['201 occurrences', 'FREQ=DAILY;COUNT=201'],
    ['10,000 occurrences', 'FREQ=DAILY;COUNT=10000'],
    ['a count that is no integer', 'FREQ=DAILY;COUNT=1e2'],
    ['a negative count', 'FREQ=DAILY;COUNT=-1'],
    ['an interval of zero', 'FREQ=DAILY;COUNT=2;INTERVAL=0'],
    ['an absurd interval', 'FREQ=MONTHLY;COUNT=200;INTERVAL=1000000;BYMONTHDAY=31'],
    ['an endless interval', `FREQ=DAILY;COUNT=2;INTERVAL=${'9'.repeat(400)}`],
    ['no weekday', 'FREQ=WEEKLY;COUNT=2;BYDAY=XX'],
    ['an empty weekday', 'FREQ=WEEKLY;COUNT=2;BYDAY=TU,'],
    ['a sixth weekday of a month', 'FREQ=MONTHLY;COUNT=2;BYDAY=6TU'],
    ['a numberless sign', 'FREQ=MONTHLY;COUNT=2;BYDAY=-TU'],
    ['numbered weekdays in a week', 'FREQ=WEEKLY;COUNT=2;BYDAY=1TU'],
    ['numbered weekdays in a day', 'FREQ=DAILY;COUNT=2;BYDAY=-1FR'],
    ['days of the month in a week', 'FREQ=WEEKLY;COUNT=2;BYMONTHDAY=1'],
    ['day zero of the month', 'FREQ=MONTHLY;COUNT=2;BYMONTHDAY=0'],
    ['day 32 of the month', 'FREQ=MONTHLY;COUNT=2;BYMONTHDAY=32'],
    ['no week start', 'FREQ=WEEKLY;COUNT=2;WKST=1'],
    ['an end that is no date', 'FREQ=DAILY;UNTIL=20270230'],
    ['an end in another form', 'FREQ=DAILY;UNTIL=2027-02-28'],
    ['an end with another offset', 'FREQ=DAILY;UNTIL=20270228T100000+0200'],
  ])('refuses %s', (_, text) => {
    expect(messageOf(text)).toEqual(expect.any(String));
  });
});
