import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('The slots of a date', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { durationMin: 120, providerIds: [providerId] });
  });

  afterAll(() => service.stop());

  const slots = (members: Readonly<Record<string, string | number>>) => {
    const query = Object.entries(members).map(([name, value]) => `${name}=${value}`);
    return service.admin.get(`/availability/slots?${query.join('&')}`);
  };
  const timesOf = async (members: Readonly<Record<string, string | number>>) => {
    const { body } = await slots(members);
    return (body.data as { time: string }[]).map(({ time }) => time);
  };

  it('are in time order, and meta repeats the request', async () => {
    const { status, body } = await slots({ providerId, serviceId, date: MONDAY });
    expect(status).toBe(200);
    expect(body.meta).toEqual({
      date: MONDAY,
      serviceId,
      providerId,
      timezone: 'UTC',
      durationMin: 120,
      total: 4,
    });
    expect(body.data[0]).toEqual({
      start: '2026-11-23T09:00:00Z',
      end: '2026-11-23T11:00:00Z',
      date: MONDAY,
      time: '09:00',
      providerId,
      price: null,
    });
    expect(body.data).toMatchObject([
      { time: '09:00' },
      { time: '11:00' },
      { time: '13:00' },
      { time: '15:00' },
    ]);
  });

  it('are those of the date on the provider’s calendar', async () => {
    const tokyo = await aProvider(service.admin, { timezone: 'Asia/Tokyo' });
    const there = await aService(service.admin, { durationMin: 120, providerIds: [tokyo] });
    const { body } = await slots({ providerId: tokyo, serviceId: there, date: MONDAY });
    expect(body.meta.timezone).toBe('Asia/Tokyo');
    expect(body.data[0]).toMatchObject({ start: '2026-11-23T09:00:00+09:00', date: MONDAY, time: '09:00' });
  });

  it('are none on a day off', async () => {
    expect(await timesOf({ providerId, serviceId, date: '2026-11-22' })).toEqual([]);
  });

  it('include the time of the appointment in excludeAppointmentId', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId, { start: '09:00' });
    const request = { providerId, serviceId, date: MONDAY };
    expect(await timesOf(request)).toEqual(['11:00', '13:00', '15:00']);
    expect(await timesOf({ ...request, excludeAppointmentId: id })).toEqual([
      '09:00',
      '11:00',
      '13:00',
      '15:00',
    ]);
  });

  it('of any provider list the providers that could take them', async () => {
    const other = await aProvider(service.admin);
    const both = [other, providerId];
    const shared = await aService(service.admin, { durationMin: 240, providerIds: both });
    await anAppointment(service.admin, providerId, shared, { start: '09:00' });
    const { body } = await slots({ serviceId: shared, date: MONDAY, anyProvider: 'true' });
    expect(body.meta).toMatchObject({ providerId: null, total: 2 });
    expect(body.data).toMatchObject([
      { time: '09:00', providerId: other, providerIds: [other] },
      { time: '13:00', providerId: other, providerIds: [other, providerId] },
    ]);
  });

  it.each([
    ['anyProvider=1', 200],
    ['anyProvider=false', 422],
    ['', 422],
  ])('require a provider unless anyProvider is true: “%s” is answered %i', async (more, status) => {
    const answer = await service.admin.get(
      `/availability/slots?serviceId=${serviceId}&date=${MONDAY}&${more}`,
    );
    expect(answer.status).toBe(status);
  });

  it('are refused for malformed parameters and for ids that do not exist', async () => {
    const malformed = await slots({ providerId: 'x', date: '2026-13-01', anyProvider: 'yes' });
    expect(malformed.status).toBe(422);
    expect(malformed.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        serviceId: 'is required',
        providerId: 'must be the id of an existing one, a positive integer',
        date: 'must be a date as YYYY-MM-DD',
        anyProvider: 'must be true, false, 1 or 0',
      },
    });
    const unknown = await slots({
      providerId: 999_999,
      serviceId: 999_999,
      date: MONDAY,
      excludeAppointmentId: 999_999,
    });
    expect(unknown.body.error.details).toEqual({
      providerId: 'names no provider',
      serviceId: 'names no service',
      excludeAppointmentId: 'names no appointment',
    });
    expect((await service.anonymous.get('/availability/slots')).status).toBe(401);
  });

  it('change at once when the hours of the provider or of the business change', async () => {
    const { admin } = service;
    const other = await aProvider(admin, { schedule: [{ day: 'monday', start: '10:00', end: '14:00' }] });
    const ask = () =>
      Promise.all([providerId, other].map((id) => timesOf({ providerId: id, serviceId, date: MONDAY })));
    const seen = async (change: Promise<{ status: number }>) => [(await change).status, await ask()];
    const onMonday = (start: string, end: string) => ({ schedule: [{ day: 'monday', start, end }] });
    const hours = (workStart: string, workEnd: string) => ({
      workStart,
      workEnd,
      days: ['monday', 'tuesday'],
    });

    await admin.patch(`/services/${serviceId}`, { providerIds: [providerId, other] });
    expect(await ask()).toEqual([
      ['09:00', '11:00', '13:00', '15:00'],
      ['10:00', '12:00'],
    ]);
    expect(await seen(admin.patch(`/providers/${other}`, onMonday('12:00', '16:00')))).toEqual([
      200,
      [
        ['09:00', '11:00', '13:00', '15:00'],
        ['12:00', '14:00'],
      ],
    ]);
    expect(await seen(admin.patch(`/providers/${providerId}`, onMonday('10:00', '12:00')))).toEqual([
      200,
      [['10:00'], ['12:00', '14:00']],
    ]);
    expect(await seen(admin.put('/business-hours', hours('08:00', '14:00')))).toEqual([
      200,
      [['10:00'], ['12:00']],
    ]);
    expect(await seen(admin.patch(`/providers/${providerId}`, { schedule: null }))).toEqual([
      200,
      [['08:00', '10:00', '12:00'], ['12:00']],
    ]);
    expect((await admin.put('/business-hours', hours('09:00', '17:00'))).status).toBe(200);
  });
});
