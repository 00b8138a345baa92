import { dateText, getDay } from './local-date';
import { firstMeeting, type Rotation, rotationOf, rotationsMeet } from './rotation';

/** Those of the dates in which an entry holds. */
const holding = (rotation: Rotation, ...dates: string[]) =>
  dates.filter((date) => rotationOf(rotation)(getDay(date)));

describe('A rotation of weeks', () => {
  it('holds from its first date to its last one, both included', () => {
    const dates = ['2026-12-01', '2026-12-02', '2026-12-05', '2026-12-09', '2026-12-10'];
    expect(holding({ from: '2026-12-02', until: '2026-12-09' }, ...dates)).toEqual(dates.slice(1, 4));
    expect(holding({ from: '2026-12-02' }, ...dates)).toEqual(dates.slice(1));
    expect(holding({ until: '2026-12-09' }, ...dates)).toEqual(dates.slice(0, 4));
    expect(holding({}, ...dates)).toEqual(dates);
  });

  it('counts its weeks from the Monday before its first date', () => {
    // Thursday; the next Sunday, Monday and Wednesday; the Monday and the Sunday after that week; the Monday of the week behind it.
    const dates = [
      ...['2026-12-03', '2026-12-06', '2026-12-07', '2026-12-09'],
      ...['2026-12-14', '2026-12-20', '2026-12-21', '2026-12-28'],
    ];
    expect(holding({ from: '2026-12-03', everyWeeks: 2 }, ...dates)).toEqual([
      ...['2026-12-03', '2026-12-06'],
      ...['2026-12-14', '2026-12-20', '2026-12-28'],
    ]);
    expect(holding({ from: '2026-12-03', everyWeeks: 3 }, ...dates)).toEqual([
      ...['2026-12-03', '2026-12-06', '2026-12-21'],
    ]);
  });
});

describe('Two rotations', () => {
  const [MONDAY, SUNDAY] = [0, 6];
  const meeting = (...[a, b, weekday, later, since]: Parameters<typeof firstMeeting>) =>
    firstMeeting(a, b, weekday, later, since);

  it('meet on the first date of a weekday on which both hold', () => {
    expect(meeting({ from: '2026-12-01' }, { from: '2026-12-08' }, MONDAY, 0)).toBe(getDay('2026-12-14'));
    expect(meeting({ from: '2026-12-14' }, { from: '2026-12-08' }, MONDAY, 0)).toBe(getDay('2026-12-14'));
    expect(meeting({ from: '2026-12-01' }, {}, SUNDAY, 0)).toBe(getDay('2026-12-06'));
    expect(meeting({}, {}, MONDAY, 0)).toBe(getDay('1970-01-05'));
  });

  it('meet from the date on from which they are asked for', () => {
    expect(meeting({ from: '2026-12-01' }, {}, MONDAY, 0, getDay('2027-01-05'))).toBe(getDay('2027-01-11'));
    expect(meeting({ from: '2026-12-01' }, {}, MONDAY, 0, getDay('2026-01-05'))).toBe(getDay('2026-12-07'));
  });

  it('meet again after 56 weeks when one holds every 7 and the other every 8 weeks', () => {
    const [sevenths, eighths] = [7, 8].map((everyWeeks) => ({ from: '2026-12-07', everyWeeks }));
    const since = (date: string) => meeting(sevenths ?? {}, eighths ?? {}, MONDAY, 0, getDay(date));
    expect([since('2026-12-07'), since('2026-12-08')].map((day) => day && dateText(day))).toEqual([
      '2026-12-07',
      '2028-01-03',
    ]);
  });

  it('meet with a date of the one and a later date of the other', () => {
    const [odd, even] = [
      { from: '2026-11-30', everyWeeks: 2 },
      { from: '2026-12-07', everyWeeks: 2 },
    ];
    expect(meeting(odd, even, SUNDAY, 1)).toBe(getDay('2026-12-06'));
    expect(meeting(even, odd, MONDAY, -1)).toBe(getDay('2026-12-07'));
    expect([rotationsMeet(odd, even, SUNDAY), rotationsMeet(odd, even, SUNDAY, 1)]).toEqual([false, true]);
    expect(rotationsMeet(odd, even, MONDAY, 1)).toBe(false);
  });

  it('do not meet when one ends before the other begins', () => {
    expect(rotationsMeet({ until: '2026-12-06' }, { from: '2026-12-07' }, MONDAY)).toBe(false);
    expect(rotationsMeet({ until: '2026-12-07' }, { from: '2026-12-07' }, MONDAY)).toBe(true);
  });
});
