import fc from 'fast-check';
import { unite } from '../../src/platform/time/interval';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../src/platform/time/units';
import { toInstant } from '../../src/platform/time/zones/wall-clock';
import { calendarEntries } from '../../src/telling/messages/calendar/calendar-entry';
import { EntryTexts } from '../../src/telling/messages/mail/entry-texts';
import { sampleMessage } from '../../src/telling/messages/mail/sample-message';
import { chooseLanguage } from '../../src/telling/wording/chosen-language';
import type { DueMessage } from '../../src/telling/messages/due-message';
import type { AppointmentFacts, SeriesRule } from '../../src/telling/messages/message-facts';
import { readIndependently } from './support/independent-reader';

const WITHIN = { start: Date.parse('2026-03-01T00:00Z'), end: Date.parse('2027-06-15T00:00Z') };
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_126);
const SERIES = 1_000;
const DEADLINE_MS = 300_000;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
const PEOPLE = {
  organizer: { name: 'Salon', email: 'hello@salon.example' },
  attendee: { name: 'Mia', email: 'mia@example.com' },
};

/** What happened to an occurrence. */
const anyChange = fc.constantFrom(
  'none',
  'none',
  'none',
  'gone',
  'later',
  'another day',
  'longer',
  'cancelled',
);
const anySeries = fc.record({
  timezone: fc.constantFrom(...ZONES),
  days: fc.constantFrom(1, 7, 14),
  time: fc.constantFrom('09:00', '02:30', '23:45'),
  changes: fc.array(anyChange, { minLength: 1, maxLength: 12 }),
});

interface Case {
  readonly message: DueMessage;
  readonly taken: readonly AppointmentFacts[];
}

/** A message about all of a series, and what takes place of it. */
function caseOf({
  timezone,
  days,
  time,
  changes,
}: typeof anySeries extends fc.Arbitrary<infer S> ? S : never): Case {
  const first = Date.UTC(2026, 2, 22);
  const dateOf = (nth: number) => new Date(first + nth * days * DAY_MS).toISOString().slice(0, 10);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const rrule = `FREQ=DAILY;INTERVAL=${days};UNTIL=${dateOf(changes.length - 1).replaceAll('-', '')}`;
  const rule: SeriesRule = { id: 1, rrule, firstStart: `${dateOf(0)}T${time}`, timezone };
  const sample = sampleMessage('confirmation', 'en');
  const occurrences = changes.flatMap((change, nth): AppointmentFacts[] => {
    const slot = toInstant({ date: dateOf(nth), timeMin: hour * 60 + minute }, timezone);
    if (change === 'gone' || slot.kind !== 'exact') return [];
    const start =
      slot.instant + (change === 'later' ? 95 * MINUTE_MS : change === 'another day' ? 5 * DAY_MS : 0);
    const end = start + (change === 'longer' ? 50 : 10) * MINUTE_MS;
    const status = change === 'cancelled' ? 'cancelled' : 'confirmed';
    return [{ ...sample.facts, start, end, status, recursOn: dateOf(nth), timezone }];
  });
  const [about = sample.facts, ...others] = occurrences;
  const facts = {
    ...sample.facts,
    ...about,
    others: others.map((each, nth) => ({ ...each, appointmentId: nth + 2, sequence: 0 })),
    shared: { rule, rest: [] },
  };
  const taken = occurrences.filter(({ status }) => status !== 'cancelled');
  return { message: { ...sample, facts }, taken };
}

describe('The calendar object of a mail about a series', () => {
  it(
    `is busy in the minutes of its occurrences for an independent reader, in each of ${SERIES} series (seed ${SEED})`,
    async () => {
      const words = new EntryTexts(chooseLanguage('en', 'en'));
      const cases = fc
        .sample(anySeries, { numRuns: SERIES, seed: SEED })
        .map(caseOf)
        .filter(({ taken }) => taken.length > 0);
      const tasks: object[] = [];
      for (const { message } of cases) {
        const [entry, ...others] = await calendarEntries(message, words, PEOPLE);
        expect(others).toEqual([]);
        const [start, end] = [WITHIN.start / SECOND_MS, WITHIN.end / SECOND_MS];
        tasks.push({ text: entry?.content, start, end, zone: 'UTC' });
      }
      const read = readIndependently(tasks);
      const expected = cases.map(({ taken }) =>
        unite(taken.map(({ start, end }) => ({ start, end }))).map(({ start, end }) => [
          start / SECOND_MS,
          end / SECOND_MS,
        ]),
      );
      const differing = read.flatMap((busy, nth) =>
        JSON.stringify(busy) === JSON.stringify(expected[nth])
          ? []
          : [{ task: tasks[nth], busy, expected: expected[nth] }],
      );
      expect(cases.length).toBeGreaterThan(SERIES / 2);
      expect(differing.slice(0, 2)).toEqual([]);
    },
    DEADLINE_MS,
  );
});
