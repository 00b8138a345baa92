import { anAppointment, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const NONE = { pending: 0, confirmed: 0, completed: 0, cancelled: 0, 'no-show': 0 };

describe('In the reports on appointments,', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let haircut: number;
  let massage: number;
  /** Ids in time order; it is Friday, 20 November, 09:00 in Berlin. */
  let booked: Record<
    'lastMonth' | 'monday' | 'thisMorning' | 'today' | 'sunday' | 'nextMonday' | 'december',
    number
  >;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    const { admin } = service;
    [ana, ben] = [await aProvider(admin, { name: 'Ana' }), await aProvider(admin, { name: 'Ben' })];
    [haircut, massage] = [
      await aService(admin, { name: 'Haircut', price: 38.5 }),
      await aService(admin, { name: 'Massage', price: 0.1 }),
    ];
    const book = async (providerId: number, serviceId: number, date: string, start: string) =>
      (await anAppointment(admin, providerId, serviceId, { date, start, ignoreSchedule: true })).id;
    booked = {
      lastMonth: await book(ana, haircut, '2026-10-31', '23:30'),
      monday: await book(ana, haircut, '2026-11-16', '00:00'),
      thisMorning: await book(ana, massage, '2026-11-20', '00:00'),
      today: await book(ben, massage, '2026-11-20', '23:30'),
      sunday: await book(ben, massage, '2026-11-22', '23:30'),
      nextMonday: await book(ana, haircut, '2026-11-23', '00:00'),
      december: await book(ana, haircut, '2026-12-01', '00:00'),
    };
    const change = (id: number, status: string, payment_status = 'none') =>
      admin.patch(`/appointments/${id}`, { status, payment_status });
    await change(booked.lastMonth, 'completed', 'paid');
    await change(booked.monday, 'no-show', 'paid');
    await change(booked.thisMorning, 'completed', 'paid');
    await change(booked.today, 'cancelled', 'refunded');
    await change(booked.sunday, 'pending', 'pending');
    await change(booked.december, 'completed');
  });

  afterAll(() => service.stop());

  it('the counts include every status, even one without appointments', async () => {
    const { status, body } = await service.admin.get('/appointments/counts');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { pending: 1, confirmed: 1, completed: 3, cancelled: 1, 'no-show': 1 },
      meta: { total: 7 },
    });
  });

  it('the counts include only appointments that match the filters', async () => {
    const countsOf = async (query: string): Promise<unknown> =>
      (await service.admin.get(`/appointments/counts?${query}`)).body;
    expect(await countsOf(`providerId=${ben}`)).toEqual({
      data: { ...NONE, pending: 1, cancelled: 1 },
      meta: { total: 2 },
    });
    expect(await countsOf(`serviceId=${haircut}&from=2026-11-16&to=2026-11-30`)).toEqual({
      data: { ...NONE, confirmed: 1, 'no-show': 1 },
      meta: { total: 2 },
    });
    expect(await countsOf('from=2026-11-22T22:30:00Z&to=2026-11-22T22:31:00Z')).toEqual({
      data: { ...NONE, pending: 1 },
      meta: { total: 1 },
    });
    expect(await countsOf('providerId=999999')).toEqual({ data: NONE, meta: { total: 0 } });
  });

  it('the summary counts the appointments by status and by time, and adds up their revenue', async () => {
    const { status, body } = await service.admin.get('/appointments/summary');
    expect(status).toBe(200);
    const next = await service.admin.get(`/appointments/${booked.sunday}`);
    expect(body).toEqual({
      data: {
        total: 7,
        upcoming: 2,
        today: 1,
        thisWeek: 2,
        thisMonth: 3,
        byStatus: { pending: 1, confirmed: 1, completed: 3, cancelled: 1, 'no-show': 1 },
        byPaymentStatus: { none: 2, pending: 1, paid: 3, failed: 0, refunded: 1 },
        revenue: { booked: 115.7, paid: 77.1 },
        next: next.body.data,
      },
    });
  });

  it('the summary includes only appointments that match the filters', async () => {
    const summary = await service.admin.get(`/appointments/summary?providerId=${ana}&from=2026-11-23T00:01`);
    expect(summary.body.data).toMatchObject({
      total: 1,
      upcoming: 0,
      today: 0,
      thisMonth: 0,
      revenue: { booked: 38.5, paid: 0 },
      next: { id: booked.december },
    });
    const empty = await service.admin.get('/appointments/summary?serviceId=999999');
    expect(empty.body.data).toEqual({
      total: 0,
      upcoming: 0,
      today: 0,
      thisWeek: 0,
      thisMonth: 0,
      byStatus: NONE,
      byPaymentStatus: { none: 0, pending: 0, paid: 0, failed: 0, refunded: 0 },
      revenue: { booked: 0, paid: 0 },
      next: null,
    });
  });

  it('the counts and the summary include only the appointments of a location', async () => {
    const { data: there } = (await service.admin.post('/locations', { name: 'Downtown' })).body;
    const setLocation = (locationId: unknown) =>
      service.admin.patch(`/appointments/${booked.nextMonday}`, { locationId });
    await setLocation(there.id);
    const counts = await service.admin.get(`/appointments/counts?locationId=${there.id}`);
    const summary = await service.admin.get(`/appointments/summary?locationId=${there.id}`);
    const unknown = await service.admin.get('/appointments/counts?locationId=999999');
    await setLocation(null);
    await service.admin.delete(`/locations/${there.id}`);
    expect(counts.body).toEqual({ data: { ...NONE, confirmed: 1 }, meta: { total: 1 } });
    expect(summary.body.data).toMatchObject({ total: 1, next: { id: booked.nextMonday } });
    expect(unknown.body).toEqual({ data: NONE, meta: { total: 0 } });
  });

  it('the next appointment is the first one that starts now or later', async () => {
    service.clock.set('2026-11-22T22:30:00Z');
    const now = await service.admin.get('/appointments/summary');
    service.clock.set('2026-11-22T22:30:01Z');
    const later = await service.admin.get('/appointments/summary');
    service.clock.set('2026-11-20T08:00:00Z');
    expect(now.body.data).toMatchObject({ upcoming: 2, next: { id: booked.sunday } });
    expect(later.body.data).toMatchObject({ upcoming: 1, next: { id: booked.nextMonday } });
  });

  it.each([
    ['Sunday at 23:59', '2026-11-22T22:59:00Z', { today: 1, thisWeek: 2, thisMonth: 3 }],
    ['Monday at 00:00', '2026-11-22T23:00:00Z', { today: 1, thisWeek: 1, thisMonth: 3 }],
    ['the first of the month', '2026-11-30T23:00:00Z', { today: 1, thisWeek: 1, thisMonth: 1 }],
  ])('today, this week and this month follow the calendar of the business on %s', async (_, now, counts) => {
    service.clock.set(now);
    const { body } = await service.admin.get('/appointments/summary');
    service.clock.set('2026-11-20T08:00:00Z');
    expect(body.data).toMatchObject(counts);
  });

  it('the revenue adds up the prices at which the appointments were booked', async () => {
    await service.admin.patch(`/services/${haircut}`, { price: 99 });
    const { body } = await service.admin.get('/appointments/summary');
    await service.admin.patch(`/services/${haircut}`, { price: 38.5 });
    expect(body.data.revenue).toEqual({ booked: 115.7, paid: 77.1 });
  });

  it.each(['counts', 'summary'])(
    'all invalid filters of /appointments/%s are reported in one answer',
    async (report) => {
      const { status, body } = await service.admin.get(
        `/appointments/${report}?providerId=x&serviceId=-1&from=now&to=0`,
      );
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object).toSorted()).toEqual([
        'from',
        'providerId',
        'serviceId',
        'to',
      ]);
    },
  );

  it('the filter values are sorted by name, with deactivated providers and without deleted services', async () => {
    const gone = await aService(service.admin, { name: 'Gone' });
    await service.admin.delete(`/services/${gone}`);
    const left = await aProvider(service.admin, { name: 'Aaron' });
    await service.admin.delete(`/providers/${left}`);
    await service.query(
      `insert into locations (name, created_at, updated_at) values ('Uptown', now(), now()), ('Downtown', now(), now())`,
    );
    const { status, body } = await service.admin.get('/appointments/filters');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        statuses: ['pending', 'confirmed', 'completed', 'cancelled', 'no-show'],
        paymentStatuses: ['none', 'pending', 'paid', 'failed', 'refunded'],
        providers: [
          { id: left, name: 'Aaron' },
          { id: ana, name: 'Ana' },
          { id: ben, name: 'Ben' },
        ],
        services: [
          { id: haircut, name: 'Haircut' },
          { id: massage, name: 'Massage' },
        ],
        locations: [
          { id: expect.any(Number), name: 'Downtown' },
          { id: expect.any(Number), name: 'Uptown' },
        ],
      },
    });
  });
});
