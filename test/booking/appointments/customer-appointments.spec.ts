import { anAppointment, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const PATHS = [
  'appointments',
  'appointments/upcoming',
  'appointments/history',
  'appointments/stats',
  'autofill',
];

describe('The API of a customer’s appointments', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let haircut: number;
  let massage: number;
  let mia: number;
  /** Ids in time order; it is Friday, 20 November, 08:00. */
  let ids: Record<'old' | 'missed' | 'running' | 'cancelled' | 'now' | 'pending' | 'early' | 'last', number>;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    [ana, ben] = [await aProvider(admin), await aProvider(admin)];
    [haircut, massage] = [
      await aService(admin, { durationMin: 60, price: 38.5 }),
      await aService(admin, { durationMin: 60, price: 0.2 }),
    ];
    const customer = { name: 'Mia Keller', email: 'mia@example.com', phone: '+49 30 901820' };
    const book = async (providerId: number, serviceId: number, date: string, start: string) => {
      const when = { date, start, ignoreSchedule: true };
      const appointment = await anAppointment(admin, providerId, serviceId, { ...customer, ...when });
      mia = appointment.customerId;
      return appointment.id;
    };
    ids = {
      old: await book(ana, haircut, '2026-11-02', '09:00'),
      missed: await book(ben, massage, '2026-11-03', '09:00'),
      running: await book(ana, haircut, '2026-11-20', '07:30'),
      cancelled: await book(ben, massage, '2026-11-20', '12:00'),
      now: await book(ben, massage, '2026-11-20', '08:00'),
      pending: await book(ben, massage, '2026-11-23', '09:00'),
      early: await book(ana, haircut, '2026-11-24', '09:00'),
      last: await book(ben, haircut, '2026-11-25', '09:00'),
    };
    const change = (id: number, status: string, payment_status = 'none') =>
      admin.patch(`/appointments/${id}`, { status, payment_status });
    await change(ids.old, 'completed', 'paid');
    await change(ids.missed, 'no-show', 'paid');
    await change(ids.cancelled, 'cancelled', 'refunded');
    await change(ids.pending, 'pending');
    await change(ids.early, 'completed', 'paid');
    await anAppointment(admin, ana, haircut, { name: 'Lea Else', start: '15:00' });
  });

  afterAll(() => service.stop());

  const read = (path: string, id = mia) => service.admin.get(`/customers/${id}/${path}`);
  const idsOf = async (path: string) =>
    ((await read(path)).body.data as { id: number }[]).map(({ id }) => id);
  const aCustomer = async (members: object) => {
    const { body } = await service.admin.post('/customers', members);
    return body.data.id as number;
  };

  it('lists the appointments newest first', async () => {
    const { status, body } = await read('appointments');
    expect(status).toBe(200);
    expect(body.meta).toEqual({
      page: 1,
      per_page: 25,
      total: 8,
      total_pages: 1,
      sort: 'start:desc',
      timestamp: '2026-11-20T08:00:00.000Z',
    });
    const { last, early, pending, cancelled, now, running, missed, old } = ids;
    expect(await idsOf('appointments')).toEqual([last, early, pending, cancelled, now, running, missed, old]);
    expect(body.data[0]).toEqual((await service.admin.get(`/appointments/${last}`)).body.data);
  });

  it('lists as upcoming the pending and confirmed appointments that start now or later, soonest first', async () => {
    expect(await idsOf('appointments/upcoming')).toEqual([ids.now, ids.pending, ids.last]);
    expect((await read('appointments/upcoming')).body.meta).toMatchObject({ total: 3, sort: 'start:asc' });
  });

  it('lists as history the appointments that have ended or are completed, cancelled or missed, newest first', async () => {
    expect(await idsOf('appointments/history')).toEqual([ids.early, ids.cancelled, ids.missed, ids.old]);
    expect((await read('appointments/history')).body.meta).toMatchObject({ total: 4, sort: 'start:desc' });
    service.clock.set('2026-11-20T08:30:00Z');
    const later = await idsOf('appointments/history');
    service.clock.set('2026-11-20T08:00:00Z');
    expect(later).toContain(ids.running);
  });

  it.each(PATHS.slice(0, 3))('pages the list at %s', async (path) => {
    const [whole, first, second] = [
      await idsOf(path),
      await idsOf(`${path}?length=2`),
      await idsOf(`${path}?length=2&page=2`),
    ];
    expect([...first, ...second]).toEqual(whole.slice(0, 4));
    expect((await read(`${path}?page=0`)).status).toBe(422);
  });

  it('counts the appointments and the amount spent in the stats', async () => {
    const { status, body } = await read('appointments/stats');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        total: 8,
        upcoming: 3,
        completed: 2,
        cancelled: 1,
        noShow: 1,
        totalSpent: 77.2,
        firstAppointmentAt: '2026-11-02T09:00:00Z',
        lastAppointmentAt: '2026-11-25T09:00:00Z',
        favouriteProviderId: ben,
        favouriteServiceId: haircut,
      },
    });
  });

  it('answers zeros and nulls as stats, and empty lists, when the customer has no appointments', async () => {
    const newcomer = await aCustomer({ firstName: 'New' });
    expect((await read('appointments/stats', newcomer)).body.data).toEqual({
      total: 0,
      upcoming: 0,
      completed: 0,
      cancelled: 0,
      noShow: 0,
      totalSpent: 0,
      firstAppointmentAt: null,
      lastAppointmentAt: null,
      favouriteProviderId: null,
      favouriteServiceId: null,
    });
    for (const path of PATHS.slice(0, 3)) {
      expect((await read(path, newcomer)).body).toMatchObject({
        data: [],
        meta: { total: 0, total_pages: 0 },
      });
    }
  });

  it('ignores a cancelled appointment in the favourites and in autofill', async () => {
    const customer = { name: 'Only Cancelled', email: 'cancelled@example.com', start: '16:00' };
    const { id, customerId } = await anAppointment(service.admin, ana, haircut, customer);
    await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
    expect((await read('appointments/stats', customerId)).body.data).toMatchObject({
      total: 1,
      cancelled: 1,
      firstAppointmentAt: null,
      favouriteProviderId: null,
    });
    expect((await read('autofill', customerId)).body.data).toMatchObject({ lastProviderId: null });
  });

  it('returns the customer’s details and the last provider and service as autofill', async () => {
    const { status, body } = await read('autofill');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        name: 'Mia Keller',
        firstName: 'Mia',
        lastName: 'Keller',
        email: 'mia@example.com',
        phone: '+49 30 901820',
        address: null,
        lastProviderId: ben,
        lastServiceId: haircut,
      },
    });
  });

  it('returns null as provider and service in autofill when the customer has no appointments', async () => {
    const id = await aCustomer({ firstName: 'Cher', address: 'Lindenstraße 4' });
    expect((await read('autofill', id)).body.data).toEqual({
      name: 'Cher',
      firstName: 'Cher',
      lastName: '',
      email: null,
      phone: null,
      address: 'Lindenstraße 4',
      lastProviderId: null,
      lastServiceId: null,
    });
  });

  it.each(PATHS)('answers 404 at %s when the customer does not exist', async (path) => {
    for (const id of ['999999', '0', 'x', '2147483648']) {
      const { status, body } = await service.admin.get(`/customers/${id}/${path}`);
      expect(status).toBe(404);
      expect(body.error).toEqual({ code: 'NOT_FOUND', message: 'No such customer' });
    }
  });

  it.each(PATHS)('requires a key of any role at %s', async (path) => {
    expect((await service.anonymous.get(`/customers/${mia}/${path}`)).status).toBe(401);
    const staff = await service.as('staff');
    expect((await staff.get(`/customers/${mia}/${path}`)).status).toBe(200);
  });
});
