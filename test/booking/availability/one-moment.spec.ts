import { randomUUID } from 'node:crypto';
import { Database, type Statement } from '../../../src/platform/database/database';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** What is booked when it is read: 09:00 and 10:00 of a provider. */
interface World {
  readonly providerId: number;
  readonly serviceId: number;
}

/** The names of the statements that views send. */
const READS = /^(availability|sessions)\./;
/** The same of the search for alternatives, which runs when the lock of the provider is released. */
const SEARCHES = /^availability\..*-for-search/;

const DATE = `from=${MONDAY}&to=${MONDAY}`;
const CHECK = { date: MONDAY, start: '09:00' };

/** The operations that send several statements for some services, each with its path and, if it is a POST, its body. */
const VIEWS: readonly [string, (world: World) => readonly [path: string, body?: object]][] = [
  ['the slots of a provider', (world) => [`/availability/slots?${of(world)}&date=${MONDAY}`]],
  [
    'the slots of any provider',
    ({ serviceId }) => [`/availability/slots?serviceId=${serviceId}&anyProvider=true&date=${MONDAY}`],
  ],
  ['the summary', (world) => [`/availability/summary?${of(world)}&${DATE}`]],
  ['the calendar', (world) => [`/availability/calendar?${of(world)}&${DATE}`]],
  ['the next slot', (world) => [`/availability/next-available?${of(world)}&from=${MONDAY}`]],
  ['a check', (world) => ['/availability/check', { ...world, ...CHECK }]],
  [
    'a check of any provider',
    ({ serviceId }) => ['/availability/check', { serviceId, anyProvider: true, ...CHECK }],
  ],
  [
    'a search of visits',
    (world) => ['/availability/search', { items: [world], from: MONDAY, to: MONDAY, limit: 50 }],
  ],
];

const of = ({ providerId, serviceId }: World) => `providerId=${providerId}&serviceId=${serviceId}`;

describe('A view of availability while an appointment changes', () => {
  let service: TestService;
  let appointmentId: number;
  /** Changes the appointment after so many statements of a view. */
  let left = Infinity;
  let change: () => Promise<unknown>;
  let counted = READS;

  beforeAll(async () => {
    service = await startTestService();
    const rows = Reflect.get(Database.prototype, 'rows') as (...read: unknown[]) => Promise<never[]>;
    jest.spyOn(Database.prototype, 'rows').mockImplementation(async function (
      this: Database,
      ...read: [statement: Statement, values: readonly unknown[]]
    ) {
      const found = await Reflect.apply(rows, this, read);
      if (counted.test(read[0].name) && --left === 0) await change();
      return found;
    });
  });

  afterEach(() => {
    [counted, left] = [READS, Infinity];
  });

  afterAll(() => service.stop());

  const worlds = {
    'with a limit of the provider': async () => ({
      providerId: await aProvider(service.admin, { maxPerDay: 2 }),
      serviceId: await aService(service.admin),
    }),
    'with a limit of the service': async () => ({
      providerId: await aProvider(service.admin),
      serviceId: await aService(service.admin, { maxPerDay: 2 }),
    }),
    'with a team': async () => {
      const helper = await aProvider(service.admin, { serviceIds: [] });
      const team = [{ providerIds: [helper], count: 1 }];
      return {
        providerId: await aProvider(service.admin),
        serviceId: await aService(service.admin, { team }),
      };
    },
    'of one provider alone': async () => ({
      providerId: await aProvider(service.admin),
      serviceId: await aService(service.admin),
    }),
  } satisfies Record<string, () => Promise<World>>;

  const changes = {
    cancelled: () => service.admin.patch(`/appointments/${appointmentId}/status`, { status: 'cancelled' }),
    moved: () => service.admin.patch(`/appointments/${appointmentId}`, { start: '12:00' }),
    deleted: () => service.admin.delete(`/appointments/${appointmentId}`),
  };

  const view = async ([path, body]: readonly [string, object?]): Promise<string> => {
    const answer = await (body === undefined ? service.admin.get(path) : service.admin.post(path, body));
    // Other times are searched after the answer is known.
    return JSON.stringify({ ...answer.body.data, alternatives: undefined });
  };

  const refusal = async ([path, body]: readonly [string, object?], isKeyed: boolean): Promise<string> => {
    const sending = isKeyed ? { headers: { 'idempotency-key': randomUUID() } } : {};
    const answer = await service.admin.post(path, body, sending);
    return JSON.stringify(answer.body.error.details);
  };

  /** What a view shows before, during and after a change that happens behind one of its statements. */
  const around = async (
    request: readonly [string, object?],
    act: () => Promise<unknown>,
    statement: number,
    show = view,
  ) => {
    const before = await show(request);
    [change, left] = [act, statement];
    const meanwhile = await show(request);
    const hasHappened = left <= 0;
    left = Infinity;
    if (!hasHappened) await act();
    return { before, meanwhile, after: await show(request) };
  };

  describe.each(Object.entries(worlds))('%s', (name, make) => {
    let world: World;

    beforeAll(async () => {
      world = await make();
      await service.admin.patch(`/services/${world.serviceId}`, { providerIds: [world.providerId] });
    });

    // Without a limit and a team, only a check takes several statements.
    const views = name === 'of one provider alone' ? VIEWS.filter(([view]) => view.includes('check')) : VIEWS;

    it.each(views)('shows the time before or after the change in %s', async (view, request) => {
      // Each view sees each of the changes, and each change comes behind each of the statements.
      const nth = VIEWS.findIndex(([name]) => name === view);
      for (const [index, [what, act]] of Object.entries(changes).entries()) {
        const statement = 1 + ((nth + index) % 3);
        await service.query('delete from appointments');
        const { providerId, serviceId } = world;
        ({ id: appointmentId } = await anAppointment(service.admin, providerId, serviceId, {
          start: '09:00',
        }));
        await anAppointment(service.admin, providerId, serviceId, { start: '10:00' });
        const { before, meanwhile, after } = await around(request(world), act, statement);
        expect([what, statement, [before, after].includes(meanwhile) || meanwhile]).toEqual([
          what,
          statement,
          true,
        ]);
      }
    });
  });

  it.each([false, true])(
    'finds the alternatives of a refused booking at one moment, with a limit (with an Idempotency-Key: %s)',
    async (isKeyed) => {
      counted = SEARCHES;
      const { providerId, serviceId } = await worlds['with a limit of the provider']();
      const path = '/appointments';
      for (let statement = 1; statement <= 2; statement++) {
        await service.query('delete from appointments');
        ({ id: appointmentId } = await anAppointment(service.admin, providerId, serviceId, {
          start: '09:00',
        }));
        await anAppointment(service.admin, providerId, serviceId, { start: '10:00' });
        const request = [path, aBooking(providerId, serviceId, { start: '08:00' })] as const;
        const show = (sent: readonly [string, object?]) => refusal(sent, isKeyed);
        const { before, meanwhile, after } = await around(request, changes.cancelled, statement, show);
        expect(before).not.toBe(after);
        expect([statement, [before, after].includes(meanwhile) || meanwhile]).toEqual([statement, true]);
      }
    },
  );

  it('shows a class before or after it was booked out, in the list of sessions', async () => {
    const providerId = await aProvider(service.admin);
    const timetable = [{ day: 'monday', start: '18:00', providerId }];
    const serviceId = await aService(service.admin, { capacity: 2, startsAt: 'schedule', timetable });
    const book = () => anAppointment(service.admin, providerId, serviceId, { start: '18:00', seats: 2 });
    for (let statement = 1; statement <= 3; statement++) {
      await service.query('delete from appointments');
      const request = [`/sessions?from=${MONDAY}&to=${MONDAY}&serviceId=${serviceId}`] as const;
      const { before, meanwhile, after } = await around(request, book, statement);
      expect([statement, [before, after].includes(meanwhile) || meanwhile]).toEqual([statement, true]);
    }
  });
});
