import { setImmediate } from 'node:timers/promises';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { eventsOf } from '../../support/events';
import { OpenWrite } from '../../support/open-write';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { restrictedKey } from '../../support/two-salons';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('POST /appointments/complete', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    await service.query('truncate appointments cascade');
    service.clock.set(START);
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  /** Of half an hour. */
  const at = async (start: string, members: object = {}) =>
    (await anAppointment(service.admin, providerId, serviceId, { start, ...members })).id;
  const complete = (body: object, client = service.admin) => client.post('/appointments/complete', body);
  const statuses = async () =>
    (await service.query<{ status: string }>('select status from appointments order by id')).map(
      ({ status }) => status,
    );

  it('completes what is confirmed and has ended, with an event for each, and leaves the rest as it is', async () => {
    const ended = [await at('09:00'), await at('10:00')];
    await at('11:00', { status: 'pending', expiresInMin: null });
    const cancelled = await at('12:00');
    await service.admin.patch(`/appointments/${cancelled}/status`, { status: 'cancelled' });
    await at('14:00');
    service.clock.set(`${MONDAY}T14:15:00+01:00`);
    const events = await eventsOf(service, async () => {
      const { status, body } = await complete({ until: MONDAY });
      expect([status, body.data]).toEqual([200, { ids: ended }]);
    });
    expect(await statuses()).toEqual(['completed', 'completed', 'pending', 'cancelled', 'confirmed']);
    expect(events.map(({ type, resourceId }) => [type, resourceId])).toEqual(
      ended.map((id) => ['appointment.completed', id]),
    );
    expect((await complete({ until: MONDAY })).body.data).toEqual({ ids: [] });
  });

  it.each([
    ['an instant, and what ends at it', `${MONDAY}T09:30:00+01:00`, 1],
    ['the instant before', `${MONDAY}T09:29:59+01:00`, 0],
    ['the date of the business', MONDAY, 2],
    ['the date before', '2026-11-22', 0],
    ['a time ahead, which counts as now', '2027-11-22', 2],
  ])('counts up to %s', async (_, until, count) => {
    await at('09:00');
    await at('10:00');
    await at('15:00');
    service.clock.set(`${MONDAY}T15:29:59+01:00`);
    expect((await complete({ until })).body.data.ids).toHaveLength(count);
  });

  it('ends a date at midnight of the business', async () => {
    const next = '2026-11-24';
    await at('00:00', { date: next, ignoreSchedule: true });
    service.clock.set(`${next}T09:00:00+01:00`);
    expect((await complete({ until: MONDAY })).body.data.ids).toEqual([]);
    expect((await complete({ until: next })).body.data.ids).toHaveLength(1);
  });

  it('tells what it would complete as a dry run, and completes it at one place', async () => {
    const place = (await service.admin.post('/locations', { name: 'Annex' })).body.data.id as number;
    await at('09:00');
    const there = await at('10:00', { locationId: place });
    service.clock.set(`${MONDAY}T20:00:00+01:00`);
    const body = { until: MONDAY, locationId: place };
    expect((await complete({ ...body, dryRun: true })).body.data).toEqual({ ids: [there] });
    expect(await statuses()).toEqual(['confirmed', 'confirmed']);
    expect((await complete(body)).body.data).toEqual({ ids: [there] });
    expect(await statuses()).toEqual(['confirmed', 'completed']);
  });

  it('completes with a narrowed key what its providers give', async () => {
    const own = await at('09:00');
    const others = await aProvider(service.admin);
    await anAppointment(service.admin, others, serviceId, { start: '09:00' });
    service.clock.set(`${MONDAY}T20:00:00+01:00`);
    const key = await restrictedKey(service, { providers: [providerId] });
    expect((await complete({ until: MONDAY }, key)).body.data).toEqual({ ids: [own] });
    expect(await statuses()).toEqual(['completed', 'confirmed']);
  });

  it('completes 500, and of 501 none', async () => {
    await at('09:00');
    await service.query(
      `insert into appointments select (jsonb_populate_record(a, jsonb_build_object('id', a.id + n))).*
       from appointments a, generate_series(1, 500) n`,
    );
    service.clock.set(`${MONDAY}T20:00:00+01:00`);
    const { status, body } = await complete({ until: MONDAY });
    expect([status, body.error.details]).toEqual([422, { reason: 'too_many_appointments' }]);
    expect(new Set(await statuses())).toEqual(new Set(['confirmed']));
    await service.query('delete from appointments where id = (select max(id) from appointments)');
    expect((await complete({ until: MONDAY })).body.data.ids).toHaveLength(500);
    expect(new Set(await statuses())).toEqual(new Set(['completed']));
  });

  it('lets two of them at once complete each appointment once', async () => {
    const ids = [await at('09:00'), await at('10:00'), await at('11:00')];
    service.clock.set(`${MONDAY}T20:00:00+01:00`);
    const rival = await OpenWrite.begin(service);
    await rival.run('lock table appointments in share mode');
    const completed = Promise.all([complete({ until: MONDAY }), complete({ until: MONDAY })]);
    while ((await service.query(WAITING)).length < 2) await setImmediate();
    await rival.end('rollback');
    const answers = await completed;
    expect(answers.flatMap(({ body }) => body.data.ids as number[]).sort()).toEqual(ids);
  });
});
