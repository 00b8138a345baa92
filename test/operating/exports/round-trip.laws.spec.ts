import fc from 'fast-check';
import { addDays } from '../../../src/platform/time/local-date';
import { localDateOf } from '../../../src/platform/time/zones/wall-clock';
import { wholeAnswer } from '../../support/every-get';
import { claimsOf, exported, imported, linesOf } from '../../support/export-and-import';
import { startTestService, type TestService } from '../../support/test-service';
import { withAppointmentsAlone } from '../../support/worlds/appointments-alone';
import { runs } from '../../support/worlds/runs';
import { StoredWorld } from '../../support/worlds/stored-world';
import { aWorld, type World } from '../../support/worlds/world';

jest.setTimeout(300_000);

/** Of what an import fills. */
const TABLES = [
  ...['appointments', 'categories', 'closures', 'customers', 'locations', 'providers', 'resources', 'series'],
  ...['services', 'special_hours', 'time_off', 'visits', 'waitlist_entries'],
];

/** Worlds without other calendars: an export has none. Who shares a session has a seat in it, so the service has several. */
const aBusiness: fc.Arbitrary<World> = aWorld.map(withAppointmentsAlone).map((world) => ({
  ...world,
  service: {
    ...world.service,
    capacity: Math.max(world.service.capacity, Math.min(2, world.seats.length)),
  },
  busyElsewhere: [],
  helpers: world.helpers.map((helper) => ({ ...helper, busyElsewhere: [] })),
}));

describe('Any business that was exported and imported', () => {
  let source: TestService;
  let target: TestService;
  let stored: StoredWorld;

  beforeAll(async () => {
    [source, target] = await Promise.all([startTestService(), startTestService()]);
    stored = await StoredWorld.on(source);
  });

  afterAll(() => Promise.all([source.stop(), target.stop()]));

  async function bringBack(): Promise<ReadonlyMap<string, readonly string[]>> {
    await target.query(`truncate ${TABLES.join(', ')} cascade`);
    await target.query(`delete from users where 'provider' = any (roles)`);
    target.clock.set(new Date(source.clock.now()).toISOString());
    const folder = await exported(source);
    await imported(target, folder);
    return linesOf(folder);
  }

  /** On the days around a world. */
  function questionsOf({ now, scene }: World): readonly string[] {
    const today = localDateOf(now, scene.zone);
    const dates = [-1, 0, 1, 2, 3].map((days) => addDays(today, days));
    const range = `from=${dates[0]}&to=${dates.at(-1)}`;
    const services = [stored.serviceId, stored.otherServiceId, ...stored.classServiceIds];
    const pairs = services.map((id) => `serviceId=${id}&providerId=${stored.providerId}`);
    return [
      ...pairs.flatMap((pair) => dates.map((date) => `/availability/slots?${pair}&date=${date}`)),
      ...pairs.flatMap((pair) => dates.map((date) => `/availability/slots?${pair}&date=${date}&seats=2`)),
      ...services.map((id) => `/availability/calendar?serviceId=${id}&anyProvider=true&${range}`),
      `/sessions?${range}`,
      `/providers/${stored.providerId}/working-hours?${range}`,
      `/reports/utilisation?${range}&by=resource`,
    ];
  }

  it('is exported as it was, has taken the same time, and offers the same', async () => {
    await fc.assert(
      fc.asyncProperty(aBusiness, async (world) => {
        await stored.write(world);
        const lines = await bringBack();
        expect(await linesOf(await exported(target))).toEqual(lines);
        expect(await claimsOf(target)).toEqual(await claimsOf(source));
        for (const path of questionsOf(world)) {
          const [before, after] = await Promise.all(
            [source, target].map(({ admin }) => wholeAnswer(admin, path)),
          );
          expect({ path, answer: after }).toEqual({ path, answer: before });
        }
      }),
      // Each smaller world would take seconds, so a failure shows the world as it was found.
      { ...runs<[World]>(8, 2), endOnFailure: true },
    );
  });
});
