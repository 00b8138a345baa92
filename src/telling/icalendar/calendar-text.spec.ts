import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readText } from '../../../test/business/support/read-calendar';
import { readCalendar, readWithIcalJs } from '../../../test/telling/calendars/support/parsers';
import type { CalendarEvent } from './calendar-event';
import { calendarText } from './calendar-text';

const GOLDEN = join(__dirname, '../../../test/telling/calendars/golden');
const HALF_HOUR = 1_800_000;
const START = Date.parse('2026-03-10T09:00:00Z');

/** Each zone with instants on either side of its changes of the clock. */
const CHANGES = {
  'Europe/Berlin': [
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:00:00Z',
    '2026-10-24T23:30:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:00:00Z',
    '2026-10-25T02:00:00Z',
  ],
  'America/New_York': [
    '2026-03-08T06:30:00Z',
    '2026-03-08T07:00:00Z',
    '2026-11-01T06:00:00Z',
    '2026-11-01T07:00:00Z',
  ],
  'Australia/Lord_Howe': [
    '2026-04-04T14:30:00Z',
    '2026-04-04T15:00:00Z',
    '2026-10-03T15:00:00Z',
    '2026-10-03T15:30:00Z',
  ],
  'Africa/Casablanca': ['2026-02-15T01:30:00Z', '2026-02-15T02:00:00Z', '2026-03-22T02:00:00Z'],
};
/** Summer and winter, in the north and in the south. */
const SEASONS = [
  '2026-01-15T10:00:00Z',
  '2026-03-30T10:00:00Z',
  '2026-07-15T10:00:00Z',
  '2026-11-02T15:00:00Z',
];

describe('The text of a calendar', () => {
  it.each(Object.entries(CHANGES))(
    'names the instants on either side of a clock change of %s',
    async (zone, instants) => {
      const read = readWithIcalJs(await textOf(zone, eventsAt(instants)));
      expect(read.map(({ start }) => Date.parse(start))).toEqual(instants.map((each) => Date.parse(each)));
      expect(read.map(({ end }) => Date.parse(end))).toEqual(
        instants.map((each) => Date.parse(each) + HALF_HOUR),
      );
    },
  );

  it.each([...Object.keys(CHANGES), 'Asia/Kolkata', 'UTC'])(
    'is understood alike by two parsers in every season of %s',
    async (zone) => {
      const read = readCalendar(await textOf(zone, eventsAt(SEASONS)));
      expect(read.map(({ start }) => Date.parse(start))).toEqual(SEASONS.map((each) => Date.parse(each)));
    },
  );

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const)(
    'is the committed file for %s',
    async (zone) => {
      const text = (await textOf(zone, eventsAt(CHANGES[zone]))).replaceAll('\r\n', '\n');
      const file = join(GOLDEN, `${zone.replace('/', '-').toLowerCase()}.ics`);
      expect(text).toBe(readFileSync(file, 'utf8'));
    },
  );

  it('escapes and folds texts so that they are read back as they were', async () => {
    const summary = 'Schnitt; Farbe, "Föhnen" \\ & mehr 💇 '.repeat(6).trim();
    const location = 'Studio Linde, Lindenstraße 14, 10969 Berlin';
    const text = await textOf('Europe/Berlin', [
      anEvent(0, { summary, location, description: 'Mia\nKeller; twice' }),
    ]);
    expect(readCalendar(text)).toMatchObject([{ summary, location, description: 'Mia\nKeller; twice' }]);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('escapes the name of the calendar, which is a text', async () => {
    const name = String.raw`Studio "Linde", Berlin; Schnitt \ Farbe`;
    const lines = (await textOf('UTC', [], name)).split('\r\n');
    const written = String.raw`Studio "Linde"\, Berlin\; Schnitt \\ Farbe`;
    expect(lines).toEqual(expect.arrayContaining([`NAME:${written}`, `X-WR-CALNAME:${written}`]));
  });

  it('says texts, names and addresses so that they are read back as they were', async () => {
    const said = fc
      .string({
        unit: fc.constantFrom(...Array.from(String.raw`a,;:\nN^'"%2?&=é💇`), ' ', '\n'),
        minLength: 1,
      })
      .filter((text) => text.trim() === text);
    const local = fc.string({ unit: fc.constantFrom(...Array.from(`a!#$%&'*+-/=?^_{|}~é💇`)), minLength: 1 });
    const asks = fc.record({ summary: said, name: said, local });
    await fc.assert(
      fc.asyncProperty(asks, async ({ summary, name, local }) => {
        const attendee = { name, email: `${local}@example.com` };
        const organizer = { name: 'Salon', email: 'salon@example.com' };
        const event = anEvent(START, { summary, invitation: { organizer, attendee } });
        const { events } = readText(await textOf('Europe/Berlin', [event]), { wantsEvents: true });
        expect(events).toMatchObject([
          { summary: summary.replaceAll(/\s+/g, ' '), invited: [attendee], start: START },
        ]);
      }),
    );
  });

  it('writes names and addresses of people with the escapes that parameters and URIs have', async () => {
    const attendee = { name: 'Mia "Mimi"\nKeller ^n \\, x', email: 'a?b,c&mia@example.com' };
    const organizer = { name: `Salon "Eve's"`, email: 'hello@salon.example' };
    const text = await textOf('UTC', [anEvent(START, { invitation: { organizer, attendee } })]);
    const lines = text.replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toContain(`ORGANIZER;CN="Salon ^'Eve's^'":mailto:hello@salon.example`);
    expect(lines).toContain(
      `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Mia ^'Mimi^'^nKeller ^^n \\, x":MAILTO:a%3Fb%2Cc%26mia@example.com`,
    );
  });

  it('says what a status means for the calendar', async () => {
    const statuses = ['pending', 'confirmed', 'completed', 'cancelled', 'no-show'] as const;
    const text = await textOf(
      'UTC',
      statuses.map((status) => anEvent(0, { status })),
    );
    expect(text.match(/(?<=^STATUS:).*$/gm)).toEqual([
      'TENTATIVE',
      'CONFIRMED',
      'CONFIRMED',
      'CANCELLED',
      'CONFIRMED',
    ]);
    expect(text.match(/(?<=^TRANSP:).*$/gm)).toEqual([
      'OPAQUE',
      'OPAQUE',
      'OPAQUE',
      'TRANSPARENT',
      'TRANSPARENT',
    ]);
  });

  it('is valid without events', async () => {
    expect(readCalendar(await textOf('Europe/Berlin', []))).toEqual([]);
  });
});

async function textOf(zone: string, events: readonly CalendarEvent[], name = 'Ana Silva'): Promise<string> {
  const [starts, ends] = [events.map(({ start }) => start), events.map(({ end }) => end)];
  const span = events.length === 0 ? undefined : { start: Math.min(...starts), end: Math.max(...ends) };
  let text = '';
  for await (const piece of calendarText({ name, language: 'en', zone, span }, events)) text += piece;
  return text;
}

function eventsAt(instants: readonly string[]): readonly CalendarEvent[] {
  return instants.map((instant, nth) => anEvent(Date.parse(instant), { uid: `event-${nth}` }));
}

function anEvent(start: number, members: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    uid: 'event-1',
    sequence: 2,
    status: 'confirmed',
    summary: 'Consultation',
    description: 'Mia Keller',
    location: null,
    stamp: Date.UTC(2026, 0, 6, 10),
    createdAt: Date.UTC(2026, 0, 5, 9),
    updatedAt: Date.UTC(2026, 0, 6, 10),
    start,
    end: start + HALF_HOUR,
    ...members,
  };
}
