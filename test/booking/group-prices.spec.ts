import { numberEvents } from '../support/events';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const GUEST = { name: 'Mia Keller', email: 'mia@example.com' };

describe('The price of several seats', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let yoga: number;
  let swim: number;
  let free: number;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    [ana, ben] = [await aProvider(admin), await aProvider(admin)];
    yoga = await aService(admin, {
      ...{ price: 8.35, capacity: 12, durationOptions: [{ durationMin: 60, price: 15.1 }] },
      terms: [{ providerId: ben, price: 9 }],
    });
    swim = await aService(admin, { price: 20, capacity: 12 });
    free = await aService(admin, { capacity: 12 });
  });

  afterEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from holds');
  });
  afterAll(() => service.stop());

  const post = async (path: string, body: object) => {
    const answer = await service.admin.post(path, body);
    expect(answer.status).toBe(201);
    return answer.body.data as { id: number; price: number | null; appointments?: { price: number }[] };
  };
  const book = (members: object = {}) => post('/appointments', aBooking(ana, yoga, { seats: 3, ...members }));
  const patched = async (id: number, change: object) => {
    const answer = await service.admin.patch(`/appointments/${id}`, change);
    expect(answer.status).toBe(200);
    return answer.body.data.price as number | null;
  };

  it('is that of one for each of them, by the terms and the duration that are booked', async () => {
    expect(await book()).toMatchObject({ seats: 3, price: 25.05 });
    expect(await book({ providerId: ben })).toMatchObject({ price: 27 });
    expect(await book({ durationMin: 60, start: '12:00' })).toMatchObject({ price: 45.3 });
    expect(await book({ serviceId: free, start: '14:00' })).toMatchObject({ price: null });
    expect(await book({ seats: undefined, start: '15:00' })).toMatchObject({ price: 8.35 });
  });

  it.each([[30], [0], [null]])('is what the booking gives for all of them: %j', async (price) => {
    const { id, price: booked } = await book({ price });
    expect(booked).toBe(price);
    expect(await patched(id, { seats: 5 })).toBe(price);
  });

  it('is the same in a slot, in an alternative, in a visit that is offered and in what is booked there', async () => {
    const query = `serviceId=${yoga}&providerId=${ana}&seats=3`;
    const slots = await service.admin.get(`/availability/slots?${query}&date=${MONDAY}`);
    const calendar = await service.admin.get(`/availability/calendar?${query}&from=${MONDAY}&to=${MONDAY}`);
    const next = await service.admin.get(`/availability/next-available?${query}&from=${MONDAY}`);
    const any = await service.admin.get(
      `/availability/slots?serviceId=${yoga}&anyProvider=true&seats=3&date=${MONDAY}`,
    );
    const refused = await service.admin.post(
      '/appointments',
      aBooking(ana, yoga, { seats: 3, start: '07:00' }),
    );
    const search = await service.admin.post('/availability/search', {
      ...{ from: MONDAY, to: MONDAY, seats: 3 },
      items: [{ serviceId: yoga, providerId: ana }],
    });
    const prices = [
      slots.body.data[0],
      calendar.body.data.days[0].slots[0],
      next.body.data,
      any.body.data[0],
      refused.body.error.details.alternatives[0],
      search.body.data[0].items[0],
    ].map(({ price }: { price: number }) => price);
    expect(prices).toEqual([25.05, 25.05, 25.05, 25.05, 25.05, 25.05]);
    expect(await book({ start: '09:00' })).toMatchObject({ price: 25.05 });
  });

  it('is that of all seats of a hold, an offer, a series and a visit', async () => {
    const when = { date: MONDAY, start: '09:00' };
    const hold = await post('/holds', {
      ...when,
      serviceId: yoga,
      providerId: ana,
      seats: 2,
      durationMin: 60,
    });
    expect(await post('/appointments', { ...GUEST, holdId: hold.id })).toMatchObject({ price: 30.2 });
    const waiting = { ...GUEST, serviceId: yoga, providerId: ben, from: MONDAY, to: MONDAY, seats: 2 };
    const entry = await post('/waitlist', waiting);
    expect(await post(`/waitlist/${entry.id}/accept`, {})).toMatchObject({ price: 18 });
    const rule = { ...when, start: '11:00', rrule: 'FREQ=DAILY;COUNT=2' };
    const series = await post('/series', { ...GUEST, ...rule, serviceId: yoga, providerId: ana, seats: 2 });
    expect(series.appointments).toMatchObject([{ price: 16.7 }, { price: 16.7 }]);
    const items = [yoga, swim].map((serviceId) => ({ serviceId, providerId: ana }));
    const visit = await post('/visits', { ...GUEST, ...when, start: '13:00', items, seats: 2 });
    expect(visit.appointments).toMatchObject([{ price: 16.7 }, { price: 40 }]);
  });

  it('follows the seats by the price as it was booked, also with another provider', async () => {
    const { id } = await book();
    await service.admin.patch(`/services/${yoga}`, { price: 99 });
    expect(await patched(id, { seats: 2 })).toBe(16.7);
    expect(await patched(id, { seats: 4, providerId: ben, start: '16:00' })).toBe(33.4);
    expect(await patched(id, { notes: 'Own mat', price: 33.4 })).toBe(33.4);
    expect(await patched(id, { seats: 1 })).toBe(8.35);
    await service.admin.patch(`/services/${yoga}`, { price: 8.35 });
  });

  it('stays once a caller has given it, until another service brings its own', async () => {
    const { id } = await book();
    expect(await patched(id, { seats: 2, price: 16 })).toBe(16);
    expect(await patched(id, { seats: 3 })).toBe(16);
    expect(await patched(id, { serviceId: swim })).toBe(60);
    expect(await patched(id, { seats: 2 })).toBe(40);
    expect(await patched(id, { serviceId: yoga, seats: 4 })).toBe(33.4);
  });

  it('stays where a version before has booked it', async () => {
    const { id } = await book({ seats: 1 });
    await service.query('update appointments set seat_price = null where id = $1', [id]);
    expect(await patched(id, { seats: 3 })).toBe(8.35);
  });

  it('stays where a version before has changed it, which leaves the price of one seat', async () => {
    const { id } = await book({ seats: 1 });
    await service.query('update appointments set price = 5 where id = $1', [id]);
    expect(await patched(id, { seats: 3 })).toBe(5);
  });

  it('counts whole in revenue, and is in no event as that of one seat', async () => {
    const { id } = await book();
    await service.admin.patch(`/appointments/${id}/payment-status`, { payment_status: 'paid' });
    const summary = await service.admin.get('/appointments/summary');
    expect(summary.body.data.revenue).toEqual({ booked: 25.05, paid: 25.05 });
    await numberEvents(service);
    const { body } = await service.admin.get(`/events?types=appointment.*&resourceId=${id}`);
    expect(body.data[0].data).toMatchObject({ price: 25.05, seats: 3 });
    expect(JSON.stringify(body)).not.toMatch(/seat_?price/i);
  });

  it('is refused where it would be more than a price can be', async () => {
    const dear = await aService(service.admin, { price: 90_000_000, capacity: 12 });
    const refused = await service.admin.post('/appointments', aBooking(ana, dear, { seats: 2 }));
    const details = { seats: 'would cost more than 99999999.99' };
    expect([refused.status, refused.body.error.details]).toEqual([422, details]);
    const { id } = await book({ serviceId: dear, seats: 1 });
    const changed = await service.admin.patch(`/appointments/${id}`, { seats: 2 });
    expect([changed.status, changed.body.error.details]).toEqual([422, details]);
  });
});
