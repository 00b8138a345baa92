import { anAppointment, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('The list of appointments', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let haircut: number;
  let massage: number;
  /** Ids, in time order: Monday 09:00 and 10:00, Tuesday 09:00, Wednesday 09:00. */
  let first: number;
  let second: number;
  let third: number;
  let fourth: number;
  let customerId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    const { admin, clock } = service;
    [ana, ben] = [await aProvider(admin, { name: 'Ana' }), await aProvider(admin, { name: 'Ben' })];
    [haircut, massage] = [
      await aService(admin, { name: 'Haircut', durationMin: 45 }),
      await aService(admin, { name: 'Massage', durationMin: 180 }),
    ];
    const book = async (providerId: number, serviceId: number, date: string, start: string) => {
      clock.advance(60_000);
      return anAppointment(admin, providerId, serviceId, { date, start });
    };
    fourth = (await book(ana, haircut, '2026-11-25', '09:00')).id;
    second = (await book(ben, haircut, '2026-11-23', '10:00')).id;
    const booked = await book(ana, massage, '2026-11-23', '09:00');
    [first, customerId] = [booked.id, booked.customerId];
    third = (await book(ben, massage, '2026-11-24', '09:00')).id;
    clock.advance(60_000);
    await admin.patch(`/appointments/${third}/status`, { status: 'cancelled' });
    await admin.patch(`/appointments/${fourth}/status`, { status: 'pending' });
    await admin.patch(`/appointments/${first}/payment-status`, { payment_status: 'paid' });
  });

  afterAll(() => service.stop());

  const list = (query = '') => service.admin.get(`/appointments?${query}`);
  const idsOf = async (query: string) =>
    ((await list(query)).body.data as { id: number }[]).map(({ id }) => id);

  it('is ordered by start, and describes the page in its meta', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.meta).toEqual({
      page: 1,
      per_page: 25,
      total: 4,
      total_pages: 1,
      sort: 'start:asc',
      timestamp: '2026-11-20T08:05:00.000Z',
    });
    expect(await idsOf('')).toEqual([first, second, third, fourth]);
    const one = await service.admin.get(`/appointments/${first}`);
    expect(body.data[0]).toEqual(one.body.data);
    expect(body.data[0]).toMatchObject({
      start: '2026-11-23T09:00:00+01:00',
      end: '2026-11-23T12:00:00+01:00',
      payment_status: 'paid',
      serviceName: 'Massage',
      providerName: 'Ana',
    });
  });

  it('has pages of at most 100 appointments', async () => {
    expect(await idsOf('length=3')).toEqual([first, second, third]);
    expect(await idsOf('length=3&page=2')).toEqual([fourth]);
    const past = await list('length=3&page=9');
    expect(past.body).toMatchObject({ data: [], meta: { page: 9, per_page: 3, total: 4, total_pages: 2 } });
    expect((await list('length=101')).body.meta.per_page).toBe(100);
  });

  it.each([
    ['id', () => [fourth, second, first, third]],
    ['id:desc', () => [third, first, second, fourth]],
    ['start:desc', () => [fourth, third, second, first]],
    ['end:asc', () => [second, first, third, fourth]],
    ['status:asc', () => [third, second, first, fourth]],
    ['createdAt:desc', () => [third, first, second, fourth]],
    ['created_at:asc', () => [fourth, second, first, third]],
    ['updatedAt:desc', () => [fourth, first, third, second]],
  ])('is sorted by %s, and by id where the values are equal', async (sort, expected) => {
    expect(await idsOf(`sort=${sort}`)).toEqual(expected());
  });

  it('names its sort in camelCase in meta.sort', async () => {
    expect((await list('sort=created_at:desc')).body.meta.sort).toBe('createdAt:desc');
  });

  it.each([
    ['a provider', () => `providerId=${ana}`, () => [first, fourth]],
    ['a service', () => `serviceId=${haircut}`, () => [second, fourth]],
    ['a customer', () => `customerId=${customerId}`, () => [first]],
    ['a status', () => 'status=pending', () => [fourth]],
    ['several statuses', () => 'status=pending,cancelled', () => [third, fourth]],
    ['a payment status', () => 'payment_status=paid', () => [first]],
    ['several payment statuses', () => 'payment_status=none,paid', () => [first, second, third, fourth]],
    [
      'a provider, a service and a status together',
      () => `providerId=${ben}&serviceId=${massage}&status=cancelled`,
      () => [third],
    ],
    ['a provider that does not exist', () => 'providerId=999999', () => []],
    ['a location that does not exist', () => 'locationId=999999', () => []],
  ])('is filtered by %s', async (_, query, expected) => {
    const { body } = await list(query());
    expect(body.data).toMatchObject(expected().map((id) => ({ id })));
    expect(body.meta.total).toBe(expected().length);
  });

  it('is filtered by a location', async () => {
    const [location] = await service.query<{ id: number }>(
      `insert into locations (name, created_at, updated_at) values ('Downtown', now(), now()) returning id`,
    );
    await service.admin.patch(`/appointments/${second}`, { locationId: location?.id });
    expect(await idsOf(`locationId=${location?.id ?? 0}`)).toEqual([second]);
  });

  it.each([
    ['from=2026-11-24', () => [third, fourth]],
    ['to=2026-11-23', () => [first, second]],
    ['from=2026-11-23&to=2026-11-24', () => [first, second, third]],
    ['from=2026-11-23&to=2026-11-23', () => [first, second]],
    ['to=2026-11-24T00:00', () => [first, second]],
    ['from=2026-11-23T09:00:00Z', () => [second, third, fourth]],
    ['from=2026-11-23T10:00&to=2026-11-23T10:01', () => [second]],
    ['to=2026-11-23T10:00:00%2B01:00', () => [first]],
    ['from=2026-11-23T08:00:00.001Z', () => [second, third, fourth]],
  ])('contains with %s the appointments that start in that range', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected());
  });

  it('reads the dates in from and to in the time zone of the business', async () => {
    const night = await anAppointment(service.admin, ben, haircut, {
      date: '2026-11-30',
      start: '00:30',
      ignoreSchedule: true,
    });
    expect(night.start).toBe('2026-11-30T00:30:00+01:00');
    expect(await idsOf('from=2026-11-30&to=2026-11-30')).toEqual([night.id]);
    expect(await idsOf('from=2026-11-29&to=2026-11-29')).toEqual([]);
    await service.admin.delete(`/appointments/${night.id}`);
  });

  it.each([
    ['page=0', { page: 'must be an integer from 1 to 2147483647' }],
    ['length=x', { length: expect.any(String) }],
    ['sort=customerName:asc', { sort: expect.stringContaining('start') }],
    ['sort=start:up', { sort: expect.any(String) }],
    ['status=done', { status: expect.stringContaining('no-show') }],
    ['payment_status=', { payment_status: expect.stringContaining('refunded') }],
    ['providerId=abc', { providerId: expect.any(String) }],
    ['from=2026-11-24&to=2026-11-23', { to: 'must not be before from' }],
    ['from=yesterday&to=2026-02-30', { from: expect.any(String), to: expect.any(String) }],
    [`q=${'x'.repeat(201)}`, { q: 'must be at most 200 characters long' }],
  ])('refuses %s', async (query, details) => {
    const { status, body } = await list(query);
    expect(status).toBe(422);
    expect(body.error).toEqual({ code: 'VALIDATION_ERROR', message: expect.any(String), details });
  });

  it('requires a key of any role, as do the search and the reports', async () => {
    for (const path of ['', '/search', '/counts', '/summary', '/filters']) {
      expect((await service.anonymous.get(`/appointments${path}`)).status).toBe(401);
    }
    const staff = await service.as('staff');
    for (const path of ['', '/search', '/counts', '/summary', '/filters']) {
      expect((await staff.get(`/appointments${path}`)).status).toBe(200);
    }
  });
});
