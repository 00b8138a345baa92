import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { TAKE_TIME_OF_WRITTEN } from '../../src/booking/diary/claims/claims.statements';

describe('A closure', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const close = (start: string, end: string, members: object = {}) =>
    service.admin.post('/closures', { start, end, ...members });

  it('is created from two instants', async () => {
    const { status, body } = await close('2027-01-04T08:30:00+02:00', '2027-01-04T12:00:00Z', {
      reason: ' Stocktaking ',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.any(Number),
        start: '2027-01-04T06:30:00Z',
        end: '2027-01-04T12:00:00Z',
        locationId: null,
        reason: 'Stocktaking',
      },
      meta: { conflicts: [], total: 0 },
    });
  });

  it('is created from two dates, the last one included, and needs no reason', async () => {
    const { status, body } = await close('2027-01-05', '2027-01-06');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      start: '2027-01-05T00:00:00Z',
      end: '2027-01-07T00:00:00Z',
      reason: null,
    });
  });

  it('is refused with all faults of its body in one answer', async () => {
    const { status, body } = await close('tomorrow', '2027-02-30', { reason: 'x'.repeat(5_001) });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(Object.keys(body.error.details as object)).toEqual(['start', 'end', 'reason']);
  });

  it.each([
    ['2027-01-05T10:00:00Z', '2027-01-05T10:00:00Z'],
    ['2027-01-05T10:00:00Z', '2027-01-05T11:00:00+02:00'],
    ['2027-01-05', '2027-01-04'],
  ])('is refused from %s to %s, because its end is not later than its start', async (start, end) => {
    const { status, body } = await close(start, end);
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { end: 'must be later than start' },
    });
  });

  it('requires a start and an end', async () => {
    const { status, body } = await service.admin.post('/closures', {});
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object)).toEqual(['start', 'end']);
  });

  it('can be deleted once, and a second DELETE or an invalid id gets a 404', async () => {
    const { body } = await close('2027-01-07', '2027-01-07');
    const removed = await service.admin.delete(`/closures/${body.data.id}`);
    expect(removed.status).toBe(200);
    expect(removed.body).toEqual({ data: { id: body.data.id, deleted: true } });
    const again = await service.admin.delete(`/closures/${body.data.id}`);
    expect(again.status).toBe(404);
    expect(again.body).toEqual({ error: { code: 'NOT_FOUND', message: 'No such closure' } });
    expect((await service.admin.delete('/closures/abc')).status).toBe(404);
  });

  it('is readable with a key of any role, and writable only for administrators', async () => {
    for (const role of ['provider', 'staff'] as const) {
      const client = await service.as(role);
      expect((await client.get('/closures')).status).toBe(200);
      for (const { status, body } of [await client.post('/closures', {}), await client.delete('/closures/1')])
        expect([status, body.error.code]).toEqual([403, 'forbidden']);
    }
    expect((await service.anonymous.get('/closures')).status).toBe(401);
    expect((await service.anonymous.post('/closures', {})).status).toBe(401);
    expect((await service.anonymous.delete('/closures/1')).status).toBe(401);
  });
});

describe('A closure in working hours', () => {
  let service: TestService;
  let serviceId: number;

  beforeEach(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin);
  });

  afterEach(() => service.stop());

  const times = async (providerId: number) => {
    const path = `/availability/slots?providerId=${providerId}&serviceId=${serviceId}&date=${MONDAY}`;
    const { body } = await service.admin.get(path);
    return (body.data as { time: string }[]).map(({ time }) => time);
  };

  it('removes its slots at once and prevents bookings, until it is deleted', async () => {
    const providerId = await aProvider(service.admin);
    const before = await times(providerId);
    const { body } = await service.admin.post('/closures', {
      start: `${MONDAY}T10:00:00Z`,
      end: `${MONDAY}T16:00:00Z`,
    });
    expect(await times(providerId)).toEqual(['09:00', '09:30', '16:00', '16:30']);
    const refused = await service.admin.post('/appointments', aBooking(providerId, serviceId));
    expect(refused.status).toBe(422);
    expect(refused.body.error.details.reason).toBe('closed');
    await service.admin.delete(`/closures/${body.data.id}`);
    expect(await times(providerId)).toEqual(before);
  });

  it('lists the occupying appointments that it overlaps in time order, and does not change them', async () => {
    const [ana, ben] = [await aProvider(service.admin), await aProvider(service.admin)];
    const buffered = await aService(service.admin, { bufferBeforeMin: 30, bufferAfterMin: 30 });
    await anAppointment(service.admin, ana, serviceId, { start: '09:30' });
    const second = await anAppointment(service.admin, ana, serviceId, { start: '11:00' });
    const first = await anAppointment(service.admin, ben, serviceId, { start: '10:15' });
    const cancelled = await anAppointment(service.admin, ana, serviceId, { start: '10:30' });
    await service.admin.patch(`/appointments/${cancelled.id}/status`, { status: 'cancelled' });
    // Only its buffer overlaps the closure.
    await anAppointment(service.admin, ana, buffered, { start: '12:00' });
    const { status, body } = await service.admin.post('/closures', {
      start: `${MONDAY}T10:00:00Z`,
      end: `${MONDAY}T12:00:00Z`,
    });
    expect(status).toBe(201);
    expect(body.meta).toEqual({
      conflicts: [
        { id: first.id, providerId: ben, start: first.start, end: first.end },
        { id: second.id, providerId: ana, start: second.start, end: second.end },
      ],
      total: 2,
    });
    const kept = await service.admin.get(`/appointments/${second.id}`);
    expect(kept.body.data).toMatchObject({ status: 'confirmed', start: second.start });
  });

  it('lists the first hundred appointments that it overlaps, with the total', async () => {
    const providerId = await aProvider(service.admin);
    const { customerId } = await anAppointment(service.admin, providerId, serviceId, { start: '09:00' });
    await service.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
       select $1, $2, $3, at, at + interval '1 minute', tstzrange(at, at + interval '1 minute'), 'confirmed', now(), now()
       from generate_series($4::timestamptz, $4::timestamptz + interval '100 minutes', interval '1 minute') at`,
      [providerId, serviceId, customerId, `${MONDAY}T12:00:00Z`],
    );
    await service.query(TAKE_TIME_OF_WRITTEN);
    const { body } = await service.admin.post('/closures', { start: MONDAY, end: MONDAY });
    const conflicts = body.meta.conflicts as { start: string }[];
    expect([conflicts.length, body.meta.total]).toEqual([100, 102]);
    expect([conflicts[0]?.start, conflicts[99]?.start]).toEqual([
      `${MONDAY}T09:00:00Z`,
      `${MONDAY}T13:38:00Z`,
    ]);
  });

  it('is deleted only when If-Match equals the ETag that its creation returned', async () => {
    const created = await service.admin.post('/closures', { start: MONDAY, end: MONDAY });
    const path = `/closures/${created.body.data.id}`;
    const remove = (tag: string) => service.admin.send('DELETE', path, { headers: { 'if-match': tag } });
    expect((await remove('"another"')).status).toBe(412);
    expect((await remove(created.headers.get('etag') ?? 'none')).status).toBe(200);
    expect((await remove('*')).status).toBe(404);
  });

  it('lists an appointment that is booked at the same moment, unless the booking is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const providerId = await aProvider(service.admin);
      const [booked, closed] = await Promise.all([
        service.admin.post('/appointments', aBooking(providerId, serviceId)),
        service.admin.post('/closures', { start: `${MONDAY}T10:00:00Z`, end: `${MONDAY}T10:30:00Z` }),
      ]);
      const conflicts = (closed.body.meta.conflicts as { providerId: number }[]).filter(
        (conflict) => conflict.providerId === providerId,
      );
      expect(conflicts.length === 1).toBe(booked.status === 201);
      await service.admin.delete(`/closures/${closed.body.data.id}`);
    }
  });
});

describe('The list of closures', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    for (const [start, end, reason] of [
      ['2026-12-24', '2026-12-26', 'Christmas'],
      ['2026-07-01T09:00', '2026-07-01T11:00', 'Outing'],
      ['2027-01-01', '2027-01-01', 'New Year'],
    ]) {
      await service.admin.post('/closures', { start, end, reason });
    }
  });

  afterAll(() => service.stop());

  const reasons = async (query: string) => {
    const { status, body } = await service.admin.get(`/closures${query}`);
    expect(status).toBe(200);
    return (body.data as { reason: string }[]).map(({ reason }) => reason);
  };

  it('is sorted by start, contains past closures, and has the time zone of the business', async () => {
    const { body } = await service.admin.get('/closures');
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        start: '2026-07-01T09:00:00+02:00',
        end: '2026-07-01T11:00:00+02:00',
        locationId: null,
        reason: 'Outing',
      },
      {
        id: expect.any(Number),
        start: '2026-12-24T00:00:00+01:00',
        end: '2026-12-27T00:00:00+01:00',
        locationId: null,
        reason: 'Christmas',
      },
      {
        id: expect.any(Number),
        start: '2027-01-01T00:00:00+01:00',
        end: '2027-01-02T00:00:00+01:00',
        locationId: null,
        reason: 'New Year',
      },
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
    ['?from=2026-12-01', ['Christmas', 'New Year']],
    ['?from=2026-12-26', ['Christmas', 'New Year']],
    ['?from=2026-12-27', ['New Year']],
    ['?to=2026-12-23', ['Outing']],
    ['?to=2026-12-24', ['Outing', 'Christmas']],
    ['?from=2026-12-25&to=2026-12-25', ['Christmas']],
    ['?from=2026-07-01T11:00:00%2B02:00&to=2026-12-23T23:00:00Z', []],
    ['?from=2026-07-01T10:59&to=2026-12-23T23:00:00.001Z', ['Outing', 'Christmas']],
    ['?length=2&page=2', ['New Year']],
  ])('with %s contains %j', async (query, expected) => {
    expect(await reasons(query)).toEqual(expected);
  });

  it('reports all invalid query parameters in one answer', async () => {
    const { status, body } = await service.admin.get('/closures?from=soon&to=2026-13-01&length=0');
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object).sort()).toEqual(['from', 'length', 'to']);
  });

  it('cannot get a closure whose start the clock skips in spring', async () => {
    const { status, body } = await service.admin.post('/closures', {
      start: '2027-03-28T02:30',
      end: '2027-03-28T05:00',
    });
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ start: 'does not exist on the clock in Europe/Berlin' });
  });
});
