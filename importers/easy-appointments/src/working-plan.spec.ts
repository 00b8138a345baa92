import fc from 'fast-check';
import { dayPlan, scheduleOf, stretchesOf } from './working-plan';

const NAMES = { start: 'start', end: 'end' };
const DAY_MIN = 1_440;

const text = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const MINUTES = Array.from({ length: DAY_MIN }, (_, minute) => text(minute));
const aTime = fc.integer({ min: 0, max: DAY_MIN - 1 });
const aStretch = fc.record({ start: aTime.map(text), end: aTime.map(text) });
const aDay = fc.tuple(aStretch, fc.array(aStretch, { maxLength: 6 })).map(([day, breaks]) => {
  return { ...day, breaks };
});

const covers = ({ start, end }: { start: string; end: string }, at: string) => start <= at && at < end;

describe('The hours of a date', () => {
  it('are the minutes of the day that no break covers, in time order and apart', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        const plan = dayPlan(day, NAMES);
        const stretches = plan === undefined ? [] : stretchesOf(plan);
        const isOpen = (at: string) =>
          covers(day, at) && !day.breaks.some((pause) => covers(pause, at)) ? 1 : 0;
        const open = MINUTES.map((at) => stretches.filter((stretch) => covers(stretch, at)).length);
        expect(open).toEqual(MINUTES.map(isOpen));
        expect(stretches.every(({ start, end }) => start < end)).toBe(true);
        expect(stretches.toSorted((a, b) => (a.start < b.start ? -1 : 1))).toEqual(stretches);
      }),
      { numRuns: 100 },
    );
  });
});

describe('A working plan', () => {
  it.each([
    [null],
    [[]],
    [{ monday: null }],
    [{ monday: { start: '17:00', end: '09:00' } }],
    [{ monday: { start: 'nine', end: '25:00' } }],
  ])(
    'without hours has ended, because an empty schedule would mean the hours of the business: %j',
    (plan) => {
      expect(scheduleOf(plan)).toEqual([
        { day: 'monday', start: '00:00', end: '24:00', until: '1970-01-01' },
      ]);
    },
  );
});
