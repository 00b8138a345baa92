import { Client } from 'pg';
import { aBooking, aProvider, aService, anAppointment, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { TAKE_TIME_OF_WRITTEN } from '../../src/booking/diary/claims/claims.statements';

describe('Time off:', () => {
  let service: TestService;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 60 });
  });

  afterAll(() => service.stop());

  const pathOf = (providerId: number) => `/providers/${providerId}/time-off`;
  const give = async (providerId: number, start: string, end: string, members: object = {}) =>
    service.admin.post(pathOf(providerId), { start, end, ...members });
  const slotsOf = async (providerId: number, date = MONDAY) => {
    const query = `providerId=${providerId}&serviceId=${serviceId}&date=${date}`;
    const { body } = await service.admin.get(`/availability/slots?${query}`);
    return (body.data as { time: string }[]).map(({ time }) => time);
  };

  /** Resolves once the request is answered, or waits for a lock in the database. */
  const settledOrWaiting = async (answer: Promise<unknown>) => {
    const request = { isSettled: false };
    void answer.finally(() => (request.isSettled = true));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while (!request.isSettled && (await service.query(waiting)).length === 0);
  };

  describe('POST /providers/{id}/time-off', () => {
    it('accepts two instants', async () => {
      const id = await aProvider(service.admin);
      const { status, body } = await give(id, '2026-11-23T10:00:00+01:00', '2026-11-23T12:00:00Z', {
        reason: ' Dentist ',
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.any(Number),
          start: '2026-11-23T09:00:00Z',
          end: '2026-11-23T12:00:00Z',
          reason: 'Dentist',
        },
        meta: { conflicts: [], total: 0 },
      });
    });

    it('accepts two dates, the last one included, as days in the time zone of the provider', async () => {
      const id = await aProvider(service.admin, { timezone: 'America/New_York' });
      const { body } = await give(id, '2026-11-23', '2026-11-24');
      expect(body.data).toMatchObject({
        start: '2026-11-23T00:00:00-05:00',
        end: '2026-11-25T00:00:00-05:00',
        reason: null,
      });
    });

    it('accepts the same date as start and end, also for a day of 23 hours', async () => {
      const id = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
      const { body } = await give(id, '2027-03-28', '2027-03-28');
      expect(body.data).toMatchObject({
        start: '2027-03-28T00:00:00+01:00',
        end: '2027-03-29T00:00:00+02:00',
      });
    });

    it('accepts a local time of the provider as start and a date as end', async () => {
      const id = await aProvider(service.admin, { timezone: 'Asia/Tokyo' });
      const { body } = await give(id, '2026-11-23T13:00', '2026-11-24');
      expect(body.data).toMatchObject({
        start: '2026-11-23T13:00:00+09:00',
        end: '2026-11-25T00:00:00+09:00',
      });
    });

    it('accepts its own answer as a body, and creates another time off', async () => {
      const id = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
      const { body } = await give(id, '2026-11-23', '2026-11-23');
      const again = await service.admin.post(pathOf(id), body.data);
      expect(again.body.data).toEqual({ ...body.data, id: again.body.data.id });
      expect(again.body.data.id).not.toBe(body.data.id);
    });

    it('removes exactly the slots that the time off overlaps, at once', async () => {
      const id = await aProvider(service.admin);
      await give(id, '2026-11-23T10:00:00Z', '2026-11-23T15:00:00Z');
      expect(await slotsOf(id)).toEqual(['09:00', '15:00', '16:00']);
      await give(id, MONDAY, MONDAY);
      expect(await slotsOf(id)).toEqual([]);
      expect(await slotsOf(id, '2026-11-24')).toHaveLength(8);
      expect(await slotsOf(await aProvider(service.admin))).toHaveLength(8);
    });

    it('makes the service refuse bookings during the time off', async () => {
      const id = await aProvider(service.admin);
      await give(id, MONDAY, MONDAY);
      const { status, body } = await service.admin.post('/appointments', aBooking(id, serviceId));
      expect(status).toBe(422);
      expect(body.error.details.reason).toBe('time_off');
    });

    it('lists the occupying appointments that the time off overlaps, in time order, and does not change them', async () => {
      const id = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
      const at = (start: string) => anAppointment(service.admin, id, serviceId, { start });
      const [late, early, before, after, cancelled] = [
        await at('14:00'),
        await at('11:00'),
        await at('10:00'),
        await at('15:00'),
        await at('12:00'),
      ];
      await anAppointment(service.admin, await aProvider(service.admin), serviceId, { start: '11:00' });
      await service.admin.patch(`/appointments/${cancelled.id}/status`, { status: 'cancelled' });
      const { body } = await give(id, '2026-11-23T11:00', '2026-11-23T15:00');
      expect(body.meta).toEqual({
        conflicts: [
          {
            id: early.id,
            providerId: id,
            start: '2026-11-23T11:00:00+01:00',
            end: '2026-11-23T12:00:00+01:00',
          },
          {
            id: late.id,
            providerId: id,
            start: '2026-11-23T14:00:00+01:00',
            end: '2026-11-23T15:00:00+01:00',
          },
        ],
        total: 2,
      });
      for (const { id: kept } of [late, early, before, after]) {
        expect((await service.admin.get(`/appointments/${kept}`)).body.data.status).toBe('confirmed');
      }
    });

    it('returns the ETag that a DELETE with If-Match requires', async () => {
      const id = await aProvider(service.admin);
      const created = await give(id, MONDAY, MONDAY);
      const path = `/providers/${id}/time-off/${created.body.data.id}`;
      const remove = (tag: string) => service.admin.send('DELETE', path, { headers: { 'if-match': tag } });
      expect((await remove('"another"')).status).toBe(412);
      expect((await remove(created.headers.get('etag') ?? 'none')).status).toBe(200);
      expect((await remove('*')).status).toBe(404);
    });

    it('does not list an appointment when only its buffer overlaps the time off', async () => {
      const buffered = await aService(service.admin, { durationMin: 60, bufferAfterMin: 30 });
      const id = await aProvider(service.admin);
      await anAppointment(service.admin, id, buffered, { start: '10:00' });
      const { body } = await give(id, '2026-11-23T11:00:00Z', '2026-11-23T12:00:00Z');
      expect(body.meta.conflicts).toEqual([]);
    });

    it('reports all faults of a body in one answer', async () => {
      const id = await aProvider(service.admin);
      const { status, body } = await service.admin.post(pathOf(id), { start: '2026-02-30', reason: 5 });
      const fault = 'must be a date as YYYY-MM-DD or an instant such as 2026-12-01T09:00:00Z';
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { start: fault, end: 'is required', reason: 'must be a string' },
      });
    });

    it.each([
      ['2026-11-24', '2026-11-23'],
      ['2026-11-23T10:00:00Z', '2026-11-23T10:00:00Z'],
      ['2026-11-23T10:00:00Z', '2026-11-23T11:00:00+02:00'],
    ])('refuses %s to %s, because the end is not later than the start', async (start, end) => {
      const { status, body } = await give(await aProvider(service.admin), start, end);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { end: 'must be later than start' },
      });
    });

    it('refuses a local time that the clock skips in spring', async () => {
      const id = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
      const { status, body } = await give(id, '2027-03-28T02:30', '2027-03-28T02:45');
      const fault = 'does not exist on the clock in Europe/Berlin';
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ start: fault, end: fault });
    });

    it('is allowed for the role provider, forbidden for staff, and requires a key', async () => {
      const [id, period] = [await aProvider(service.admin), { start: MONDAY, end: MONDAY }];
      expect((await (await service.as('provider')).post(pathOf(id), period)).status).toBe(201);
      expect((await (await service.as('staff')).post(pathOf(id), period)).status).toBe(403);
      expect((await service.anonymous.post(pathOf(id), period)).status).toBe(401);
    });

    it('answers 404 for an unknown provider', async () => {
      const { status, body } = await give(999, MONDAY, MONDAY);
      expect(status).toBe(404);
      expect(body.error).toEqual({ code: 'NOT_FOUND', message: 'No such provider' });
    });

    it('waits for a concurrent booking, and lists its appointment as a conflict', async () => {
      const id = await aProvider(service.admin);
      const { id: appointmentId } = await anAppointment(service.admin, id, serviceId);
      await service.admin.patch(`/appointments/${appointmentId}/status`, { status: 'cancelled' });
      const booking = new Client({ connectionString: service.databaseUrl });
      await booking.connect();
      await booking.query('begin');
      await booking.query('select from providers where id = $1 for no key update', [id]);
      await booking.query(`update appointments set status = 'confirmed' where id = $1`, [appointmentId]);
      await booking.query(TAKE_TIME_OF_WRITTEN);
      const answer = give(id, MONDAY, MONDAY);
      await settledOrWaiting(answer);
      await booking.query('commit');
      await booking.end();
      expect((await answer).body.meta.conflicts).toMatchObject([{ id: appointmentId }]);
    });
  });

  describe('GET /providers/{id}/time-off', () => {
    let id: number;

    beforeAll(async () => {
      id = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
      await give(id, '2026-12-24', '2026-12-26', { reason: 'Christmas' });
      await give(id, '2026-12-01', '2026-12-01', { reason: 'Move' });
      await give(id, '2026-12-01T00:00', '2026-12-02T12:00', { reason: 'Repair' });
      await give(await aProvider(service.admin), '2026-12-01', '2026-12-01', { reason: 'Not mine' });
    });

    const reasonsOf = async (query: string) => {
      const { body } = await service.admin.get(`${pathOf(id)}${query}`);
      return (body.data as { reason: string }[]).map(({ reason }) => reason);
    };

    it('returns only the time off of this provider, sorted by start, and allows staff to read it', async () => {
      const { status, body } = await (await service.as('staff')).get(pathOf(id));
      expect(status).toBe(200);
      expect(body.data).toMatchObject([
        { start: '2026-12-01T00:00:00+01:00', end: '2026-12-02T00:00:00+01:00', reason: 'Move' },
        { start: '2026-12-01T00:00:00+01:00', end: '2026-12-02T12:00:00+01:00', reason: 'Repair' },
        { start: '2026-12-24T00:00:00+01:00', end: '2026-12-27T00:00:00+01:00', reason: 'Christmas' },
      ]);
      expect(body.meta).toEqual({
        page: 1,
        per_page: 25,
        total: 3,
        total_pages: 1,
        sort: 'start:asc',
        timestamp: '2026-11-20T08:00:00.000Z',
      });
    });

    it.each([
      ['?from=2026-12-02', ['Repair', 'Christmas']],
      ['?from=2026-12-02T12:00', ['Christmas']],
      ['?from=2026-12-26T22:59:00Z', ['Christmas']],
      ['?from=2026-12-26T23:00:00Z', []],
      ['?to=2026-12-23', ['Move', 'Repair']],
      ['?to=2026-12-24T00:01', ['Move', 'Repair', 'Christmas']],
      ['?from=2026-12-02&to=2026-12-23', ['Repair']],
      ['?length=1&page=2', ['Repair']],
      ['?page=2', []],
    ])('with %s returns %j', async (query, reasons) => {
      expect(await reasonsOf(query)).toEqual(reasons);
    });

    it('refuses a query in which to is before from', async () => {
      const { status, body } = await service.admin.get(`${pathOf(id)}?from=2026-12-24&to=2026-12-23`);
      expect([status, body.error.details]).toEqual([422, { to: 'must not be before from' }]);
    });

    it('reports all invalid query parameters in one answer', async () => {
      const { status, body } = await service.admin.get(`${pathOf(id)}?from=soon&to=2026-13-01&page=0`);
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object).sort()).toEqual(['from', 'page', 'to']);
    });

    it('answers 401 without a key, and 404 for an unknown provider', async () => {
      expect((await service.anonymous.get(pathOf(id))).status).toBe(401);
      expect((await service.admin.get(pathOf(999))).status).toBe(404);
    });
  });

  describe('DELETE /providers/{id}/time-off/{timeOffId}', () => {
    it('restores the slots of the time off, and answers 404 to a second request', async () => {
      const id = await aProvider(service.admin);
      const { body } = await give(id, MONDAY, MONDAY);
      const path = `${pathOf(id)}/${body.data.id}`;
      const deleted = await service.admin.delete(path);
      expect(deleted.status).toBe(200);
      expect(deleted.body).toEqual({ data: { id: body.data.id, deleted: true } });
      expect(await slotsOf(id)).toHaveLength(8);
      const again = await service.admin.delete(path);
      expect(again.status).toBe(404);
      expect(again.body.error).toEqual({ code: 'NOT_FOUND', message: 'No such time off' });
    });

    it('answers 404 for the time off of another provider and for an invalid id', async () => {
      const [id, other] = [await aProvider(service.admin), await aProvider(service.admin)];
      const { body } = await give(id, MONDAY, MONDAY);
      expect((await service.admin.delete(`${pathOf(other)}/${body.data.id}`)).status).toBe(404);
      expect((await service.admin.delete(`${pathOf(id)}/x`)).status).toBe(404);
      expect(await slotsOf(id)).toEqual([]);
    });

    it('is allowed for the role provider, forbidden for staff, and requires a key', async () => {
      const id = await aProvider(service.admin);
      const { body } = await give(id, MONDAY, MONDAY);
      const path = `${pathOf(id)}/${body.data.id}`;
      expect((await service.anonymous.delete(path)).status).toBe(401);
      expect((await (await service.as('staff')).delete(path)).status).toBe(403);
      expect((await (await service.as('provider')).delete(path)).status).toBe(200);
    });
  });
});
