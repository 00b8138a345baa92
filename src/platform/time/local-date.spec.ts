import { addDays, isLocalDate, parseDay, parseEndTime, parseTime, timeText } from './local-date';
import { dateText, weekdayOf } from './local-date';

describe('A date', () => {
  it('is parsed only from YYYY-MM-DD, and only when it exists', () => {
    expect(parseDay('1970-01-02')).toBe(1);
    expect(parseDay('2028-02-29')).toBeDefined();
    const refused = [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '26-01-01',
      '2026-1-1',
      '2026-01-01T00:00',
      '+002026-01-01',
      '',
    ];
    expect(refused.map(parseDay)).toEqual(refused.map(() => undefined));
  });

  it('is written as it was read, in any century', () => {
    const dates = ['0001-01-01', '1969-12-31', '1970-01-01', '2199-12-31', '2200-01-01', '9999-12-31'];
    expect(dates.map((date) => dateText(parseDay(date) ?? NaN))).toEqual(dates);
  });

  it('is accepted from 1970-01-01 to 2199-12-31, as a text', () => {
    const accepted = ['1970-01-01', '2026-12-01', '2199-12-31'];
    const refused = ['1969-12-31', '2200-01-01', '2026-02-29', 1, undefined, ['2026-12-01']];
    expect([...accepted, ...refused].filter(isLocalDate)).toEqual(accepted);
  });

  it('has a weekday, counted from Monday, even before 1970', () => {
    expect(
      ['2026-03-02', '2026-03-08', '1969-12-28'].map((date) => weekdayOf(parseDay(date) ?? NaN)),
    ).toEqual([0, 6, 6]);
  });

  it('can be moved by days across months and years', () => {
    expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1), addDays('2026-03-29', 0)]).toEqual([
      '2027-01-01',
      '2026-02-28',
      '2026-03-29',
    ]);
    expect(() => addDays('today', 1)).toThrow(new RangeError('not a date: today'));
  });
});

describe('A time of day', () => {
  it('is parsed from HH:MM, and from 24:00 only as an end', () => {
    expect(['00:00', '09:05', '23:59'].map(parseTime)).toEqual([0, 545, 1_439]);
    expect(['24:00', '9:05', '09:60', '25:00', '09:05:00', ''].map(parseTime)).toEqual(
      Array(6).fill(undefined),
    );
    expect([parseEndTime('24:00'), parseEndTime('17:00'), parseEndTime('24:01')]).toEqual([
      1_440,
      1_020,
      undefined,
    ]);
  });

  it('is written with two digits for the hour and two for the minute', () => {
    expect([0, 545, 1_440].map(timeText)).toEqual(['00:00', '09:05', '24:00']);
    expect(() => timeText(1_441)).toThrow(new RangeError('not a time of day: 1441'));
  });
});
