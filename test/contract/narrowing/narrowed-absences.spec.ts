import type { ApiClient } from '../../support/api-client';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { OpenWrite } from '../../support/open-write';
import { startTestService, type TestService } from '../../support/test-service';
import { restrictedKey } from '../../support/two-salons';

interface Affected {
  readonly appointmentId: number;
  readonly outcome: string;
}

/** A provider who works at two places is away, or gives up appointments: what a key of the one place is told, and does. */
describe('An absence that a key of one place writes', () => {
  let service: TestService;
  let [here, elsewhere] = [0, 0];
  let [cut, lesson] = [0, 0];
  /** The provider of both places, and another one. */
  let [walker, other] = [0, 0];
  /** Keys that are narrowed to the place, and to its providers there. */
  let place: ApiClient;
  let stylist: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    here = (await admin.post('/locations', { name: 'Here' })).body.data.id as number;
    elsewhere = (await admin.post('/locations', { name: 'Elsewhere' })).body.data.id as number;
    walker = await aProvider(admin);
    other = await aProvider(admin);
    cut = await aService(admin, { name: 'Cut' });
    lesson = await aService(admin, { name: 'Lesson', capacity: 4 });
    place = await restrictedKey(service, { locations: [here] });
    stylist = await restrictedKey(service, { providers: [walker, other], locations: [here] });
  });

  beforeEach(async () => {
    for (const table of ['notifications', 'appointments', 'visits', 'series', 'time_off'])
      await service.query(`delete from ${table}`);
  });

  afterAll(() => service.stop());

  const book = async (start: string, locationId: number | null, serviceId = cut, members: object = {}) =>
    (await anAppointment(service.admin, walker, serviceId, { start, locationId, ...members })).id;

  async function aVisit(start: string): Promise<readonly [number, number]> {
    const items = [
      { serviceId: cut, providerId: walker },
      { serviceId: cut, providerId: walker },
    ];
    const body = { name: 'Vi Sit', email: 'vi@sit.example', items, date: MONDAY, start, locationId: here };
    const { data } = (await service.admin.post('/visits', body)).body;
    const [first, second] = data.appointments as { id: number }[];
    return [first?.id ?? 0, second?.id ?? 0];
  }

  /** Puts an appointment at the other place. */
  const moveAway = (id: number) =>
    service.query('update appointments set location_id = $2 where id = $1', [id, elsewhere]);

  const statusOf = async (id: number) => (await service.admin.get(`/appointments/${id}`)).body.data.status;

  const day = { start: MONDAY, end: '2026-11-24' };
  const timeOff = (members: object) => ({
    path: `/providers/${walker}/time-off`,
    body: { ...day, ...members },
  });
  const reassign = (members: object = {}) => ({
    path: '/appointments/reassign',
    body: { from: MONDAY, to: MONDAY, providerId: walker, ...members },
  });

  const ways = [
    ['reassign', 'place', () => reassign()],
    ['reassign with otherwise cancel', 'stylist', () => reassign({ otherwise: 'cancel' })],
    ['time off', 'stylist', () => timeOff({})],
    ['time off with keep', 'stylist', () => timeOff({ appointments: 'keep' })],
    ['time off with cancel', 'stylist', () => timeOff({ appointments: 'cancel' })],
    ['time off with reassign', 'stylist', () => timeOff({ appointments: 'reassign' })],
  ] as const;

  it.each(ways)(
    '(%s, by the %s) is answered as if nothing was booked elsewhere',
    async (_name, key, requestOf) => {
      const client = { place, stylist }[key];
      await book('09:00', here);
      await book('10:00', here, lesson);
      await aVisit('11:00');
      await book('13:00', elsewhere);
      await book('14:00', null);
      const away = await aVisit('15:00');
      for (const id of away) await moveAway(id);
      const { path, body } = requestOf();
      const ask = async () => {
        const { status, body: answer } = await client.post(path, { ...body, dryRun: true });
        expect(status).toBe(200);
        return answer as { data: unknown; meta?: { total?: number } };
      };
      const told = await ask();
      await service.query('delete from appointments where location_id is distinct from $1', [here]);
      expect(told).toEqual(await ask());
      expect(JSON.stringify(told)).toContain('"providerId"');
    },
  );

  it.each(ways)(
    '(%s, by the %s) waits for no writer elsewhere, and leaves what is there',
    async (_name, key, requestOf) => {
      const own = await book('09:00', here);
      const ids = [await book('13:00', elsewhere), await book('14:00', null)];
      const writer = await OpenWrite.begin(service);
      await writer.run(`select from appointments where id in (${ids.join()}) for update`);
      const { path, body } = requestOf();
      const { status } = await { place, stylist }[key].post(path, body);
      await writer.end('rollback');
      expect(status).toBeLessThan(300);
      for (const id of ids)
        expect((await service.admin.get(`/appointments/${id}`)).body.data).toMatchObject({
          ...{ status: 'confirmed', providerId: walker },
        });
      expect((await place.get(`/appointments/${own}`)).status).toBe(200);
    },
  );

  it('is not refused because too many are booked elsewhere', async () => {
    const own = await book('09:00', here);
    const id = await book('10:00', elsewhere);
    await service.query(
      `insert into appointments select (jsonb_populate_record(a, jsonb_build_object('id', 100000 + n))).*
       from appointments a, generate_series(1, 600) n where a.id = $1`,
      [id],
    );
    for (const [client, { path, body }] of [
      [place, reassign({ dryRun: true })],
      [stylist, timeOff({ appointments: 'cancel', dryRun: true })],
    ] as const) {
      const { status, body: answer } = await client.post(path, body);
      const affected = (answer.meta?.affected ?? answer.data) as Affected[];
      expect([status, affected.map(({ appointmentId }) => appointmentId)]).toEqual([200, [own]]);
    }
    expect((await service.admin.post(reassign().path, reassign({ dryRun: true }).body)).status).toBe(422);
  });

  it('changes no session and no visit of which a part is elsewhere', async () => {
    const seat = await book('09:00', here, lesson);
    await moveAway(await book('09:00', here, lesson));
    const [part, away] = await aVisit('11:00');
    await moveAway(away);
    const [first, second] = await aVisit('13:00');
    const { data } = (await place.post(reassign().path, reassign({ otherwise: 'cancel' }).body)).body;
    expect((data as Affected[]).map(({ appointmentId, outcome }) => [appointmentId, outcome])).toEqual([
      [seat, 'kept'],
      [part, 'kept'],
      [first, 'reassigned'],
      [second, 'reassigned'],
    ]);
  });

  it('cancels what is at its place, and nothing else', async () => {
    const own = await book('09:00', here);
    const foreign = await book('13:00', elsewhere);
    const { path, body } = timeOff({ appointments: 'cancel' });
    const { meta } = (await stylist.post(path, body)).body;
    expect(meta).toMatchObject({ affected: [{ appointmentId: own, outcome: 'cancelled' }], total: 0 });
    expect([await statusOf(own), await statusOf(foreign)]).toEqual(['cancelled', 'confirmed']);
  });
});
