import fc from 'fast-check';
import { readBusyTimes } from '../../src/business/busy-calendars/reading/busy-times';
import { unite } from '../../src/platform/time/interval';
import { SECOND_MS } from '../../src/platform/time/units';
import { anyCalendar } from './support/any-calendar';
import { readIndependently } from './support/independent-reader';

const WITHIN = { start: Date.parse('2026-03-01T00:00Z'), end: Date.parse('2027-01-15T00:00Z') };
const CALENDARS = Number(process.env['CALENDARS'] ?? 5_000);
const DEADLINE_MS = 900_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120);

describe('A busy calendar', () => {
  it(
    `is busy in the same minutes for an independent reader, in each of ${CALENDARS} generated ones (seed ${SEED})`,
    () => {
      const texts = fc.sample(anyCalendar, { numRuns: CALENDARS, seed: SEED });
      const tasks = texts.map((text, nth) => ({
        text,
        start: WITHIN.start / SECOND_MS,
        end: WITHIN.end / SECOND_MS,
        zone: nth % 2 === 0 ? 'Europe/Berlin' : 'America/Los_Angeles',
      }));
      const expected = readIndependently(tasks);
      const differing = tasks.flatMap(({ text, zone }, nth) => {
        const task = {
          bytes: Buffer.from(text),
          within: WITHIN,
          zone,
          instance: 'here',
          busyIf: 'opaque',
        } as const;
        const { times, unreadable } = readBusyTimes(task);
        const found = unite(times).map(({ start, end }) => [start / SECOND_MS, end / SECOND_MS]);
        const isSame = JSON.stringify(found) === JSON.stringify(expected[nth]) && unreadable.length === 0;
        return isSame
          ? []
          : [
              {
                nth,
                zone,
                events: text.slice(text.lastIndexOf('END:VTIMEZONE')),
                found,
                expected: expected[nth],
                unreadable,
              },
            ];
      });
      expect(differing.slice(0, 3)).toEqual([]);
    },
    DEADLINE_MS,
  );
});
