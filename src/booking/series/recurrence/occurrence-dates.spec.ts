import fc from 'fast-check';
import { datesByDefinition } from '../../../../test/support/worlds/recurrence-oracle';
import { runs } from '../../../../test/support/worlds/runs';
import { ValidationError } from '../../../platform/errors/errors';
import { dateText, getDay } from '../../../platform/time/local-date';
import { occurrenceDates } from './occurrence-dates';
import { parseRecurrenceRule } from './recurrence-rule';

const datesOf = (text: string, first: string) => occurrenceDates(parseRecurrenceRule(text), first);

const datesOrRefusal = (text: string, first: string) => {
  try {
    return datesOf(text, first);
  } catch (error) {
    return error instanceof ValidationError ? 'refused' : error;
  }
};

const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const numbered = fc.tuple(fc.constantFrom('1', '2', '4', '5', '-1', '-2', '-5', ''), weekday);
const monthDay = fc.oneof(fc.constantFrom(1, 28, 29, 30, 31, -1, -30, -31), fc.integer({ min: 1, max: 28 }));

const part = (name: string, values: fc.Arbitrary<readonly unknown[]>) =>
  fc.option(values.map((list) => `;${name}=${list.join()}`)).map((text) => text ?? '');
const few = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { minLength: 1, maxLength: 3 });

const aRule = fc
  .record({
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
    interval: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 })),
    week: part(
      'WKST',
      weekday.map((day) => [day]),
    ),
    count: fc.integer({ min: 1, max: 40 }),
  })
  .chain(({ frequency, interval, week, count }) =>
    fc
      .tuple(
        part('BYDAY', few(frequency === 'MONTHLY' ? numbered.map((day) => day.join('')) : weekday)),
        frequency === 'WEEKLY' ? fc.constant('') : part('BYMONTHDAY', few(monthDay)),
      )
      .map((lists) => `FREQ=${frequency};INTERVAL=${interval};COUNT=${count}${week}${lists.join('')}`),
  );

describe('occurrenceDates', () => {
  it('gives the dates that the rule has by definition, or refuses', () => {
    const first = fc.integer({ min: getDay('2026-11-20'), max: getDay('2028-12-31') });
    fc.assert(
      fc.property(aRule, first, (text, day) => {
        const rule = parseRecurrenceRule(text);
        const dates = datesByDefinition(rule, dateText(day), day + 731);
        const isComplete = dates[0] === dateText(day) && dates.length === rule.count;
        expect(datesOrRefusal(text, dateText(day))).toEqual(isComplete ? dates : 'refused');
      }),
      runs(300),
    );
  });

  it('ends with its UNTIL', () => {
    expect(datesOf('FREQ=WEEKLY;UNTIL=20261208', '2026-11-24')).toEqual([
      ...['2026-11-24', '2026-12-01', '2026-12-08'],
    ]);
  });

  it('yields 200 dates at most', () => {
    expect(datesOf('FREQ=DAILY;COUNT=200', '2026-11-24')).toHaveLength(200);
  });

  it.each([
    ['does not yield its first date', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3', '2026-11-24', /^does not yield date/],
    ['ends before its first date', 'FREQ=DAILY;UNTIL=20261123', '2026-11-24', /^does not yield date/],
    ['has 201 dates', 'FREQ=DAILY;UNTIL=20270612', '2026-11-24', /more than 200/],
    ['has dates after two years', 'FREQ=MONTHLY;INTERVAL=6;COUNT=6', '2026-11-24', /two years/],
    ['never ends in practice', 'FREQ=DAILY;UNTIL=21991231', '2026-11-24', /more than 200/],
    ['never yields a date', 'FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=31;COUNT=2', '2026-11-24', /does not yield/],
    [
      'rarely yields a second date',
      'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=29;COUNT=2',
      '2028-02-29',
      /two years/,
    ],
    ['has an interval beyond all bounds', 'FREQ=MONTHLY;INTERVAL=1000;COUNT=2', '2026-11-24', /two years/],
    ['never meets its weekday', 'FREQ=DAILY;INTERVAL=7;BYDAY=MO;COUNT=3', '2026-11-24', /does not yield/],
    ['goes beyond the last date of all', 'FREQ=DAILY;COUNT=3', '2199-12-31', /two years/],
  ])('refuses a rule that %s', (_, text, first, message) => {
    expect(() => datesOf(text, first)).toThrow(
      expect.objectContaining({ details: { rrule: expect.stringMatching(message) } }),
    );
  });
});
