import fc from 'fast-check';
import type { Interval } from '../../../src/platform/time/interval';
import { startTestService, type TestService } from '../../support/test-service';
import { withAppointmentsAlone } from '../../support/worlds/appointments-alone';
import { businessScene, OracleOfUtilisation } from '../../support/worlds/oracle-of-utilisation';
import { runs } from '../../support/worlds/runs';
import { tapeOf } from '../../support/worlds/scenes';
import { StoredWorld } from '../../support/worlds/stored-world';
import { aWorld, type World } from '../../support/worlds/world';

jest.setTimeout(300_000);

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Case {
  readonly world: World;
  readonly range: Interval;
}

const lasting = { expiresAt: null };

/** A world whose appointments do not end by themselves and last a day at most, and a time in it. */
const aCase: fc.Arbitrary<Case> = fc
  .tuple(aWorld.map(withAppointmentsAlone), fc.nat(), fc.nat())
  .map(([world, one, other]) => ({
    world: {
      ...world,
      limits: { ...world.limits, elsewhere: [] },
      busy: world.busy.map((claim) => ({ ...claim, ...lasting })),
      seats: world.seats
        .filter(({ start, end }) => end - start <= DAY_MS)
        .map((claim) => ({ ...claim, ...lasting })),
      helpers: world.helpers.map((helper) => ({
        ...helper,
        claims: helper.claims.map((claim) => ({ ...claim, ...lasting })),
      })),
      resources: world.resources.map((resource) => ({ ...resource, claims: [] })),
    },
    range: rangeIn(world, one, other),
  }));

/** On the tape of the world and on that of the business. */
function rangeIn({ scene }: World, one: number, other: number): Interval {
  const tapes = [tapeOf(scene), tapeOf(businessScene(scene))];
  const first = Math.max(...tapes.map(({ start }) => start));
  const end = Math.min(...tapes.map((tape) => tape.instantOf(tape.length)));
  const minutes = (end - first) / MINUTE_MS;
  const [from = 0, to = 0] = [one % minutes, other % minutes].sort((a, b) => a - b);
  return { start: first + from * MINUTE_MS, end: first + to * MINUTE_MS };
}

describe('In any world, a report of utilisation', () => {
  let service: TestService;
  let stored: StoredWorld;

  beforeAll(async () => {
    service = await startTestService();
    stored = await StoredWorld.on(service);
  });

  afterAll(() => service.stop());

  /** Those who are not in the world are not active. */
  async function write(world: World): Promise<void> {
    await stored.write(world);
    const known = [world.leaderId, ...world.helpers.map(({ id }) => id)].map((id) => stored.personId(id));
    await service.query(
      'update users set active = false where id in (select id from providers) and id <> all ($1)',
      [known],
    );
  }

  it.each(['provider', 'service', 'location', 'resource', 'weekday'] as const)(
    'by %s has what counting each minute and each appointment finds',
    async (by) => {
      await fc.assert(
        fc.asyncProperty(aCase, async ({ world, range }) => {
          await write(world);
          const [from, to] = [range.start, range.end].map((instant) => new Date(instant).toISOString());
          const { body } = await service.admin.get(`/reports/utilisation?by=${by}&from=${from}&to=${to}`);
          const rows = (body.data as Record<string, unknown>[]).map(
            ({ id, openMin, blockedMin, bookedMin, appointments }) => [
              id,
              { openMin, blockedMin, bookedMin, appointments },
            ],
          );
          const expected = new OracleOfUtilisation(world, range, stored).rowsBy(by);
          expect(new Map(rows as [number, object][])).toEqual(expected);
        }),
        runs(4, 2),
      );
    },
  );
});
