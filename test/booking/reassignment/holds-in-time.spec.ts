import type { Answer } from '../../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { OpenWrite } from '../../support/open-write';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf } from '../../support/waiting';
import { ACCEPT, clearTime, type Offered } from './support/held-time';

interface Held {
  readonly entry: Offered;
  readonly holdId: string;
}

const DAY = { start: MONDAY, end: MONDAY, appointments: 'cancel' };

describe('An absence that ends holds while other requests write', () => {
  let service: TestService;
  let [ana, cut, room, north] = [0, 0, 0, 0];

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    ana = await aProvider(admin);
    const idOf = ({ body }: Answer) => body.data.id as number;
    room = idOf(await admin.post('/resources', { name: 'Room', kind: 'room' }));
    north = idOf(await admin.post('/locations', { name: 'North' }));
    const helper = await aProvider(admin);
    cut = await aService(admin, {
      ...{ providerIds: [ana], resources: [{ kind: 'room', quantity: 1 }] },
      team: [{ providerIds: [helper], count: 1 }],
    });
  });

  afterEach(() => clearTime(service));

  afterAll(() => service.stop());

  const held = async (): Promise<Held> => {
    const what = { providerId: ana, locationId: north, timeFrom: '09:00' };
    const entry = (await anEntryOf(service, cut, what)) as Offered;
    const hold = { serviceId: cut, providerId: ana, locationId: north, date: MONDAY, start: '12:00' };
    return { entry, holdId: (await service.admin.post('/holds', hold)).body.data.id as string };
  };
  const TAKERS: Readonly<Record<string, (held: Held) => Promise<Answer>>> = {
    'the offer by the API': ({ entry }) => ACCEPT['the API'](service, entry),
    'the offer by the link': ({ entry }) => ACCEPT['the link'](service, entry),
    'a hold': ({ holdId }) =>
      service.admin.post('/appointments', aBooking(ana, cut, { holdId, start: '12:00' })),
  };
  const takenBy = (taker: string, { entry, holdId }: Held) =>
    taker === 'a hold' ? holdId : entry.offer?.holdId;
  const dayOff = (path: string) =>
    service.admin.put(`${path}/special-hours/${MONDAY}`, { hours: [], appointments: 'cancel' });
  const ABSENCES: Readonly<Record<string, () => Promise<Answer>>> = {
    'time off of the provider': () => service.admin.post(`/providers/${ana}/time-off`, DAY),
    'time off of the room': () => service.admin.post(`/resources/${room}/time-off`, DAY),
    'a closure of the business': () => service.admin.post('/closures', DAY),
    'a closure of the place': () => service.admin.post('/closures', { ...DAY, locationId: north }),
    'a day off of the provider': () => dayOff(`/providers/${ana}`),
    'a day off of the business': () => dayOff(''),
  };
  const CASES = Object.keys(ABSENCES).flatMap((absence) =>
    Object.keys(TAKERS).map((taker) => [absence, taker] as const),
  );
  const start = (name: string, of: Readonly<Record<string, (held: Held) => Promise<Answer>>>, what: Held) => {
    const act = of[name];
    if (act === undefined) throw new Error(`there is no ${name}`);
    return act(what);
  };

  /** Waits until so many requests wait for a lock. */
  const waiting = async (count: number) => {
    const statement = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await service.query(statement)).length < count);
  };
  /** Lets the first request come before the second one, which waits behind it or behind the row of the hold that is taken. */
  const inOrder = async (
    holdId: string | undefined,
    first: () => Promise<Answer>,
    second: () => Promise<Answer>,
  ) => {
    const blocker = await OpenWrite.begin(service);
    await blocker.run(`select from holds where token = '${holdId}' for update`);
    const one = first();
    await waiting(1);
    const two = second();
    await waiting(2);
    await blocker.end('commit');
    return Promise.all([one, two]);
  };
  /** Nothing live is left in the time that the absence takes, and what was booked is listed there. */
  const expectConsistent = async (absence: Answer, booked: boolean) => {
    expect(await service.query('select from holds')).toEqual([]);
    expect(await service.query(`select from appointments where status <> 'cancelled'`)).toEqual([]);
    expect(absence.body.meta.affected).toHaveLength(booked ? 1 : 0);
    expect(absence.body.meta.affectedHolds).toHaveLength(booked ? 1 : 2);
  };

  it.each(CASES)('(%s) leaves nothing of %s to the one who comes second', async (absence, taker) => {
    const what = await held();
    const [done, late] = await inOrder(
      takenBy(taker, what),
      () => start(absence, ABSENCES, what),
      () => start(taker, TAKERS, what),
    );
    expect([done.status < 300, late.status, late.body.error.details.reason]).toEqual([
      true,
      422,
      'hold_expired',
    ]);
    await expectConsistent(done, false);
  });

  it.each(CASES)('(%s) cancels what the one who comes first has made of %s', async (absence, taker) => {
    const what = await held();
    const [taken, done] = await inOrder(
      takenBy(taker, what),
      () => start(taker, TAKERS, what),
      () => start(absence, ABSENCES, what),
    );
    expect([taken.status < 300, done.status < 300]).toEqual([true, true]);
    await expectConsistent(done, true);
  });

  it.each(Object.keys(ABSENCES))(
    '(%s) and holds that are placed at once leave no hold in its time',
    async (absence) => {
      const place = (hour: number) =>
        service.admin.post('/holds', {
          ...{ serviceId: cut, providerId: ana, locationId: north, date: MONDAY },
          start: `${String(9 + hour).padStart(2, '0')}:00`,
        });
      const placing = [0, 1, 2, 3].map(place);
      const done = start(absence, ABSENCES, {} as Held);
      const answers = await Promise.all([...placing, ...[4, 5, 6, 7].map(place)]);
      const { body } = await done;
      const placed = answers
        .filter(({ status }) => status === 201)
        .map((each) => each.body.data.id as string);
      const ended = (body.meta.affectedHolds as { holdId: string }[]).map(({ holdId }) => holdId);
      expect(ended.toSorted()).toEqual(placed.toSorted());
      expect(await service.query('select from holds')).toEqual([]);
    },
  );

  it.each(Object.keys(ABSENCES))(
    '(%s) waits for a hold before it locks appointments and resources, as those do who take what is held',
    async (absence) => {
      const what = await held();
      const booking = aBooking(ana, cut, { start: '10:00', locationId: north });
      expect((await service.admin.post('/appointments', booking)).status).toBe(201);
      const blocker = await OpenWrite.begin(service);
      await blocker.run('select from holds for update');
      const done = start(absence, ABSENCES, what);
      await waiting(1);
      const free = async (table: string) =>
        (await service.query(`select from ${table} for update skip locked`)).length;
      const left = [await free('appointments'), await free('resources')];
      await blocker.end('commit');
      expect(left).toEqual([1, 1]);
      expect((await done).body.meta.affectedHolds).toHaveLength(2);
    },
  );
});
