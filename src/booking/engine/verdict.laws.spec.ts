import fc from 'fast-check';
import { expectEqual } from '../../../test/support/worlds/expect-equal';
import { withoutBooking } from '../../../test/support/worlds/booking';
import { Oracle } from '../../../test/support/worlds/oracle';
import { type WorldRequest, someRequest } from '../../../test/support/worlds/resources';
import { runs } from '../../../test/support/worlds/runs';
import { tapeOf } from '../../../test/support/worlds/scenes';
import { type World, aWorld, calendarOf, optionsOf } from '../../../test/support/worlds/world';
import { type ExactCandidate, type Verdict, placementOf, verdict } from './index';

const MINUTE_MS = 60_000;

interface Fractions {
  /** A minute of the scene. */
  readonly minute: number;
  /** A session whose start and end are requested, if there are any. */
  readonly session: number | null;
  readonly isLocal: boolean;
  readonly dateIndex: number;
  readonly timeMin: number;
  readonly lengthMin: number | null;
  readonly ignoreSchedule: boolean;
}

const someQuestions: fc.Arbitrary<readonly Fractions[]> = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 1_000_000 }),
    session: fc.option(fc.nat({ max: 11 }), { freq: 2 }),
    isLocal: fc.boolean(),
    dateIndex: fc.integer({ min: 0, max: 2 }),
    timeMin: fc.oneof(
      fc.integer({ min: 0, max: 1_439 }),
      fc.integer({ min: 0, max: 16 }).map((n) => n * 15),
    ),
    lengthMin: fc.option(fc.integer({ min: 1, max: 1_500 }), { freq: 3 }),
    ignoreSchedule: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Builds a candidate of a time of the scene. Only a candidate whose start is an instant has an explicit end. */
function candidateIn(
  world: World,
  { seats, locationId, excludeAppointmentId }: WorldRequest,
  parts: Fractions,
): ExactCandidate {
  const tape = tapeOf(world.scene);
  const others = { ignoreSchedule: parts.ignoreSchedule, seats, locationId, excludeAppointmentId };
  const session = parts.session === null ? undefined : world.seats[parts.session % world.seats.length];
  if (session !== undefined)
    return { start: session.start, end: parts.isLocal ? session.end : undefined, ...others };
  if (parts.isLocal) {
    return { start: { date: world.scene.dates[parts.dateIndex] ?? '', timeMin: parts.timeMin }, ...others };
  }
  const start = tape.instantOf(parts.minute % (tape.length - 1_500));
  const end = parts.lengthMin === null ? undefined : start + parts.lengthMin * MINUTE_MS;
  return { start, end, ...others };
}

/** The candidate, and the same one of a short appointment. */
function alsoShort(candidate: ExactCandidate): readonly ExactCandidate[] {
  const { start } = candidate;
  return typeof start === 'number' ? [{ ...candidate, end: start + 5 * MINUTE_MS }, candidate] : [candidate];
}

/** Answers all candidates with one choice of resources, as a search does. */
function answers(
  world: World,
  requested: WorldRequest,
  candidates: readonly ExactCandidate[],
): readonly Verdict[] {
  const calendar = calendarOf(world);
  const { resources, team } = optionsOf(world, requested);
  return candidates.map((candidate) =>
    verdict(world.now, world.service, calendar, candidate, resources, team),
  );
}

describe('Every verdict', () => {
  it('equals that of an oracle that applies the rules minute by minute', () => {
    fc.assert(
      fc.property(aWorld, someRequest, someQuestions, (world, requested, parts) => {
        const oracle = new Oracle(world, requested);
        const candidates = parts.flatMap((part) => alsoShort(candidateIn(world, requested, part)));
        const given = answers(world, requested, candidates).map((answer, i) => {
          const conflicts = answer.bookable ? [] : answer.conflicts.map((conflict) => conflict.appointmentId);
          const reason = answer.bookable ? undefined : answer.reason;
          const placement = answer.bookable ? answer.placement : undefined;
          const locationId = answer.bookable ? answer.locationId : undefined;
          const { start, zone } = answer;
          const conflictIds = conflicts.toSorted();
          const limit = answer.bookable || answer.limit === undefined ? {} : { limit: answer.limit };
          return {
            candidate: candidates[i],
            reason,
            ...limit,
            start,
            zone,
            conflictIds,
            placement,
            locationId,
          };
        });
        expectEqual(
          given,
          candidates.map((candidate) => {
            const { conflictIds, ...others } = oracle.verdict(candidate);
            return { candidate, ...others, conflictIds: conflictIds.toSorted() };
          }),
        );
      }),
      runs(6_000),
    );
  });

  it('is the same when an appointment is excluded and when it does not exist', () => {
    fc.assert(
      fc.property(
        aWorld,
        someRequest,
        fc.integer({ min: 1, max: 50 }),
        someQuestions,
        (world, rest, id, parts) => {
          const requested = { ...rest, excludeAppointmentId: id };
          const without = { ...rest, excludeAppointmentId: undefined };
          const others = withoutBooking(world, id);
          const verdictsIn = (of: World, requested: WorldRequest) =>
            answers(
              of,
              requested,
              parts.map((part) => candidateIn(world, requested, part)),
            );
          expectEqual(verdictsIn(world, requested), verdictsIn(others, without));
        },
      ),
      runs(2_000),
    );
  });
});

describe('The placement of an appointment that is there already', () => {
  it('equals that of the oracle, with the buffers that it was booked with', () => {
    fc.assert(
      fc.property(
        aWorld,
        someRequest,
        someQuestions,
        fc.nat({ max: 90 }),
        (world, requested, parts, buffer) => {
          const oracle = new Oracle(world, requested);
          const { service } = world;
          const { resources, team } = optionsOf(world, requested);
          const { seats = 1, excludeAppointmentId = 99 } = requested;
          for (const candidate of parts.map((part) => candidateIn(world, requested, part))) {
            if (typeof candidate.start !== 'number') continue;
            const { start, end = start + service.durationMin * MINUTE_MS } = candidate;
            const busy = { start: start - buffer * MINUTE_MS, end: end + 30 * MINUTE_MS };
            const appointment = { start, end, busy, seats, locationId: requested.locationId };
            expectEqual(
              placementOf(service, calendarOf(world), appointment, excludeAppointmentId, resources, team),
              oracle.placementOf(appointment),
            );
          }
        },
      ),
      runs(1_000),
    );
  });
});
