import fc from 'fast-check';
import { Oracle } from '../../../../test/support/worlds/oracle';
import { runs } from '../../../../test/support/worlds/runs';
import { tapeOf } from '../../../../test/support/worlds/scenes';
import { type World, aWorld, calendarOf } from '../../../../test/support/worlds/world';
import { type Question, verdict } from './index';

const MINUTE_MS = 60_000;

interface Fractions {
  readonly minute: number;
  readonly isLocal: boolean;
  readonly dateIndex: number;
  readonly timeMin: number;
  readonly lengthMin: number | null;
  readonly ignoreSchedule: boolean;
  readonly excluded: number | null;
}

const someQuestions: fc.Arbitrary<readonly Fractions[]> = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 1_000_000 }),
    isLocal: fc.boolean(),
    dateIndex: fc.integer({ min: 0, max: 2 }),
    timeMin: fc.oneof(
      fc.integer({ min: 0, max: 1_439 }),
      fc.integer({ min: 0, max: 16 }).map((n) => n * 15),
    ),
    lengthMin: fc.option(fc.integer({ min: 1, max: 1_500 }), { freq: 3 }),
    ignoreSchedule: fc.constantFrom(false, false, false, true),
    excluded: fc.option(fc.integer({ min: 1, max: 6 })),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Builds a question about a time of the scene. Only a question whose start is an instant has an explicit end. */
function questionIn(world: World, parts: Fractions): Question {
  const tape = tapeOf(world.scene);
  const others = {
    ignoreSchedule: parts.ignoreSchedule,
    excludeAppointmentId: parts.excluded ?? undefined,
  };
  if (parts.isLocal) {
    return { start: { date: world.scene.dates[parts.dateIndex] ?? '', timeMin: parts.timeMin }, ...others };
  }
  const start = tape.instantOf(parts.minute % (tape.length - 1_500));
  const end = parts.lengthMin === null ? undefined : start + parts.lengthMin * MINUTE_MS;
  return { start, end, ...others };
}

describe('Every verdict', () => {
  it('equals that of an oracle that applies the rules minute by minute', () => {
    fc.assert(
      fc.property(aWorld, someQuestions, (world, parts) => {
        const oracle = new Oracle(world);
        const calendar = calendarOf(world);
        const questions = parts.map((part) => questionIn(world, part));
        const answers = questions.map((question) => {
          const answer = verdict(world.now, world.service, calendar, question);
          const conflicts = answer.bookable ? [] : answer.conflicts.map((conflict) => conflict.appointmentId);
          const reason = answer.bookable ? undefined : answer.reason;
          return { question, reason, start: answer.start, conflictIds: conflicts.toSorted() };
        });
        expect(answers).toEqual(
          questions.map((question) => {
            const { reason, start, conflictIds } = oracle.verdict(question);
            return { question, reason, start, conflictIds: conflictIds.toSorted() };
          }),
        );
      }),
      runs(6_000),
    );
  });

  it('is the same when an appointment is excluded and when it does not exist', () => {
    fc.assert(
      fc.property(aWorld, someQuestions, (world, parts) => {
        for (const question of parts.map((part) => questionIn(world, part))) {
          const others = world.busy.filter((taken) => taken.appointmentId !== question.excludeAppointmentId);
          const without = { ...question, excludeAppointmentId: undefined };
          expect(verdict(world.now, world.service, calendarOf(world), question)).toEqual(
            verdict(world.now, world.service, calendarOf(world, others), without),
          );
        }
      }),
      runs(2_000),
    );
  });
});
