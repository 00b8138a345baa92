import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

interface Affected {
  readonly appointmentId: number;
  readonly outcome: string;
}

const TUESDAY = '2026-11-24';

/** Special hours that say what becomes of the appointments outside of them. */
describe('Special hours that close', () => {
  let service: TestService;
  let [ana, ben, cut, north, south] = [0, 0, 0, 0, 0];

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    [ana, ben, cut] = [await aProvider(admin), await aProvider(admin), await aService(admin)];
    north = (await admin.post('/locations', { name: 'North' })).body.data.id as number;
    south = (await admin.post('/locations', { name: 'South' })).body.data.id as number;
  });

  afterEach(async () => {
    for (const table of ['notifications', 'appointments', 'special_hours'])
      await service.query(`delete from ${table}`);
    await service.admin.patch(`/providers/${ana}`, { timezone: null });
  });

  afterAll(() => service.stop());

  const at = async (start: string, members: object = {}, providerId = ana) =>
    (await anAppointment(service.admin, providerId, cut, { start, ignoreSchedule: true, ...members })).id;
  const put = (path: string, hours: readonly object[], members: object = { appointments: 'cancel' }) =>
    service.admin.put(`${path}/special-hours/${MONDAY}`, { hours, ...members });
  const ofAna = (hours: readonly object[], members?: object) => put(`/providers/${ana}`, hours, members);
  const idsIn = (meta: unknown) =>
    (meta as { affected: Affected[] }).affected.map(({ appointmentId }) => appointmentId);
  const MORNING = { start: '09:00', end: '12:00' };

  it('are answered as ever where they say nothing of appointments, which stay', async () => {
    const id = await at('14:00');
    const { status, body } = await ofAna([MORNING], {});
    expect([status, body.meta]).toEqual([200, undefined]);
    expect((await service.admin.get(`/appointments/${id}`)).body.data.status).toBe('confirmed');
  });

  it('cancel what does not lie wholly in them on their date, with the note as its reason', async () => {
    const ids = [await at('08:45'), await at('11:45'), await at('14:00'), await at('23:45')];
    const kept = [
      await at('09:15'),
      await at('11:15'),
      await at('14:00', { date: TUESDAY }),
      await at('14:00', {}, ben),
    ];
    await service.query('delete from notifications');
    const members = { appointments: 'cancel', message: 'We close early.', note: 'Stocktaking' };
    const { body } = await ofAna([MORNING], members);
    expect(body.data).toEqual({ date: MONDAY, hours: [MORNING], note: 'Stocktaking' });
    expect(idsIn(body.meta)).toEqual(ids);
    for (const id of ids)
      expect((await service.admin.get(`/appointments/${id}`)).body.data).toMatchObject({
        ...{ status: 'cancelled', cancelReason: 'Stocktaking' },
      });
    for (const id of kept)
      expect((await service.admin.get(`/appointments/${id}`)).body.data.status).toBe('confirmed');
    expect(await service.query(`select distinct snapshot ->> 'note' as note from notifications`)).toEqual([
      { note: 'We close early.' },
    ]);
  });

  it('tell in a dry run what they would do, and write nothing', async () => {
    const id = await at('14:00');
    const told = await ofAna([MORNING], { appointments: 'cancel', dryRun: true });
    expect(told.status).toBe(200);
    expect(idsIn(told.body.meta)).toEqual([id]);
    expect((await service.admin.get(`/providers/${ana}/special-hours`)).body.data).toEqual([]);
    const done = await ofAna([MORNING]);
    expect([done.body.data, done.body.meta]).toEqual([told.body.data, told.body.meta]);
  });

  it('close at other places what names one place only', async () => {
    const elsewhere = await at('09:00', { locationId: south });
    await at('10:00', { locationId: north });
    await at('11:00');
    const evening = await at('17:00', { locationId: north });
    const { body } = await ofAna([{ ...MORNING, locationId: north }]);
    expect(idsIn(body.meta)).toEqual([elsewhere, evening]);
  });

  it('count on the clock on which the appointment was booked', async () => {
    await service.admin.patch(`/providers/${ana}`, { timezone: 'Asia/Tokyo' });
    const late = await at('12:00');
    await at('11:30');
    const { body } = await ofAna([MORNING]);
    expect(idsIn(body.meta)).toEqual([late]);
    const next = await at('12:00', {}, ben);
    expect(idsIn((await put('', [MORNING])).body.meta)).toEqual([next]);
  });

  it('close the business but for providers who have their own on the date, and the place alone', async () => {
    const [mine, here] = [await at('14:00', {}, ben), await at('15:00', { locationId: north }, ben)];
    await at('14:00');
    await ofAna([{ start: '09:00', end: '20:00' }], {});
    const place = await put('', [MORNING], { locationId: north, appointments: 'keep' });
    expect(idsIn(place.body.meta)).toEqual([here]);
    expect(idsIn((await put('', [MORNING])).body.meta)).toEqual([mine, here]);
  });

  it('cancel on each of many dates what is outside of its hours, and nothing where they end', async () => {
    const ids = [await at('14:00'), await at('09:00', { date: TUESDAY })];
    await at('09:00');
    await at('09:00', { date: '2026-11-25' });
    const days = [
      { date: MONDAY, hours: [MORNING] },
      { date: TUESDAY, hours: [] },
      { date: '2026-11-25', hours: null },
    ];
    const path = `/providers/${ana}/special-hours`;
    const told = await service.admin.put(path, { days, appointments: 'cancel', dryRun: true });
    expect(idsIn(told.body.meta)).toEqual(ids);
    const { body } = await service.admin.put(path, { days, appointments: 'cancel' });
    expect(body).toEqual(told.body);
    const nothing = { days: days.slice(2), appointments: 'cancel' };
    expect((await service.admin.put(path, nothing)).body.meta).toEqual({ affected: [], affectedHolds: [] });
  });

  it('are refused with members that do not go together, and of an unknown provider', async () => {
    const refused = await ofAna([], { appointments: 'reassign' });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      { appointments: 'must be one of keep, cancel' },
    ]);
    const mute = await ofAna([], { message: 'Sorry' });
    expect(mute.body.error.details).toEqual({ message: 'goes only with appointments cancel or reassign' });
    expect((await put('/providers/99999', [])).status).toBe(404);
  });
});
