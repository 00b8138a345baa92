import { request as send } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { SnapshotQueries } from '../../../src/booking/diary/snapshot/snapshot.queries';
import { SlotSearch } from '../../../src/booking/availability/search/slot-search';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('A request', () => {
  let service: TestService;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    await service.admin.put('/business-hours', {
      workStart: '00:00',
      workEnd: '24:00',
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    });
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  /** Adds providers who work the business's hours, faster than the API does. */
  const addProviders = (count: number) =>
    service.query(
      `with added as (
         insert into users (name, email, roles, created_at, updated_at)
         select 'Provider', gen_random_uuid() || '@example.com', '{provider}', now(), now()
         from generate_series(1, $1) returning id)
       insert into providers (id, slug) select id, 'many-' || id from added`,
      [count],
    );

  const snapshots = () => jest.spyOn(service.app.get(SnapshotQueries), 'snapshot');

  describe('for a calendar', () => {
    const calendar = (serviceId: number, query: string) =>
      service.admin.get(`/availability/calendar?providerId=${providerId}&serviceId=${serviceId}&${query}`);
    let everyMinute: number;

    beforeAll(async () => {
      everyMinute = await aService(service.admin, { durationMin: 10, slotIntervalMin: 1 });
    });

    it.each([
      ['to', 'from=2026-11-23&to=2027-02-22'],
      ['month', 'month=2026-12'],
    ])('is refused with a fault of %s when it would list more than 5,000 slots', async (field, query) => {
      const { status, body } = await calendar(everyMinute, query);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { [field]: 'covers too many slots: ask for fewer dates' },
      });
    });

    it('succeeds for a few dates of the same service', async () => {
      const { status, body } = await calendar(everyMinute, 'from=2026-11-23&to=2026-11-25');
      expect(status).toBe(200);
      expect(body.data.days.map(({ slots }: { slots: unknown[] }) => slots.length)).toEqual([
        1440, 1440, 1440,
      ]);
    });

    it('succeeds as a summary of a whole quarter, which lists no slots', async () => {
      const path = `/availability/summary?providerId=${providerId}&serviceId=${everyMinute}`;
      const { status, body } = await service.admin.get(`${path}&from=2026-11-23&to=2027-02-22`);
      expect(status).toBe(200);
      expect(body.data).toHaveLength(92);
    });
  });

  it('for a summary of several providers is refused when it has to examine too many slots', async () => {
    const everyMinute = await aService(service.admin, { durationMin: 10, slotIntervalMin: 1 });
    for (let count = 0; count < 4; count++) await aProvider(service.admin);
    const path = `/availability/summary?anyProvider=true&serviceId=${everyMinute}`;
    const { status, body } = await service.admin.get(`${path}&from=2026-11-23&to=2027-02-22`);
    expect([status, body.error?.details]).toEqual([
      422,
      { to: 'covers too many slots: ask for fewer dates' },
    ]);
  });

  it('for the slots of a date is refused when it has to examine too many providers', async () => {
    const everyMinute = await aService(service.admin, { durationMin: 10, slotIntervalMin: 1 });
    await addProviders(350);
    const path = `/availability/slots?anyProvider=true&serviceId=${everyMinute}&date=${MONDAY}`;
    const { status, body } = await service.admin.get(path);
    expect([status, body.error?.details]).toEqual([
      422,
      { anyProvider: 'covers too many slots: ask for one provider' },
    ]);
    await service.query(`delete from providers where slug like 'many-%'`);
  });

  describe('that searches for slots', () => {
    /** The longest duration and horizon, so that a search examines as many starts as possible. */
    const farAhead = { durationMin: 1_440, slotIntervalMin: 1, maxAdvanceDays: 3_650 };
    let serviceId: number;

    beforeEach(async () => {
      serviceId = await aService(service.admin, { ...farAhead, providerIds: [providerId] });
      await service.admin.patch(`/providers/${providerId}`, {
        schedule: [{ day: 'monday', start: '00:00', end: '23:00' }],
      });
    });

    afterEach(() => service.query('delete from closures'));

    it('searches up to the horizon of ten years when no start fits', async () => {
      const calls = snapshots();
      const path = `/availability/next-available?serviceId=${serviceId}`;
      expect((await service.admin.get(path)).body).toEqual({ data: null });
      expect(calls).toHaveBeenCalledTimes(62);
    });

    it('stops at its limit of work, and answers with searchedUntil', async () => {
      await addProviders(60);
      await service.query(
        `insert into closures (start_at, end_at, created_at) values ('2026-11-01Z', '2040-01-01Z', now())`,
      );
      const anyone = await aService(service.admin, farAhead);
      const { body } = await service.admin.get(`/availability/next-available?serviceId=${anyone}`);
      expect(body.data).toBeNull();
      expect(Date.parse(body.meta.searchedUntil as string)).toBeGreaterThan(Date.parse('2030-01-01'));
      expect(Date.parse(body.meta.searchedUntil as string)).toBeLessThan(Date.parse('2036-11-20'));
    });

    it('stops after three seconds, also for a check and a refused booking, and answers with searchedUntil', async () => {
      let shown = 0;
      jest.spyOn(service.clock, 'monotonic').mockImplementation(() => (shown += 3_000));
      const calls = snapshots();
      const { body } = await service.admin.get(`/availability/next-available?serviceId=${serviceId}`);
      expect(body).toEqual({ data: null, meta: { searchedUntil: '2026-12-04T08:00:00Z' } });
      expect(calls).toHaveBeenCalledTimes(1);
      const request = { providerId, serviceId, date: MONDAY, start: '10:00' };
      const checked = await service.admin.post('/availability/check', request);
      expect(checked.body).toMatchObject({
        data: { available: false, alternatives: [] },
        meta: { searchedUntil: '2026-12-06T10:00:00Z' },
      });
      const booking = aBooking(providerId, serviceId, { date: MONDAY, start: '10:00' });
      const refused = await service.admin.post('/appointments', booking);
      expect(refused.body.error.details).toEqual({
        reason: 'outside_working_hours',
        alternatives: [],
        searchedUntil: '2026-12-06T10:00:00Z',
      });
    });

    it.each([
      ['the next slot', 'GET', 'availability/next-available'],
      ['a check', 'POST', 'availability/check'],
      ['a refused booking', 'POST', 'appointments'],
    ])('ends its search when the client closes the connection, here for %s', async (_what, method, path) => {
      const closed = new Promise<void>((resolve) => {
        service.app.getHttpServer().once('connection', (socket: Socket) => socket.once('close', resolve));
      });
      const { key } = await service.keyOf(1);
      const url = `${service.url}/api/v1/${path}?serviceId=${serviceId}`;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const request = send(url, { method, agent: false, headers });
      request.on('error', () => undefined);
      const body = JSON.stringify(aBooking(providerId, serviceId, { date: MONDAY, start: '10:00' }));
      request.end(method === 'POST' ? body : '');
      const queries = service.app.get(SnapshotQueries);
      const read = queries.snapshot.bind(queries);
      const find = jest.spyOn(service.app.get(SlotSearch), 'find');
      snapshots().mockImplementation(async (...values) => {
        request.destroy();
        await closed;
        return read(...values);
      });
      while (find.mock.results.length === 0) await setImmediate();
      // A search that reaches the horizon has no such member.
      expect(await find.mock.results[0]?.value).toHaveProperty('searchedUntil');
    });
  });
});
