import { Client } from 'pg';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import type { Answer } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';

/** Several may take what a write books or gives away, and another transaction holds the rows of those who do not. */
describe('A write that may choose among several', () => {
  let service: TestService;
  let rival: Client;
  let [ana, ben, cleo, cut] = [0, 0, 0, 0];

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    // By the lowest id, Ana takes what is booked, and Ben what Ana cannot keep.
    [ana, ben, cleo] = [await aProvider(admin), await aProvider(admin), await aProvider(admin)];
    for (const name of ['Room', 'Other room']) await admin.post('/resources', { name, kind: 'room' });
    cut = await aService(admin, {
      providerIds: [ana, ben, cleo],
      resources: [{ kind: 'room', quantity: 1 }],
      team: [{ providerIds: [ben, cleo], count: 1 }],
    });
  });

  beforeEach(async () => {
    for (const table of ['appointments', 'series', 'visits', 'holds', 'time_off', 'notifications'])
      await service.query(`delete from ${table}`);
    rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
  });

  afterEach(() => rival.end());

  afterAll(() => service.stop());

  const anyone = (members: object = {}) =>
    aBooking(0, cut, { providerId: undefined, anyProvider: true, ...members });
  const visit = (members: object = {}) =>
    aBooking(0, cut, {
      ...{ providerId: undefined, serviceId: undefined, items: [{ serviceId: cut }] },
      ...members,
    });
  const away = (members: object = {}) => ({
    ...{ start: MONDAY, end: MONDAY, appointments: 'reassign' },
    ...members,
  });

  const WRITES: Readonly<Record<string, () => Promise<Answer>>> = {
    'POST /appointments': () => service.admin.post('/appointments', anyone()),
    'POST /holds': () => service.admin.post('/holds', { ...anyone(), name: undefined, email: undefined }),
    'POST /series': () => service.admin.post('/series', anyone({ rrule: 'FREQ=DAILY;COUNT=3' })),
    'POST /visits': () => service.admin.post('/visits', visit()),
    'PATCH /visits/{id}': () =>
      service.admin.patch(`/visits/${booked.id}`, {
        items: [{ serviceId: cut, providerId: booked.providerId }, { serviceId: cut }],
      }),
  };
  /** What PATCH of a visit changes: it has a further item then, which anyone may give. */
  let booked = { id: 0, providerId: 0 };
  const prepare = async (name: string, providerId: number) => {
    if (name !== 'PATCH /visits/{id}') return;
    const { body } = await service.admin.post('/visits', visit({ items: [{ serviceId: cut, providerId }] }));
    booked = { id: body.data.id, providerId };
  };
  const GIFTS: Readonly<Record<string, () => Promise<Answer>>> = {
    'POST /appointments/reassign': () =>
      service.admin.post('/appointments/reassign', { providerId: ana, from: MONDAY, to: MONDAY }),
    'POST /providers/{id}/time-off': () => service.admin.post(`/providers/${ana}/time-off`, away()),
  };

  /** The rival holds some rows of a table until it ends. */
  const holding = async (table: string, ids: readonly number[]) => {
    await rival.query('begin');
    await rival.query(`select from ${table} where id = any ($1) for no key update`, [ids]);
  };
  let onSeat = 0;
  const threeSeats = async () => {
    const ids: number[] = [];
    const kind = `seat-${onSeat}`;
    for (const name of ['A', 'B', 'C'])
      ids.push((await service.admin.post('/resources', { name, kind })).body.data.id);
    const needs = { providerIds: [ana], resources: [{ kind, quantity: 1 }] };
    onSeat = await aService(service.admin, needs);
    return ids as [number, number, number];
  };
  const resourcesTaken = () =>
    service.query('select resource_id as id from claims where resource_id is not null');
  const leaders = () => service.query('select provider_id as id from appointments');
  const roomsFrom = async (first: number) =>
    (await service.query<{ id: number }>('select id from resources order by id offset $1', [first])).map(
      ({ id }) => id,
    );

  it.each(Object.entries(WRITES))('waits for nothing that it does not take: %s', async (name, send) => {
    await prepare(name, ana);
    await holding('providers', [cleo]);
    await rival.query('select from resources where id = any ($1) for no key update', [await roomsFrom(1)]);
    expect((await send()).body.error).toBeUndefined();
  });

  it.each(Object.entries(GIFTS))('waits for no one to whom it gives nothing: %s', async (_name, send) => {
    const dora = await aProvider(service.admin);
    const shave = await aService(service.admin, { providerIds: [ana, ben, dora] });
    await anAppointment(service.admin, ana, shave);
    await holding('providers', [cleo, dora]);
    expect((await send()).body.error).toBeUndefined();
    expect(await leaders()).toEqual([{ id: ben }]);
  });

  it.each(Object.entries(WRITES))('waits for nothing when it is refused: %s', async (name, send) => {
    await prepare(name, ana);
    for (const providerId of [ana, ben, cleo])
      await service.admin.post(`/providers/${providerId}/time-off`, { start: MONDAY, end: '2026-11-26' });
    // Who gives a visit is locked for a change of it in any case.
    const isThere = name.startsWith('PATCH');
    await holding('providers', isThere ? [ben, cleo] : [ana, ben, cleo]);
    await rival.query('select from resources for no key update');
    expect((await send()).status).toBe(422);
  });

  it('waits for no resource that it does not take: POST /resources/{id}/time-off', async () => {
    const [first, second, third] = await threeSeats();
    await anAppointment(service.admin, ana, onSeat);
    await holding('resources', [third]);
    const answer = await service.admin.post(`/resources/${first}/time-off`, away());
    expect(answer.body.error).toBeUndefined();
    expect(await resourcesTaken()).toEqual([{ id: second }]);
  });

  it.each(['keep', 'cancel'])(
    'waits for no resource but the one that is away, with appointments that it is to %s',
    async (appointments) => {
      const [first, second, third] = await threeSeats();
      await anAppointment(service.admin, ana, onSeat);
      await holding('resources', [second, third]);
      const answer = await service.admin.post(`/resources/${first}/time-off`, away({ appointments }));
      expect(answer.body.error).toBeUndefined();
    },
  );

  it('plans anew when the resource that it takes goes away: POST /resources/{id}/time-off', async () => {
    const [first, second, third] = await threeSeats();
    await anAppointment(service.admin, ana, onSeat);
    const answer = await whileGoesAway({ table: 'resources', column: 'resource_id', id: second }, () =>
      service.admin.post(`/resources/${first}/time-off`, away()),
    );
    expect(answer.body.error).toBeUndefined();
    expect(await resourcesTaken()).toEqual([{ id: third }]);
  });

  it.each(Object.entries(GIFTS))('waits for no one when no one can take it: %s', async (_name, send) => {
    await anAppointment(service.admin, ana, cut);
    for (const providerId of [ben, cleo])
      await service.admin.post(`/providers/${providerId}/time-off`, { start: MONDAY, end: MONDAY });
    await holding('providers', [ben, cleo]);
    expect((await send()).body.error).toBeUndefined();
    expect(await leaders()).toEqual([{ id: ana }]);
  });

  const provider = (id: number) => ({ table: 'providers', column: 'provider_id', id }) as const;

  /** A provider or a resource goes away while a write waits for the row. */
  async function whileGoesAway(
    { table, column, id }: { readonly table: string; readonly column: string; readonly id: number },
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    await holding(table, [id]);
    const answer = send();
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await service.query(waiting)).length === 0);
    await rival.query(
      `insert into time_off (${column}, start_at, end_at, created_at) values ($1, $2, $3, now())`,
      [id, `${MONDAY}T00:00:00Z`, '2026-11-27T00:00:00Z'],
    );
    await rival.query('commit');
    return answer;
  }

  it('plans anew when none of those whom it has locked can take it: PATCH /visits/{id}', async () => {
    const own = await aService(service.admin, { providerIds: [cleo] });
    const added = await aService(service.admin, { providerIds: [ana, ben] });
    const first = { serviceId: own, providerId: cleo };
    const { body } = await service.admin.post('/visits', visit({ items: [first] }));
    const answer = await whileGoesAway(provider(ana), () =>
      service.admin.patch(`/visits/${body.data.id}`, { items: [first, { serviceId: added }] }),
    );
    expect(answer.body.error).toBeUndefined();
    expect(answer.body.data.appointments).toMatchObject([{ providerId: cleo }, { providerId: ben }]);
  });

  it.each(Object.entries({ ...WRITES, ...GIFTS }))(
    'judges again what it has planned, and takes another who is free: %s',
    async (name, send) => {
      // It is Ana, or Ben in Ana's place.
      const isGift = name in GIFTS;
      const free = await aService(service.admin, { providerIds: [ana, ben, cleo], durationMin: 45 });
      if (isGift) await anAppointment(service.admin, ana, free);
      const chosen = isGift ? ben : ana;
      await prepare(name, cleo);
      const answer = await whileGoesAway(provider(chosen), send);
      expect(answer.body.error).toBeUndefined();
      const taken = await service.query('select from claims where provider_id = $1', [chosen]);
      expect(taken).toEqual([]);
      const given = isGift ? await leaders() : [{ id: cleo }];
      expect(given).toEqual([{ id: cleo }]);
    },
  );
});
