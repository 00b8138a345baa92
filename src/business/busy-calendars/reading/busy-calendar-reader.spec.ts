import { BusyCalendarReader } from './busy-calendar-reader';

const WITHIN = { start: Date.parse('2026-03-01T00:00Z'), end: Date.parse('2027-05-01T00:00Z') };

const calendarOf = (lines: string) => `BEGIN:VCALENDAR\r\n${lines}END:VCALENDAR\r\n`;
const eventOf = (lines: string) => `BEGIN:VEVENT\r\n${lines}\r\nEND:VEVENT\r\n`;

describe('A hostile calendar', () => {
  const read = (text: string, limits?: { deadlineMs?: number; memoryMb?: number }) =>
    new BusyCalendarReader().read(
      {
        bytes: new Uint8Array(Buffer.from(text)),
        within: WITHIN,
        zone: 'Europe/Berlin',
        instance: 'here',
        busyIf: 'opaque',
      },
      limits,
    );

  it('is given up at the deadline', async () => {
    const rule = 'DTSTART:20260301T090000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=MINUTELY';
    await expect(read(calendarOf(eventOf(rule).repeat(10_000)), { deadlineMs: 500 })).rejects.toThrow(
      'takes too long to read',
    );
  });

  it('of 5 MiB in one line is read or refused within the limits', async () => {
    const line = `DTSTART:20260310T090000Z\r\nDURATION:PT1H\r\nSUMMARY:${'x'.repeat(5 * 1_024 * 1_024)}`;
    await expect(read(calendarOf(eventOf(line)))).resolves.toMatchObject({ times: [{}] });
  });

  it('of 100,000 events is refused', async () => {
    const event = eventOf('DTSTART:20260310T090000Z\r\nDURATION:PT1H');
    await expect(read(calendarOf(event.repeat(75_000)))).rejects.toThrow(/busy events|too (long|much)/);
  });

  it('cannot use more memory than its thread has', async () => {
    const event = 'DTSTART:20260310T090000Z\r\nDURATION:PT1H';
    const events = Array.from({ length: 20_000 }, (_, i) => eventOf(`UID:${i}\r\n${event}`));
    await expect(read(calendarOf(eventOf(event)), { memoryMb: 10 })).resolves.toMatchObject({ times: [{}] });
    await expect(read(calendarOf(events.join('')))).resolves.toMatchObject({ times: { length: 20_000 } });
    await expect(read(calendarOf(events.join('')), { memoryMb: 10 })).rejects.toThrow(
      'takes too much memory to read',
    );
  });

  it('leaves the process able to read the next one', async () => {
    const event = eventOf('DTSTART:20260310T090000Z\r\nDURATION:PT1H');
    const start = Date.parse('2026-03-10T09:00Z');
    await expect(read(calendarOf(event))).resolves.toEqual({
      times: [{ start, end: start + 3_600_000 }],
      ofAppointments: [],
      unreadable: [],
      unreadableEvents: 0,
    });
  });
});
