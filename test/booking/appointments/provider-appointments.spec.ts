import { aProvider, aService, anAppointment } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('The month of a provider', () => {
  let service: TestService;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { maxAdvanceDays: 400 });
  });

  afterAll(() => service.stop());

  const book = (providerId: number, date: string, start: string, members: object = {}) =>
    anAppointment(service.admin, providerId, serviceId, { date, start, ...members });

  it('shows busy times without a key, and nothing about customers', async () => {
    const id = await aProvider(service.admin);
    const late = await book(id, '2026-11-25', '16:00', { notes: 'Secret' });
    const early = await book(id, '2026-11-25', '09:00');
    const { status, body } = await service.anonymous.get(`/providers/${id}/appointments?month=2026-11`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: early.id,
          providerId: id,
          serviceId,
          start: '2026-11-25T09:00:00Z',
          end: '2026-11-25T09:30:00Z',
          status: 'confirmed',
        },
        {
          id: late.id,
          providerId: id,
          serviceId,
          start: '2026-11-25T16:00:00Z',
          end: '2026-11-25T16:30:00Z',
          status: 'confirmed',
        },
      ],
      meta: { month: '2026-11', timezone: 'UTC', total: 2 },
    });
  });

  it('shows with a key the whole appointments of every status', async () => {
    const id = await aProvider(service.admin);
    const kept = await book(id, '2026-11-25', '10:00');
    const cancelled = await book(id, '2026-11-25', '09:00');
    await service.admin.patch(`/appointments/${cancelled.id}/status`, { status: 'cancelled' });
    const staff = await service.as('staff');
    const { body } = await staff.get(`/providers/${id}/appointments?month=2026-11`);
    expect(body.data).toEqual([
      (await staff.get(`/appointments/${cancelled.id}`)).body.data,
      (await staff.get(`/appointments/${kept.id}`)).body.data,
    ]);
    expect(body.meta.total).toBe(2);
  });

  it.each([
    ['pending', 1],
    ['confirmed', 1],
    ['completed', 1],
    ['cancelled', 0],
    ['no-show', 0],
  ])('shows a %s appointment %i times without a key', async (status, total) => {
    const id = await aProvider(service.admin);
    const { id: appointmentId } = await book(id, '2026-11-25', '10:00');
    await service.admin.patch(`/appointments/${appointmentId}/status`, { status });
    const { body } = await service.anonymous.get(`/providers/${id}/appointments?month=2026-11`);
    expect(body.meta.total).toBe(total);
  });

  it('contains the appointments that start in it on the provider’s calendar', async () => {
    const id = await aProvider(service.admin, { timezone: 'America/New_York' });
    const outOfHours = { ignoreSchedule: true };
    await book(id, '2026-11-30', '23:30', outOfHours);
    await book(id, '2026-12-01', '00:00', outOfHours);
    await book(id, '2026-12-31', '23:30', outOfHours);
    await book(id, '2027-01-01', '00:00', outOfHours);
    const { body } = await service.anonymous.get(`/providers/${id}/appointments?month=2026-12`);
    expect(body.data).toMatchObject([
      { start: '2026-12-01T00:00:00-05:00' },
      { start: '2026-12-31T23:30:00-05:00', end: '2027-01-01T00:00:00-05:00' },
    ]);
    expect(body.meta).toEqual({ month: '2026-12', timezone: 'America/New_York', total: 2 });
  });

  it('is the current month on the provider’s calendar by default', async () => {
    const [west, east] = [
      await aProvider(service.admin, { timezone: 'America/New_York' }),
      await aProvider(service.admin, { timezone: 'Asia/Tokyo' }),
    ];
    service.clock.set('2026-12-01T02:00:00Z');
    const monthOf = async (id: number) =>
      (await service.anonymous.get(`/providers/${id}/appointments`)).body.meta.month as string;
    expect([await monthOf(west), await monthOf(east)]).toEqual(['2026-11', '2026-12']);
    service.clock.set('2026-11-20T08:00:00Z');
  });

  it('contains no appointments of other providers', async () => {
    const [id, other] = [await aProvider(service.admin), await aProvider(service.admin)];
    await book(other, '2026-11-25', '10:00');
    expect((await service.anonymous.get(`/providers/${id}/appointments?month=2026-11`)).body.data).toEqual(
      [],
    );
  });

  it.each(['2026-13', '2026-1', '2026', '2026-11-01', 'now', ''])(
    'is refused when it is %j',
    async (month) => {
      const { status, body } = await service.anonymous.get(`/providers/999/appointments?month=${month}`);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { month: 'must be a month as YYYY-MM' },
      });
    },
  );

  it('is answered 404 when the provider does not exist', async () => {
    const { status, body } = await service.anonymous.get('/providers/999/appointments');
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
  });

  it('is refused with a wrong key', async () => {
    const id = await aProvider(service.admin);
    expect((await service.withKey('xsk_no_key').get(`/providers/${id}/appointments`)).status).toBe(401);
  });
});
