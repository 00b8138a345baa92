import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { numberEvents } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';

describe('The price of an appointment', () => {
  let service: TestService;
  let ana: number;
  let haircut: number;
  let massage: number;
  let free: number;

  beforeEach(async () => {
    service = await startTestService();
    const { admin } = service;
    ana = await aProvider(admin, { name: 'Ana' });
    [haircut, massage, free] = [
      await aService(admin, { price: 38.5 }),
      await aService(admin, { price: 60 }),
      await aService(admin),
    ];
  });

  afterEach(() => service.stop());

  const book = (serviceId: number, members: object = {}) =>
    service.admin.post('/appointments', aBooking(ana, serviceId, members));
  const priceOf = async (serviceId: number, members: object = {}) =>
    (await book(serviceId, { ignoreSchedule: true, ...members })).body.data?.price as unknown;

  it('is that of the service when it was booked, or what the booking gives', async () => {
    expect(await priceOf(haircut, { start: '10:00' })).toBe(38.5);
    expect(await priceOf(haircut, { start: '11:00', price: 20.25 })).toBe(20.25);
    expect(await priceOf(haircut, { start: '12:00', price: 0 })).toBe(0);
    expect(await priceOf(haircut, { start: '13:00', price: null })).toBeNull();
    expect(await priceOf(free, { start: '14:00' })).toBeNull();
    await service.admin.patch(`/services/${haircut}`, { price: 99 });
    const { body } = await service.admin.get('/appointments');
    expect(body.data.map(({ price }: { price: unknown }) => price)).toEqual([38.5, 20.25, 0, null, null]);
  });

  it('of a hold is that of the service, or what the booking gives', async () => {
    const hold = async (start: string) => {
      const body = { providerId: ana, serviceId: haircut, date: MONDAY, start };
      return (await service.admin.post('/holds', body)).body.data.id as string;
    };
    const guest = { name: 'Mia', email: 'mia@example.com' };
    const [first, second] = [await hold('10:00'), await hold('11:00')];
    const booked = await service.admin.post('/appointments', { ...guest, holdId: first });
    const given = await service.admin.post('/appointments', { ...guest, holdId: second, price: 5 });
    expect([booked.body.data.price, given.body.data.price]).toEqual([38.5, 5]);
  });

  it('changes with a PATCH and with a new service, and not with a new time', async () => {
    const { id } = await anAppointment(service.admin, ana, haircut, { price: 30 });
    const patched = async (change: object) =>
      (await service.admin.patch(`/appointments/${id}`, change)).body.data.price as unknown;
    expect(await patched({ start: '11:00' })).toBe(30);
    expect(await patched({ price: 31.99 })).toBe(31.99);
    expect(await patched({ serviceId: massage })).toBe(60);
    expect(await patched({ serviceId: haircut, price: 12 })).toBe(12);
    expect(await patched({ price: null })).toBeNull();
    expect((await service.admin.get(`/appointments/${id}`)).body.data.price).toBeNull();
  });

  it('cannot be less than nothing, of a part of a cent, a text, or too high', async () => {
    const { id } = await anAppointment(service.admin, ana, haircut, { start: '09:00' });
    for (const price of [-1, 1.234, '10', 100_000_000, true]) {
      const answers = [
        await book(haircut, { price }),
        await service.admin.patch(`/appointments/${id}`, { price }),
      ];
      for (const { status, body } of answers)
        expect([price, status, Object.keys(body.error.details as object)]).toEqual([price, 422, ['price']]);
    }
  });

  it('of each occurrence of a series is what the booking gives, else that of the service', async () => {
    const series = async (members: object) => {
      const body = aBooking(ana, haircut, { rrule: 'FREQ=DAILY;COUNT=2', ...members });
      const { data } = (await service.admin.post('/series', body)).body;
      return data.appointments as { price: number | null; end: string }[];
    };
    expect((await series({ start: '09:00' })).map(({ price }) => price)).toEqual([38.5, 38.5]);
    expect((await series({ start: '10:00', price: 7 })).map(({ price }) => price)).toEqual([7, 7]);
    expect((await series({ start: '11:00', price: null })).map(({ price }) => price)).toEqual([null, null]);
    expect((await series({ start: '12:00', end: '13:15' })).map(({ end }) => end)).toEqual([
      `${MONDAY}T13:15:00Z`,
      '2026-11-24T13:15:00Z',
    ]);
  });

  it('is in visits, in events and in the export of the customer, and in no answer without a key', async () => {
    const guest = { name: 'Mia', email: 'mia@example.com' };
    const visit = await service.admin.post('/visits', {
      ...guest,
      date: MONDAY,
      start: '10:00',
      items: [{ serviceId: haircut }, { serviceId: massage }],
    });
    const appointments = visit.body.data.appointments as { id: number; price: number; customerId: number }[];
    expect(appointments.map(({ price }) => price)).toEqual([38.5, 60]);
    const [first] = appointments;
    await service.admin.patch(`/appointments/${first?.id}`, { price: 1 });
    await numberEvents(service);
    const events = await service.admin.get('/events?types=appointment.changed');
    expect(events.body.data).toMatchObject([{ data: { price: 1 }, previous: { price: 38.5 } }]);
    const exported = await service.admin.get(`/customers/${first?.customerId}/export`);
    expect(exported.body.data.appointments).toMatchObject([{ price: 1 }, { price: 60 }]);
    const busy = await service.anonymous.get(`/providers/${ana}/appointments?month=2026-11`);
    expect(busy.body.data).toHaveLength(2);
    expect(JSON.stringify(busy.body)).not.toContain('price');
  });

  it('counts where it is paid, in any status, in the revenue and in what the customer has spent', async () => {
    const statuses = ['confirmed', 'completed', 'no-show', 'cancelled', 'pending'];
    const mia = { name: 'Mia', email: 'mia@example.com' };
    const { id: customerId } = (await service.admin.post('/customers', mia)).body.data as { id: number };
    for (const [nth, status] of statuses.entries()) {
      const start = `${String(10 + nth)}:00`;
      const { id } = await anAppointment(service.admin, ana, haircut, { ...mia, start, price: 10 ** nth });
      await service.admin.patch(`/appointments/${id}`, { status, payment_status: 'paid' });
    }
    const spent = await service.admin.get(`/customers/${customerId}/appointments/stats`);
    expect(spent.body.data.totalSpent).toBe(11_111);
    for (const filter of [
      '',
      `?providerId=${ana}`,
      `?serviceId=${haircut}`,
      `?from=${MONDAY}&to=${MONDAY}`,
    ]) {
      const { body } = await service.admin.get(`/appointments/summary${filter}`);
      expect(body.data.revenue).toEqual({ booked: 10_011, paid: 11_111 });
    }
  });
});

describe('The end of a booking', () => {
  let service: TestService;
  let ana: number;
  let haircut: number;

  beforeAll(async () => {
    service = await startTestService();
    ana = await aProvider(service.admin);
    haircut = await aService(service.admin);
  });

  afterAll(() => service.stop());

  it('is taken instead of the duration of the service', async () => {
    const ends = [
      ['09:00', '09:10'],
      ['10:00', `${MONDAY}T11:30:00Z`],
      ['2026-11-23T12:00:00Z', '12:20'],
    ] as const;
    for (const [start, end] of ends) {
      const { status, body } = await service.admin.post(
        '/appointments',
        aBooking(ana, haircut, { start, end }),
      );
      expect([status, body.data.end]).toEqual([201, expect.stringContaining(end.slice(-9).replace('Z', ''))]);
    }
  });

  it('decides whether the time can be had', async () => {
    await anAppointment(service.admin, ana, haircut, { date: '2026-11-24', start: '10:00' });
    const book = (end: string) =>
      service.admin.post(
        '/appointments',
        aBooking(ana, haircut, { date: '2026-11-24', start: '09:00', end }),
      );
    expect((await book('10:01')).body.error.details).toMatchObject({ reason: 'slot_taken' });
    expect((await book('09:00')).body.error.details).toEqual({ end: 'must be after the start' });
    expect((await book('nine')).body.error.details).toHaveProperty('end');
    expect((await book('10:00')).status).toBe(201);
  });

  it('must be what is held when the body names a hold', async () => {
    const body = { providerId: ana, serviceId: haircut, date: '2026-11-25', start: '10:00', end: '10:50' };
    const { id } = (await service.admin.post('/holds', body)).body.data as { id: string };
    const guest = { name: 'Mia', email: 'mia@example.com', holdId: id };
    const other = await service.admin.post('/appointments', { ...guest, end: '10:30' });
    expect(other.body.error.details).toEqual({ end: 'is not what is held' });
    expect((await service.admin.post('/appointments', { ...guest, end: '10:50' })).status).toBe(201);
  });
});
