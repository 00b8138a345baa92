import { MAX_ZONES } from './zones';
import { read, readText, shown, timesOf } from '../../../../test/business/support/read-calendar';

const HOUR = 'DTSTART:20260310T090000Z\nDURATION:PT1H';
const AT_NINE = '03-10T09:00 03-10T10:00';
const EVENT = 'BEGIN:VEVENT\r\nDTSTART:20260310T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\n';
const CALENDAR = `BEGIN:VCALENDAR\r\n${EVENT}END:VCALENDAR\r\n`;

/** A zone with summer time from the second Sunday in March, two hours later than New York. */
const DESCRIBED = (name: string) => `BEGIN:VTIMEZONE
TZID:${name}
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0300
TZOFFSETTO:-0200
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0200
TZOFFSETTO:-0300
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=4
END:STANDARD
END:VTIMEZONE`;

describe('A calendar of a real sender', () => {
  it.each([
    ['names a zone as Windows does', ';TZID=Eastern Standard Time:20260310T050000', '', AT_NINE],
    ['names a zone as Windows does, in quotes', ';TZID="Eastern Standard Time":20260310T050000', '', AT_NINE],
    ['names UTC as Microsoft does', ';TZID=tzone://Microsoft/Utc:20260310T090000', '', AT_NINE],
    ['names UTC as Microsoft does, in quotes', ';TZID="tzone://Microsoft/Utc":20260310T090000', '', AT_NINE],
    ['writes a parameter in lower case', ';tzid=Europe/Berlin:20260310T100000', '', AT_NINE],
    ['writes a region in lower case', ';TZID=europe/berlin:20260310T100000', '', AT_NINE],
    ['folds the name of a zone', ';TZID=America/New_\n York:20260310T050000', '', AT_NINE],
    ['folds with a tab', ';TZID=America/New_\n\tYork:20260310T050000', '', AT_NINE],
    ['describes a zone named like an abbreviation', ';TZID=EST:20260310T070000', DESCRIBED('EST'), AT_NINE],
    [
      'describes a zone with a colon in its name',
      ';TZID=(UTC-03:00) Home:20260310T070000',
      DESCRIBED('(UTC-03:00) Home'),
      AT_NINE,
    ],
    [
      'escapes the name in the description of a zone, which is a text, and not in the parameter',
      ';TZID="(UTC-03:00) A, B; C\\noon":20260310T070000',
      DESCRIBED(String.raw`(UTC-03:00) A\, B\; C\\noon`),
      AT_NINE,
    ],
    [
      'escapes the name of a zone in the parameter, too, without quotes',
      String.raw`;TZID=(UTC-03:00) A\, B:20260310T070000`,
      DESCRIBED(String.raw`(UTC-03:00) A\, B`),
      AT_NINE,
    ],
    [
      'escapes the name of a zone in the parameter alone',
      String.raw`;TZID="A\, B":20260310T070000`,
      DESCRIBED('A, B'),
      AT_NINE,
    ],
    [
      'escapes the name of a zone nowhere',
      String.raw`;TZID="A, \noon":20260310T070000`,
      DESCRIBED(String.raw`A, \noon`),
      AT_NINE,
    ],
    [
      'writes the name of a zone with the escapes of parameters',
      `;TZID="A ^'B^' ^^ C":20260310T070000`,
      DESCRIBED('A "B" ^ C'),
      AT_NINE,
    ],
    [
      'has a time that its own zone skips',
      ';TZID=Home:20260308T023000',
      DESCRIBED('Home'),
      '03-08T05:30 03-08T06:30',
    ],
    [
      'has a time that its own zone shows twice',
      ';TZID=Home:20260412T013000',
      DESCRIBED('Home'),
      '04-12T03:30 04-12T04:30',
    ],
  ])('is read where it %s', (_what, start, head, expected) => {
    expect(timesOf([`DTSTART${start}\nDURATION:PT1H`], { head })).toEqual([expected]);
  });

  it.each([
    ['has a BOM', `\uFEFF${CALENDAR}`],
    ['ends its lines with LF', CALENDAR.replaceAll('\r', '')],
    ['ends its lines with CR', CALENDAR.replaceAll('\n', '')],
    ['begins with blanks', `  \t${CALENDAR}`],
    ['begins with empty lines', `\r\n\r\n${CALENDAR}`],
    ['is written in lower case', CALENDAR.toLowerCase()],
    ['is followed by text', `${CALENDAR}Sent from my phone\r\nBEGIN:VEVENT\r\n`],
    ['holds several calendars', `${CALENDAR}${CALENDAR.replaceAll('T09', 'T08')}`.replace('T09', 'T09')],
    ['has lines that are no properties', CALENDAR.replace('DURATION', 'and more\r\nof it\r\nDURATION')],
    ['folds the name of a property', CALENDAR.replace('DURATION', 'DURA\r\n TION')],
    [
      'has a reminder in the event',
      CALENDAR.replace('END:VEVENT', 'BEGIN:VALARM\r\nDURATION:PT9H\r\nEND:VALARM\r\nEND:VEVENT'),
    ],
    [
      'has other components',
      CALENDAR.replace(
        'BEGIN:VEVENT',
        'BEGIN:VTODO\r\nDTSTART:20260311T090000Z\r\nEND:VTODO\r\nBEGIN:VEVENT',
      ),
    ],
  ])('is read where it %s', (_what, text) => {
    const expected = text.includes('T08') ? '03-10T08:00 03-10T10:00' : AT_NINE;
    expect(shown(readText(text))).toEqual([expected]);
  });

  it.each<[string, string, string[]]>([
    [
      'with an end that is its start',
      'DTSTART;VALUE=DATE:20260310\nDTEND;VALUE=DATE:20260310',
      ['03-09T23:00 03-10T23:00'],
    ],
    [
      'without midnight with a zone',
      'DTSTART;VALUE=DATE:20260310\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE;TZID=Europe/Berlin:20260310T000000',
      ['03-10T23:00 03-11T23:00'],
    ],
    [
      'without midnight of its zone in UTC',
      'DTSTART;VALUE=DATE:20260310\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260309T230000Z',
      ['03-10T23:00 03-11T23:00'],
    ],
    [
      'up to midnight of its zone in UTC',
      'DTSTART;VALUE=DATE:20260310\nRRULE:FREQ=DAILY;UNTIL=20260311T230000Z',
      ['03-09T23:00 03-12T23:00'],
    ],
    [
      'up to midnight in UTC',
      'DTSTART;VALUE=DATE:20260310\nRRULE:FREQ=DAILY;UNTIL=20260312T000000Z',
      ['03-09T23:00 03-12T23:00'],
    ],
  ])('has whole days %s', (_what, lines, expected) => {
    expect(timesOf([lines])).toEqual(expected);
  });

  it.each([
    ['a date, which counts', '20260311', 2],
    ['a time on its clock', '20260311T220000', 2],
    ['an earlier time on its clock', '20260311T215959', 1],
    ['a time in UTC', '20260312T020000Z', 2],
    ['an earlier time in UTC', '20260312T015959Z', 1],
  ])('has a rule until %s', (_what, until, count) => {
    const rule = `RRULE:FREQ=DAILY;UNTIL=${until}`;
    const event = `DTSTART;TZID=America/New_York:20260310T220000\nDURATION:PT1H\n${rule}`;
    expect(read([event]).times).toHaveLength(count);
  });

  it('takes hours exactly and days on the clock where the clock changes', () => {
    const start = 'DTSTART;TZID=Europe/Berlin:20260328T220000';
    expect(timesOf([`${start}\nDURATION:PT8H`])).toEqual(['03-28T21:00 03-29T05:00']);
    expect(timesOf([`${start}\nDURATION:P1D`])).toEqual(['03-28T21:00 03-29T20:00']);
  });

  it('keeps the occurrence that the clock skips', () => {
    const event = 'DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=3';
    expect(timesOf([event])).toEqual([
      '03-28T01:30 03-28T02:00',
      '03-29T01:30 03-29T02:00',
      '03-30T00:30 03-30T01:00',
    ]);
  });

  it('has one event by a UID that two of its versions escape in other ways', () => {
    const version = (uid: string, sequence: number, time: string) =>
      `UID:${uid}\nSEQUENCE:${sequence}\nDTSTART:20260310T090000Z\nDURATION:${time}`;
    const [older, newer] = [version(String.raw`a\, b`, 1, 'PT3H'), version('a, b', 2, 'PT1H')];
    expect(timesOf([older, newer])).toEqual([AT_NINE]);
  });

  it.each(['UID:same\n', ''])('has two series with the UID line %j', (uid) => {
    const series = (time: string) =>
      `${uid}DTSTART:20260310T${time}\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2`;
    expect(read([series('090000Z'), series('120000Z')]).times).toHaveLength(4);
  });

  it.each([
    ['SEQUENCE:2\nDTSTAMP:20260101T000000Z', 'SEQUENCE:1\nDTSTAMP:20260201T000000Z'],
    ['DTSTAMP:20260201T000000Z', 'DTSTAMP:20260101T000000Z'],
    ['LAST-MODIFIED:20260201T000000Z', 'LAST-MODIFIED:20260101T000000Z'],
  ])('has the newer of two versions of an occurrence: %j before %j', (newer, older) => {
    const series = 'UID:a\nDTSTART:20260310T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=1';
    const moved = (version: string, time: string) =>
      `UID:a\nRECURRENCE-ID:20260310T090000Z\nDTSTART:20260310T${time}\nDURATION:PT1H\n${version}`;
    const events = [moved(newer, '140000Z'), series, moved(older, '120000Z')];
    expect(timesOf(events)).toEqual(['03-10T14:00 03-10T15:00']);
    expect(timesOf(events.toReversed())).toEqual(['03-10T14:00 03-10T15:00']);
  });

  it.each([
    'RECURRENCE-ID;VALUE=DATE:20260310',
    'RECURRENCE-ID:20260310T100000',
    'RECURRENCE-ID:20260310T090000Z',
  ])('moves an occurrence that it names by %s', (identity) => {
    const series =
      'UID:a\nDTSTART;TZID=Europe/Berlin:20260310T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=1';
    const moved = `UID:a\n${identity}\nDTSTART:20260310T140000Z\nDURATION:PT1H`;
    expect(timesOf([series, moved])).toEqual(['03-10T14:00 03-10T15:00']);
  });

  it.each([
    ['has no start', 'SUMMARY:x'],
    ['has a date or time that cannot be read', 'DTSTART:tomorrow'],
    ['has a date or time that does not exist', 'DTSTART:20260230T090000Z'],
    ['has a duration that cannot be read', 'DTSTART:20260310T090000Z\nDURATION:long'],
    ['ends before it starts', 'DTSTART:20260310T090000Z\nDTEND:20260310T080000Z'],
    ['names an unknown time zone', 'DTSTART;TZID=Middle Earth:20260310T090000'],
    ['names an unknown time zone', 'DTSTART;TZID=PST:20260310T090000'],
    ['has a line that is too long', `DTSTART:20260310T090000Z\nEXDATE:${'20260310T090000Z,'.repeat(4_000)}`],
    ['has no end', 'DTSTART:20260310T090000Z\nBEGIN:VEVENT\nDTSTART:20260310T090000Z'],
  ])('names an event that %s, and loses no other', (why, lines) => {
    const { times, unreadable, unreadableEvents } = read([HOUR, `UID:broken\n${lines}`, HOUR]);
    expect(unreadable).toEqual([{ uid: 'broken', line: 8, why }]);
    expect([times.length, unreadableEvents]).toEqual([2, 1]);
  });

  it('names 20 events at most, and counts all', () => {
    const { unreadable, unreadableEvents } = read(Array.from({ length: 25 }, () => 'SUMMARY:x'));
    expect([unreadable.length, unreadableEvents]).toEqual([20, 25]);
  });

  it('says that an event is cut off at the end of the file', () => {
    const { unreadable } = readText(CALENDAR.slice(0, -40));
    expect(unreadable).toEqual([{ line: 2, why: 'has no end' }]);
  });

  it('is busy where VFREEBUSY says so', () => {
    const lines = `BEGIN:VFREEBUSY\nDTSTART:20260301T000000Z\nDTEND:20260401T000000Z
FREEBUSY:20260310T090000Z/PT1H,20260311T090000Z/20260311T100000Z
FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260312T090000Z/PT1H
FREEBUSY;FBTYPE=FREE:20260313T090000Z/PT1H
END:VFREEBUSY`;
    expect(timesOf([], { head: lines })).toEqual([
      AT_NINE,
      '03-11T09:00 03-11T10:00',
      '03-12T09:00 03-12T10:00',
    ]);
  });

  it('is busy in what is marked as free, but not in what is cancelled, where all events count', () => {
    const events = [`${HOUR}\nTRANSP:TRANSPARENT`, `${HOUR.replace('T09', 'T12')}\nSTATUS:CANCELLED`];
    expect(timesOf(events, { busyIf: 'all' })).toEqual([AT_NINE]);
    expect(timesOf(events)).toEqual([]);
  });

  it('does not recur where its rule is empty', () => {
    expect(timesOf([`${HOUR}\nRRULE:`])).toEqual([AT_NINE]);
  });

  it.each([
    ['cancels an occurrence without a start', 'STATUS:CANCELLED', []],
    ['changes an occurrence and leaves it where it was', 'DURATION:PT2H', ['03-11T09:00 03-11T11:00']],
  ])('%s', (_what, change, changed) => {
    const series = `UID:a\n${HOUR}\nRRULE:FREQ=DAILY;COUNT=2`;
    const reading = read([series, `UID:a\nRECURRENCE-ID:20260311T090000Z\n${change}`]);
    expect([shown(reading), reading.unreadable]).toEqual([[AT_NINE, ...changed], []]);
  });
});

describe('The time zones of a calendar file', () => {
  const inZone = (name: string) => `DTSTART;TZID=${name}:20260310T100000\nDURATION:PT1H`;
  const unknown = Array.from({ length: MAX_ZONES }, (_, nth) => inZone(`Nowhere ${nth}`));

  it('are looked for up to a number, and events in others are unreadable, like those in unknown ones', () => {
    const { times, unreadable, unreadableEvents } = read([
      inZone('Europe/Berlin'),
      ...unknown,
      inZone('America/New_York'),
      inZone('Europe/Berlin'),
      HOUR,
    ]);
    expect(times).toHaveLength(3);
    expect(unreadableEvents).toBe(MAX_ZONES + 1);
    expect(unreadable[0]?.why).toBe('names an unknown time zone');
  });

  it('say which events are in one too many', () => {
    const many = Array.from({ length: MAX_ZONES }, (_, nth) => inZone(`/of${nth}/Europe/Berlin`));
    expect(read([...many, inZone('Asia/Tokyo')]).unreadable.map(({ why }) => why)).toEqual([
      'names a time zone after 1000 others',
    ]);
  });

  it('count once where each calendar of it describes the same ones', () => {
    const one = `BEGIN:VCALENDAR\n${DESCRIBED('Home')}\nBEGIN:VEVENT\n${inZone('Home')}\nEND:VEVENT\nEND:VCALENDAR\n`;
    const { times, unreadable } = readText(one.repeat(MAX_ZONES + 1));
    expect([times.length, unreadable]).toEqual([MAX_ZONES + 1, []]);
  });

  it('are each that of its own calendar, where calendars describe others by the same name', () => {
    const event = `BEGIN:VEVENT\n${inZone('Home')}\nEND:VEVENT`;
    const calendar = (zone: string) => `BEGIN:VCALENDAR\n${zone}\n${event}\nEND:VCALENDAR\n`;
    const home = DESCRIBED('Home');
    const text = `${calendar(home)}${calendar(home.replaceAll('-0200', '+0200'))}`;
    expect(shown(readText(text))).toEqual(['03-10T08:00 03-10T09:00', '03-10T12:00 03-10T13:00']);
  });
});
