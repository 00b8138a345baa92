import { AvailabilityQueries } from '../../src/booking/availability/availability.queries';
import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

describe('The next slot', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { durationMin: 240, providerIds: [providerId] });
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  const next = (query = '') =>
    service.admin.get(`/availability/next-available?serviceId=${serviceId}&${query}`);
  const startOf = async (query: string): Promise<unknown> => (await next(query)).body.data?.start;

  it('is the first slot of the provider from now on', async () => {
    const { status, body } = await next(`providerId=${providerId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        start: '2026-11-20T09:00:00Z',
        end: '2026-11-20T13:00:00Z',
        date: '2026-11-20',
        time: '09:00',
        providerId,
      },
    });
  });

  it('is the following slot when the first is taken', async () => {
    await anAppointment(service.admin, providerId, serviceId, { start: '09:00' });
    expect(await startOf(`providerId=${providerId}&from=${MONDAY}`)).toBe('2026-11-23T13:00:00Z');
  });

  it.each([
    ['a date', '2026-11-24', '2026-11-24T09:00:00Z'],
    ['the start of a slot', '2026-11-24T09:00:00Z', '2026-11-24T09:00:00Z'],
    ['an instant', '2026-11-24T09:01:00Z', '2026-11-24T13:00:00Z'],
    ['an instant with an offset', '2026-11-24T11:01:00%2B02:00', '2026-11-24T13:00:00Z'],
    ['a date and time without an offset', '2026-11-24T09:01', '2026-11-24T13:00:00Z'],
    ['a day off', '2026-11-21', '2026-11-23T09:00:00Z'],
    ['the past', '2020-01-01', '2026-11-20T09:00:00Z'],
  ])('starts no earlier than %s', async (_, from, start) => {
    expect(await startOf(`providerId=${providerId}&from=${from}`)).toBe(start);
  });

  it('is searched from a date, or from a date and time without an offset, on the provider’s clock', async () => {
    const auckland = await aProvider(service.admin, { timezone: 'Pacific/Auckland' });
    const free = await aService(service.admin, { durationMin: 240, providerIds: [auckland] });
    const ask = (from: string) =>
      service.admin.get(`/availability/next-available?serviceId=${free}&providerId=${auckland}&from=${from}`);
    expect((await ask('2026-11-24')).body.data.start).toBe('2026-11-24T09:00:00+13:00');
    expect((await ask('2026-11-24T09:01')).body.data.start).toBe('2026-11-24T13:00:00+13:00');
  });

  it('of any provider is the earliest one, with all providers that could take it', async () => {
    const other = await aProvider(service.admin);
    await service.admin.patch(`/services/${serviceId}`, { providerIds: [other, providerId] });
    await anAppointment(service.admin, providerId, serviceId, { start: '09:00' });
    expect((await next(`from=${MONDAY}`)).body.data).toMatchObject({
      start: '2026-11-23T09:00:00Z',
      providerId: other,
      providerIds: [other],
    });
    expect((await next(`from=${MONDAY}T12:00:00Z`)).body.data).toMatchObject({
      start: '2026-11-23T13:00:00Z',
      providerId,
      providerIds: [providerId, other],
    });
  });

  it('is null when no slot starts before the horizon', async () => {
    const { status, body } = await next(`providerId=${providerId}&from=2027-11-21`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: null });
    await service.admin.patch(`/services/${serviceId}`, { maxAdvanceDays: 0 });
    expect((await next(`from=2026-11-20T16:00:00Z`)).body.data).toBeNull();
  });

  it('may be the last slot before the horizon', async () => {
    await service.admin.patch(`/services/${serviceId}`, { maxAdvanceDays: 3 });
    expect(await startOf('from=2026-11-23T13:00:00Z')).toBe('2026-11-23T13:00:00Z');
    expect(await startOf('from=2026-11-23T13:01:00Z')).toBeUndefined();
  });

  describe('takes', () => {
    const roundTrips = async (query: string): Promise<number> => {
      const snapshot = jest.spyOn(service.app.get(AvailabilityQueries), 'snapshot');
      await next(query);
      return snapshot.mock.calls.length;
    };
    const awayUntil = (end: string) =>
      service.query(
        `insert into time_off (provider_id, start_at, end_at, created_at) values ($1, '2026-11-01Z', $2, now())`,
        [providerId, end],
      );

    it('one round trip when there is a slot within 14 days', async () => {
      await awayUntil('2026-12-03T09:00Z');
      expect(await roundTrips(`providerId=${providerId}`)).toBe(1);
      expect(await startOf('')).toBe('2026-12-03T09:00:00Z');
    });

    it('one more round trip for each 60 days after the first 14 days', async () => {
      await awayUntil('2027-01-29T09:00Z');
      expect(await roundTrips(`providerId=${providerId}`)).toBe(2);
      expect(await startOf('')).toBe('2027-01-29T09:00:00Z');
    });

    it('all round trips up to the horizon when there is no slot', async () => {
      await awayUntil('2030-01-01Z');
      expect(await roundTrips('')).toBe(7);
    });

    it('one round trip when the service is inactive', async () => {
      await service.admin.patch(`/services/${serviceId}`, { active: false });
      expect(await roundTrips('')).toBe(1);
      expect((await next()).body.data).toBeNull();
    });
  });

  it('is refused for malformed parameters and for ids that do not exist', async () => {
    const malformed = await service.admin.get('/availability/next-available?providerId=0&from=soon');
    expect(malformed.status).toBe(422);
    expect(malformed.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        serviceId: 'is required',
        providerId: 'must be the id of an existing one, a positive integer',
        from: 'must be a date as YYYY-MM-DD or an instant such as 2026-12-01T09:00:00Z',
      },
    });
    const unknown = await service.admin.get(
      '/availability/next-available?serviceId=999999&providerId=999999',
    );
    expect(unknown.body.error.details).toEqual({
      serviceId: 'names no service',
      providerId: 'names no provider',
    });
    expect((await service.nobody.get('/availability/next-available')).status).toBe(401);
  });
});
