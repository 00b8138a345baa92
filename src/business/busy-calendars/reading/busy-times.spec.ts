import { read, readText, timesOf, WITHIN } from '../../../../test/business/support/read-calendar';
import { readBusyTimes } from './busy-times';

const TOKYO_OF_WINDOWS = `BEGIN:VTIMEZONE
TZID:Tokyo Standard Time
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:+0900
TZOFFSETTO:+0900
END:STANDARD
END:VTIMEZONE`;

describe('The busy times of a calendar', () => {
  it('are those of events in another encoding, too, whose UIDs and zones differ by such bytes alone', () => {
    const event = (uid: string, day: number) =>
      `BEGIN:VEVENT\nUID:${uid}\nSEQUENCE:1\nDTSTART;TZID=Mitteleurop\xe4ische Zeit:202603${day}T090000\nDURATION:PT1H\nEND:VEVENT\n`;
    const zone = TOKYO_OF_WINDOWS.replace('Tokyo Standard Time', 'Mitteleurop\xe4ische Zeit');
    const text = `BEGIN:VCALENDAR\n${zone}\n${event('\xe4', 10)}${event('\xf6', 11)}END:VCALENDAR\n`;
    const { times, unreadableEvents } = readText('', { bytes: Buffer.from(text, 'latin1') });
    expect({ times: times.length, unreadableEvents }).toEqual({ times: 2, unreadableEvents: 0 });
    expect(new Date(times[0]?.start ?? 0).toISOString()).toBe('2026-03-10T00:00:00.000Z');
  });

  it.each([
    ['in UTC', 'DTSTART:20260310T090000Z\nDTEND:20260310T100000Z', '03-10T09:00 03-10T10:00'],
    [
      'in a zone of the IANA database, without a VTIMEZONE',
      'DTSTART;TZID=America/New_York:20260310T090000\nDTEND;TZID=America/New_York:20260310T100000',
      '03-10T13:00 03-10T14:00',
    ],
    [
      'in a zone of the IANA database behind a prefix',
      'DTSTART;TZID=/citadel.org/20260101_1/Asia/Tokyo:20260310T090000\nDURATION:PT1H',
      '03-10T00:00 03-10T01:00',
    ],
    [
      'in a zone of Windows, by its VTIMEZONE',
      'DTSTART;TZID=Tokyo Standard Time:20260310T090000\nDURATION:PT1H',
      '03-10T00:00 03-10T01:00',
    ],
    [
      'without a zone, on the clock of the provider',
      'DTSTART:20260310T090000\nDTEND:20260310T100000',
      '03-10T08:00 03-10T09:00',
    ],
    [
      'of a whole day, on the calendar of the provider',
      'DTSTART;VALUE=DATE:20260310',
      '03-09T23:00 03-10T23:00',
    ],
    [
      'of days around a clock change',
      'DTSTART;VALUE=DATE:20260328\nDTEND;VALUE=DATE:20260330',
      '03-27T23:00 03-29T22:00',
    ],
    [
      'that the clock skips, read with the offset before',
      'DTSTART:20260329T023000\nDTEND:20260329T040000',
      '03-29T01:30 03-29T02:00',
    ],
    [
      'that is tentative',
      'DTSTART:20260310T090000Z\nDTEND:20260310T100000Z\nSTATUS:TENTATIVE',
      '03-10T09:00 03-10T10:00',
    ],
    [
      'that reaches out of what is read',
      'DTSTART:20260101T000000Z\nDTEND:20260302T000000Z',
      '03-01T00:00 03-02T00:00',
    ],
  ])('have an event %s', (_what, lines, expected) => {
    expect(timesOf([lines], { head: TOKYO_OF_WINDOWS })).toEqual([expected]);
  });

  it.each([
    ['cancelled', 'DTSTART:20260310T090000Z\nDTEND:20260310T100000Z\nSTATUS:CANCELLED'],
    ['transparent', 'DTSTART:20260310T090000Z\nDTEND:20260310T100000Z\nTRANSP:TRANSPARENT'],
    ['without a length', 'DTSTART:20260310T090000Z'],
    ['of the past', 'DTSTART:20260210T090000Z\nDTEND:20260210T100000Z'],
  ])('do not have an event that is %s', (_what, lines) => {
    expect(read([lines])).toEqual({ times: [], ofAppointments: [], unreadable: [], unreadableEvents: 0 });
  });

  it('of our own appointments are apart, so that only those of the provider are left out', () => {
    const lines = 'DTSTART:20260310T090000Z\nDTEND:20260310T100000Z';
    const { times, ofAppointments } = read([
      `UID:appointment-7@here\n${lines}`,
      `UID:appointment-7@elsewhere\n${lines}`,
    ]);
    expect([times.length, ofAppointments.map(({ appointmentId }) => appointmentId)]).toEqual([1, [7]]);
  });

  it('follow a rule on the wall clock, through a clock change, without the excluded dates', () => {
    const rule = `UID:a\nDTSTART;TZID=Europe/Berlin:20260324T100000\nDURATION:PT1H
      RRULE:FREQ=DAILY;INTERVAL=2;COUNT=5\nEXDATE;TZID=Europe/Berlin:20260326T100000`;
    expect(timesOf([rule])).toEqual([
      '03-24T09:00 03-24T10:00',
      '03-28T09:00 03-28T10:00',
      '03-30T08:00 03-30T09:00',
      '04-01T08:00 04-01T09:00',
    ]);
  });

  it('have the additional dates of an event', () => {
    expect(timesOf(['UID:a\nDTSTART:20260310T090000Z\nDURATION:PT1H\nRDATE:20260312T120000Z'])).toEqual([
      '03-10T09:00 03-10T10:00',
      '03-12T12:00 03-12T13:00',
    ]);
    const period = 'UID:a\nDTSTART:20260310T090000Z\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20260312T120000Z/PT3H';
    expect(timesOf([period])).toEqual(['03-10T09:00 03-10T10:00', '03-12T12:00 03-12T15:00']);
  });

  it('have the moved, freed and cancelled occurrences as their own events say', () => {
    const weekly = 'UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=5';
    const moved = 'UID:a\nRECURRENCE-ID:20260309T090000Z\nDTSTART:20260310T150000Z\nDURATION:PT2H';
    const freed =
      'UID:a\nRECURRENCE-ID:20260316T090000Z\nDTSTART:20260316T090000Z\nDURATION:PT1H\nTRANSP:TRANSPARENT';
    const cancelled =
      'UID:a\nRECURRENCE-ID:20260323T090000Z\nDTSTART:20260323T090000Z\nDURATION:PT1H\nSTATUS:CANCELLED';
    expect(timesOf([moved, weekly, freed, cancelled])).toEqual([
      '03-02T09:00 03-02T10:00',
      '03-10T15:00 03-10T17:00',
      '03-30T09:00 03-30T10:00',
    ]);
  });

  it('move all later occurrences with one that says so', () => {
    const weekly = 'UID:a\nDTSTART:20260302T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3';
    const later =
      'UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260309T090000Z\nDTSTART:20260309T110000Z\nDURATION:PT1H';
    expect(timesOf([weekly, later])).toEqual([
      '03-02T09:00 03-02T10:00',
      '03-09T11:00 03-09T12:00',
      '03-16T11:00 03-16T12:00',
    ]);
  });

  it('end a rule by an UNTIL in UTC in the zone of the event', () => {
    const rule =
      'UID:a\nDTSTART;TZID=America/New_York:20260310T220000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260312T020000Z';
    expect(timesOf([rule])).toEqual(['03-11T02:00 03-11T03:00', '03-12T02:00 03-12T03:00']);
  });

  it.each(['', 'no calendar', 'BEGIN:VCARD\r\nEND:VCARD\r\n'])(
    'are refused without a word of the text when it is no calendar: %j',
    (text) => {
      const task = {
        bytes: Buffer.from(text),
        within: WITHIN,
        zone: 'UTC',
        instance: 'here',
        busyIf: 'opaque',
      } as const;
      expect(() => readBusyTimes(task)).toThrow(/^is not a calendar in the iCalendar format$/);
    },
  );

  it('are refused for more than 20,000 busy events', () => {
    const event = 'DTSTART:20260301T000000Z\nDURATION:PT1M\nRRULE:FREQ=MINUTELY;COUNT=15000';
    expect(() => read([event, event])).toThrow(/^has more than 20000 busy events$/);
  });
});
