import { gzipSync } from 'node:zlib';

const MEBIBYTE = 1_048_576;
const SIZE = 5 * MEBIBYTE;
const HOUR = 'DTSTART:20991201T090000Z\nDURATION:PT1H\n';

/** Text of almost 5 MiB, the most that is read: what stands between is repeated. */
function filled(pieces: (nth: number) => string, { head = '', tail = '' } = {}): Buffer {
  const parts = [head];
  let length = head.length + tail.length;
  for (let nth = 0; ; nth++) {
    const piece = pieces(nth);
    length += piece.length;
    if (length > SIZE) return Buffer.from([...parts, tail].join(''), 'latin1');
    parts.push(piece);
  }
}

const calendar = (pieces: (nth: number) => string, { head = '', tail = '' } = {}) =>
  filled(pieces, { head: `BEGIN:VCALENDAR\n${head}`, tail: `${tail}END:VCALENDAR\n` });
const event = (lines: string) => `BEGIN:VEVENT\n${lines}END:VEVENT\n`;
const events = (lines: (nth: number) => string) => calendar((nth) => event(lines(nth)));
const oneEvent = (pieces: (nth: number) => string) =>
  calendar(pieces, { head: `BEGIN:VEVENT\n${HOUR}`, tail: 'END:VEVENT\n' });
const bits = (nth: number) => nth.toString(2).padStart(18, '0');

/** A name in which the bits of a number say which letters are large. */
function cased(name: string, nth: number): string {
  const large = bits(nth);
  return name.replace(/./g, (letter, at: number) => (large[at] === '1' ? letter.toUpperCase() : letter));
}

const observance = (lines: string) =>
  `BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n${lines}END:STANDARD\n`;
const zone = (name: string, lines: string) => `BEGIN:VTIMEZONE\nTZID:${name}\n${lines}END:VTIMEZONE\n`;

/** Calendars of at most 5 MiB that cost a reader much memory or time, by what they are full of. */
export const HOSTILE_CALENDARS: Readonly<Record<string, () => Buffer>> = {
  'short lines': () => filled(() => 'A:\nB:\n'),
  'empty lines': () => calendar(() => '\n'),
  'short lines of an event': () => oneEvent(() => 'UID:\n'),
  'one line': () => calendar(() => 'x', { head: 'SUMMARY:' }),
  'one line of an event': () => calendar(() => 'x', { head: `BEGIN:VEVENT\n${HOUR}UID:` }),
  'one line without a name': () => filled(() => 'x'),
  'one line of parameters': () => calendar(() => ';A=B', { head: 'BEGIN:VEVENT\nDTSTART' }),
  'lines of parameters': () => events(() => `DTSTART${';A=B'.repeat(15_000)}:20991201T090000Z\n`),
  'nested events': () => calendar(() => 'BEGIN:VEVENT\n'),
  'nested calendars': () => filled(() => 'BEGIN:VCALENDAR\n'),
  'nested alarms': () => oneEvent(() => 'BEGIN:VALARM\n'),
  'ends alone': () => calendar(() => 'END:VEVENT\n'),
  'empty events': () => calendar(() => event('')),
  events: () => events(() => HOUR),
  'events with an identity': () => events((nth) => `UID:${nth}\n${HOUR}`),
  'events in many calendars': () => filled(() => `BEGIN:VCALENDAR\n${event(HOUR)}END:VCALENDAR\n`),
  'versions of one event': () =>
    events((nth) => `UID:1\nRECURRENCE-ID:${2_000 + (nth % 8_000)}1201T${10 + (nth % 14)}0000Z\n${HOUR}`),
  'endless rules': () => events(() => 'DTSTART:19700101T000000Z\nDURATION:PT1H\nRRULE:FREQ=SECONDLY\n'),
  'endless rules of one event': () => oneEvent(() => 'RRULE:FREQ=MINUTELY\n'),
  'rules without an occurrence': () =>
    events((nth) => `UID:${nth}\n${HOUR.replace('2099', '1970')}RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\n`),
  'rules of a year': () =>
    events(
      (nth) =>
        `UID:${nth}\n${HOUR.replace('2099', '1900')}RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH;BYHOUR=1,2,3,4,5,6\n`,
    ),
  'excluded dates': () => oneEvent(() => `EXDATE:${'20260310T090000Z,'.repeat(3_800)}20260310T090000Z\n`),
  'lines of excluded dates': () => oneEvent(() => 'EXDATE:20260310T090000Z\n'),
  'additional dates': () => oneEvent(() => `RDATE:${'20991201T090000Z,'.repeat(3_800)}20260310T090000Z\n`),
  'additional periods': () =>
    oneEvent(() => `RDATE;VALUE=PERIOD:${'20260310T090000Z/PT1S,'.repeat(2_900)}20260310T090000Z/P1D\n`),
  'free and busy times': () =>
    calendar(() => `FREEBUSY:${'20991201T090000Z/PT1S,'.repeat(2_900)}20260310T090000Z/P1D\n`, {
      head: 'BEGIN:VFREEBUSY\n',
      tail: 'END:VFREEBUSY\n',
    }),
  'time zones': () => calendar((nth) => zone(`Zone ${nth}`, observance(''))),
  'time zones that are used': () =>
    calendar(
      (nth) =>
        zone(`Zone ${nth}`, observance('RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU\n')) +
        event(`DTSTART;TZID=Zone ${nth}:20991201T090000\n`),
    ),
  'changes of one time zone': () =>
    calendar(() => observance('RRULE:FREQ=HOURLY\n'), {
      head: `${event('DTSTART;TZID=Zone:20991201T090000\n')}BEGIN:VTIMEZONE\nTZID:Zone\n`,
      tail: 'END:VTIMEZONE\n',
    }),
  'spellings of one region': () =>
    events((nth) => `DTSTART;TZID=${cased('america/indiana/knox', nth)}:20991201T090000\n`),
  'lines folded after each byte': () => oneEvent(() => 'UID:\n x'.concat('\n x'.repeat(10_000), '\n')),
  'one line folded after each byte': () => calendar(() => '\n x', { head: 'BEGIN:VEVENT\nUID:' }),
  'bytes that are no text': () => oneEvent(() => `UID:${'\xff'.repeat(60_000)}\n`),
  'zero bytes': () => filled(() => '\0'),
  'packed short lines': () => gzipSync(filled(() => 'A:\nB:\n')),
  'packed zero bytes': () => gzipSync(Buffer.alloc(1_000 * MEBIBYTE)),
  'packed zero bytes, many times': () =>
    Buffer.concat(Array<Buffer>(5).fill(gzipSync(Buffer.alloc(1_000 * MEBIBYTE)))),
};
