import { occurring } from '../../../../../test/business/support/read-calendar';

const YEARS = { start: Date.parse('2026-01-01T00:00Z'), end: Date.parse('2029-01-01T00:00Z') };

/** The dates are those of python-dateutil 2.8.2. */
describe('A recurrence rule of a calendar', () => {
  it.each<[string, string, string, string[]]>([
    [
      'the last day of each quarter',
      '20260331',
      'RRULE:FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1;COUNT=5',
      ['2026-03-31', '2026-06-30', '2026-09-30', '2026-12-31', '2027-03-31'],
    ],
    [
      'the twentieth Monday of the year',
      '20260518',
      'RRULE:FREQ=YEARLY;BYDAY=20MO;COUNT=3',
      ['2026-05-18', '2027-05-17', '2028-05-15'],
    ],
    [
      'the Monday of a week of the year',
      '20260511',
      'RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3',
      ['2026-05-11', '2027-05-17', '2028-05-15'],
    ],
    [
      'the last week of the year, which ends in the next',
      '20261228',
      'RRULE:FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO,SU;COUNT=4',
      ['2026-12-28', '2027-01-03', '2027-12-27', '2028-01-02'],
    ],
    [
      'days of the year from both ends',
      '20260101',
      'RRULE:FREQ=YEARLY;BYYEARDAY=60,-1;COUNT=4',
      ['2026-01-01', '2026-03-01', '2026-12-31', '2027-03-01', '2027-12-31'],
    ],
    [
      'the last of some days of a month',
      '20260302',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=2,10,20;BYSETPOS=-1,1;COUNT=4',
      ['2026-03-02', '2026-03-20', '2026-04-02', '2026-04-20'],
    ],
    [
      'the last workday of a month',
      '20260331',
      'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3',
      ['2026-03-31', '2026-04-30', '2026-05-29'],
    ],
    [
      'the second of some days of a week',
      '20260304',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2;COUNT=3',
      ['2026-03-04', '2026-03-11', '2026-03-18'],
    ],
    [
      'the second of all days of a year',
      '20260302',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=MO;BYSETPOS=1,-1;COUNT=4',
      ['2026-03-02', '2026-03-30', '2027-03-01', '2027-03-29'],
    ],
    [
      'every second month, of some months',
      '20260310',
      'RRULE:FREQ=MONTHLY;INTERVAL=2;BYMONTH=3,4,7;COUNT=4',
      ['2026-03-10', '2026-07-10', '2027-03-10', '2027-07-10'],
    ],
    [
      'the last day of a month, as a daily rule',
      '20260331',
      'RRULE:FREQ=DAILY;BYMONTHDAY=-1;COUNT=3',
      ['2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    ['29 February', '20240229', 'RRULE:FREQ=YEARLY', ['2028-02-29']],
    ['30 February', '20260130', 'RRULE:FREQ=MONTHLY;COUNT=3', ['2026-01-30', '2026-03-30', '2026-04-30']],
    ['30 February of a year', '20260110', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ['2026-01-10']],
    [
      'weekdays with and without a number, of which one is enough (RFC 5545, section 3.3.10)',
      '20260302',
      'RRULE:FREQ=MONTHLY;BYDAY=1MO,-1FR;COUNT=4',
      ['2026-03-02', '2026-03-27', '2026-04-06', '2026-04-24'],
    ],
    [
      'every second week that begins on Sunday',
      '20260301',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU;COUNT=4',
      ['2026-03-01', '2026-03-03', '2026-03-15', '2026-03-17'],
    ],
    [
      'some hours of a day',
      '20260302T090000',
      'RRULE:FREQ=DAILY;BYHOUR=9,17;COUNT=3',
      ['2026-03-02T09:00', '2026-03-02T17:00', '2026-03-03T09:00'],
    ],
    [
      'whole days, without hours of them',
      '20260302',
      'RRULE:FREQ=DAILY;BYHOUR=9,17;COUNT=2',
      ['2026-03-02', '2026-03-03'],
    ],
    [
      'a start that the rule does not yield, and the number of those that it does',
      '20260303',
      'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2',
      ['2026-03-03', '2026-03-09', '2026-03-16'],
    ],
  ])('may mean %s', (_what, start, rule, expected) => {
    expect(occurring(start, rule, YEARS)).toEqual(expected);
  });

  it.each([
    [
      'hours of some days',
      '19000101T090000',
      'FREQ=HOURLY;BYMONTHDAY=2;BYHOUR=9',
      '2026-03-02T09:00 2026-04-02T09:00',
    ],
    [
      '500 hours',
      '19700105T090000',
      'FREQ=HOURLY;INTERVAL=500',
      '2026-03-13T05:00 2026-04-03T01:00 2026-04-23T21:00',
    ],
    ['17 days', '19000101', 'FREQ=DAILY;INTERVAL=17', '2026-03-08 2026-03-25 2026-04-11 2026-04-28'],
    [
      'three weeks that begin on Sunday',
      '19030305',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,TH;WKST=SU',
      '2026-03-15 2026-03-19 2026-04-05 2026-04-09 2026-04-26 2026-04-30',
    ],
    [
      '20 days, with the last of two times',
      '19500101T090000',
      'FREQ=DAILY;BYHOUR=9,17;BYSETPOS=-1;INTERVAL=20',
      '2026-03-03T17:00 2026-03-23T17:00 2026-04-12T17:00',
    ],
    ['minutes, and has ended long ago', '19970902T090000', 'FREQ=MINUTELY;UNTIL=20190902T170000', ''],
    ['seconds, and has ended long ago', '19970902T090000', 'FREQ=SECONDLY;UNTIL=20190902T170000Z', ''],
  ])('keeps its place over a century where it counts in %s', (_what, start, rule, expected) => {
    expect(occurring(start, `RRULE:${rule}`).join(' ')).toBe(expected);
  });

  it.each([
    ['no rule', 'RRULE:often'],
    ['a frequency of its own', 'RRULE:FREQ=FORTNIGHTLY'],
    ['a part of its own', 'RRULE:FREQ=DAILY;RSCALE=CHINESE'],
    ['a part twice', 'RRULE:FREQ=DAILY;COUNT=2;COUNT=3'],
    ['an interval of zero', 'RRULE:FREQ=DAILY;INTERVAL=0'],
    ['a month 13', 'RRULE:FREQ=YEARLY;BYMONTH=13'],
    ['a numbered weekday in a week', 'RRULE:FREQ=WEEKLY;BYDAY=1MO'],
    ['weeks of a month', 'RRULE:FREQ=MONTHLY;BYWEEKNO=20'],
  ])('cannot be read with %s', (_what, rule) => {
    expect(occurring('20260302', rule)).toEqual(['has a recurrence rule that cannot be read']);
  });

  it.each([
    ['each second', '20260302T090000', 'RRULE:FREQ=SECONDLY'],
    [
      'in each second of a year',
      '20260302T090000',
      `RRULE:FREQ=YEARLY;BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)};BYDAY=MO,TU`,
    ],
  ])('is given up when it repeats %s', (_what, start, rule) => {
    expect(occurring(start, rule, YEARS)).toEqual(['repeats too often or too rarely']);
  });

  it.each(['RRULE:FREQ=DAILY;INTERVAL=4;BYMONTHDAY=-30', 'RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'])(
    'ends its search where it yields too little: %s',
    (rule) => {
      const [first = ''] = occurring('20260302', rule);
      expect(first).toMatch(/^(2026-03-02|repeats too often or too rarely)$/);
    },
  );
});

function upTo(last: number): string {
  return Array.from({ length: last + 1 }, (_, number) => number).join();
}
