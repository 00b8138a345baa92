import { AppointmentExpiry } from '../../src/booking/diary/expiry/appointment-expiry';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { eventsOf } from '../support/events';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, makeOffers } from '../support/waiting';

const MINUTE_MS = 60_000;
/** When an appointment ends that is pending for ten minutes. */
const END = '2026-11-20T08:10:00Z';
const CUSTOMER = { name: 'Mia Keller', email: 'mia@example.com' };

interface Shown {
  readonly id: number;
  readonly status: string;
  readonly expiresAt: string | null;
  readonly cancelledBy: string | null;
  readonly cancelReason: string | null;
}

describe('A pending appointment that ends', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    service.clock.set(START);
    await service.query('delete from appointments');
    await service.query('delete from holds');
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin);
  });

  afterAll(() => service.stop());

  const post = (members: object = {}) =>
    service.admin.post('/appointments', aBooking(providerId, serviceId, { status: 'pending', ...members }));
  const book = async (members: object = {}) => {
    const { status, body } = await post({ expiresInMin: 10, ...members });
    expect(status).toBe(201);
    return body.data as Shown;
  };
  const get = async (id: number) => (await service.admin.get(`/appointments/${id}`)).body.data as Shown;
  const patch = (id: number, members: object) => service.admin.patch(`/appointments/${id}`, members);
  const just = (before: string) => {
    service.clock.set(new Date(Date.parse(before) - 1).toISOString());
  };
  const check = async () => {
    const time = { providerId, serviceId, date: MONDAY, start: '10:00' };
    return (await service.admin.post('/availability/check', time)).body.data.reason as string | null;
  };
  const total = async (query: string) =>
    (await service.admin.get(`/appointments?providerId=${providerId}&${query}`)).body.meta?.total;

  it('shows when it ends, and ends at that moment without a job', async () => {
    const { id, expiresAt } = await book();
    expect(expiresAt).toBe(END);
    just(END);
    expect(await get(id)).toMatchObject({ status: 'pending', expiresAt: END, cancelledBy: null });
    expect(await check()).toBe('slot_taken');
    service.clock.set(END);
    expect(await check()).toBeNull();
    expect(await get(id)).toMatchObject({
      status: 'cancelled',
      expiresAt: null,
      cancelledBy: 'expired',
      cancelReason: null,
    });
  });

  const asks: Readonly<Record<string, () => Promise<{ status: number }>>> = {
    'a booking': () => service.admin.post('/appointments', aBooking(providerId, serviceId)),
    'a hold': () => service.admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00' }),
    'a series': () =>
      service.admin.post('/series', aBooking(providerId, serviceId, { rrule: 'FREQ=DAILY;COUNT=2' })),
    'a visit': () =>
      service.admin.post('/visits', {
        ...CUSTOMER,
        date: MONDAY,
        start: '10:00',
        items: [{ serviceId, providerId }],
      }),
  };

  it.each(Object.entries(asks))(
    'keeps its time from %s until the moment at which it ends',
    async (_what, ask) => {
      await book();
      just(END);
      expect((await ask()).status).toBe(422);
      service.clock.set(END);
      expect((await ask()).status).toBe(201);
    },
  );

  it('keeps its time from a move until the moment at which it ends', async () => {
    await book();
    const { id } = await book({ start: '14:00', status: 'confirmed', expiresInMin: undefined });
    just(END);
    expect((await patch(id, { start: '10:00' })).status).toBe(422);
    service.clock.set(END);
    expect((await patch(id, { start: '10:00' })).status).toBe(200);
  });

  it('frees its room and its seats', async () => {
    const room = (await service.admin.post('/resources', { name: 'Room', kind: `room-${providerId}` })).body
      .data;
    const course = await aService(service.admin, {
      capacity: 2,
      resources: [{ kind: room.kind, quantity: 1 }],
    });
    const seats = { serviceId: course, seats: 2 };
    await book(seats);
    const sessions = async () =>
      (await service.admin.get(`/sessions?providerId=${providerId}&from=${MONDAY}&to=${MONDAY}`)).body.data;
    expect(await sessions()).toMatchObject([{ seatsTaken: 2 }]);
    service.clock.set(END);
    expect(await sessions()).toEqual([]);
    const other = await aProvider(service.admin);
    expect((await post({ ...seats, providerId: other })).status).toBe(201);
  });

  it('is listed, counted and filtered as cancelled from that moment on', async () => {
    await book();
    await service.admin.get('/appointments/counts');
    expect([await total('status=pending'), await total('status=cancelled')]).toEqual([1, 0]);
    service.clock.set(END);
    expect([await total('status=pending'), await total('status=cancelled')]).toEqual([0, 1]);
    const { body } = await service.admin.get(`/appointments/counts?providerId=${providerId}`);
    expect(body.data).toMatchObject({ pending: 0, cancelled: 1 });
  });

  it('is left out of the month of its provider, which takes no key', async () => {
    await book();
    service.clock.set(END);
    const month = await service.anonymous.get(`/providers/${providerId}/appointments?month=2026-11`);
    expect(month.body.data).toEqual([]);
  });

  it('takes the time of its service where the booking names none, and null means never', async () => {
    await service.admin.patch(`/services/${serviceId}`, { pendingMin: 10 });
    const bookings = [{}, { start: '11:00', expiresInMin: 20 }, { start: '12:00', expiresInMin: null }];
    const ends = [];
    for (const members of bookings) ends.push((await post(members)).body.data.expiresAt);
    const confirmed = await post({ start: '13:00', status: 'confirmed' });
    expect([...ends, confirmed.body.data.expiresAt]).toEqual([END, '2026-11-20T08:20:00Z', null, null]);
    const held = { providerId, serviceId, date: MONDAY, start: '14:00' };
    const holdId = (await service.admin.post('/holds', held)).body.data.id as string;
    const booked = await service.admin.post('/appointments', { ...CUSTOMER, holdId, status: 'pending' });
    expect(booked.body.data.expiresAt).toBe(END);
  });

  it('lasts once it is confirmed, after any other change before', async () => {
    const { id } = await book();
    expect((await patch(id, { start: '11:00', notes: 'Later' })).body.data.expiresAt).toBe(END);
    const { body } = await service.admin.patch(`/appointments/${id}/status`, { status: 'confirmed' });
    expect(body.data).toMatchObject({ status: 'confirmed', expiresAt: null });
    service.clock.set('2026-11-20T12:00:00Z');
    expect(await get(id)).toMatchObject({ status: 'confirmed', cancelledBy: null });
    const time = { start: '11:00' };
    expect((await service.admin.post('/appointments', aBooking(providerId, serviceId, time))).status).toBe(
      422,
    );
  });

  it('can be confirmed after that moment only while its time is free', async () => {
    const { id } = await book();
    service.clock.set(END);
    expect((await patch(id, { status: 'confirmed' })).body.data).toMatchObject({
      status: 'confirmed',
      cancelledBy: null,
      expiresAt: null,
    });
    await service.admin.delete(`/appointments/${id}`);
    service.clock.set(START);
    const other = await book();
    service.clock.set(END);
    await service.admin.post('/appointments', aBooking(providerId, serviceId));
    const late = await patch(other.id, { status: 'confirmed' });
    expect([late.status, late.body.error.details.reason]).toEqual([422, 'slot_taken']);
  });

  it('is confirmed by a payment where its service says so, as long as it is pending', async () => {
    const pay = (id: number) =>
      service.admin.patch(`/appointments/${id}/payment-status`, { payment_status: 'paid' });
    const { id: kept } = await book();
    expect((await pay(kept)).body.data).toMatchObject({ status: 'pending', payment_status: 'paid' });
    await service.admin.patch(`/services/${serviceId}`, { confirmWhenPaid: true });
    const { id: paid } = await book({ start: '11:00' });
    expect((await pay(paid)).body.data).toMatchObject({ status: 'confirmed', expiresAt: null });
    const { id: late } = await book({ start: '12:00' });
    service.clock.set(END);
    expect((await pay(late)).body.data).toMatchObject({ status: 'cancelled', payment_status: 'paid' });
    expect(await get(paid)).toMatchObject({ status: 'confirmed' });
  });

  it.each([
    ['another payment status', { payment_status: 'failed' }],
    ['a payment that is due', { payment_status: 'pending' }],
    ['a payment beside the status pending', { payment_status: 'paid', status: 'pending' }],
  ])('is not confirmed by %s, and still ends', async (_what, members) => {
    await service.admin.patch(`/services/${serviceId}`, { confirmWhenPaid: true });
    const { id, expiresAt } = await book();
    expect((await patch(id, members)).body.data).toMatchObject({ ...members, status: 'pending', expiresAt });
    service.clock.set(END);
    expect(await get(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'expired' });
  });

  it('has one event and one message, and its time is offered to the waitlist', async () => {
    const { id } = await book();
    const entry = await anEntryOf(service, serviceId, {
      providerId,
      timeFrom: '10:00',
      timeTo: '10:30',
      from: MONDAY,
      to: MONDAY,
    });
    await makeOffers(service);
    expect(entry.status).toBe('waiting');
    service.clock.set(END);
    const expired = await eventsOf(
      service,
      () => service.app.get(AppointmentExpiry).settle() ?? Promise.resolve(),
    );
    expect(expired.map(({ type, resourceId, userId }) => ({ type, resourceId, userId }))).toEqual([
      { type: 'appointment.expired', resourceId: id, userId: null },
    ]);
    const { body } = await service.admin.get(`/appointments/${id}`);
    expect({ ...expired[0]?.data, manageUrl: body.data.manageUrl }).toEqual(body.data);
    const messages = await service.query(
      `select event from notifications where appointment_id = ${id} order by id`,
    );
    expect(messages).toEqual([{ event: 'confirmation' }, { event: 'cancellation' }]);
    await makeOffers(service);
    const offered = (await service.admin.get(`/waitlist/${entry.id}`)).body.data;
    expect(offered).toMatchObject({ status: 'offered', offer: { start: `${MONDAY}T10:00:00Z` } });
  });

  it('ends with all others of its series, which are one message', async () => {
    const body = aBooking(providerId, serviceId, {
      rrule: 'FREQ=DAILY;COUNT=3',
      status: 'pending',
      expiresInMin: 10,
    });
    const series = (await service.admin.post('/series', body)).body.data;
    service.clock.set(END);
    const { appointments } = (await service.admin.get(`/series/${series.id}`)).body.data as {
      appointments: Shown[];
    };
    expect(appointments.map(({ status, cancelledBy }) => [status, cancelledBy])).toEqual(
      Array(3).fill(['cancelled', 'expired']),
    );
    const sent = await service.query(
      `select event, jsonb_array_length(snapshot -> 'others') as others from notifications order by id desc limit 2`,
    );
    expect(sent).toEqual([
      { event: 'cancellation', others: 2 },
      { event: 'confirmation', others: 2 },
    ]);
  });

  it('asks PostgreSQL for the next end only every few minutes', async () => {
    const expiry = service.app.get(AppointmentExpiry);
    service.clock.set('2026-11-20T09:00:00Z');
    await expiry.settle();
    expect(expiry.settle()).toBeUndefined();
    service.clock.set(new Date(service.clock.now() + 4 * MINUTE_MS - 1).toISOString());
    expect(expiry.settle()).toBeUndefined();
    service.clock.set(new Date(service.clock.now() + 1).toISOString());
    expect(expiry.settle()).toBeInstanceOf(Promise);
    await expiry.settle();
  });

  it.each([
    [{ status: 'confirmed', expiresInMin: 10 }, 'expiresInMin'],
    [{ expiresInMin: 4 }, 'expiresInMin'],
    [{ expiresInMin: 10_081 }, 'expiresInMin'],
    [{ expiresInMin: '10' }, 'expiresInMin'],
  ])('is refused as a fault of the booking: %j', async (members, fault) => {
    const { status, body } = await post(members);
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, [fault]]);
  });
});

describe('A cancelled appointment', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const book = async (members: object = {}) =>
    (await service.admin.post('/appointments', aBooking(providerId, serviceId, members))).body.data as Shown;
  const patch = (id: number, members: object) => service.admin.patch(`/appointments/${id}`, members);

  it('says who cancelled it and why, and no longer when it comes back', async () => {
    const { id, ...booked } = await book();
    expect(booked).toMatchObject({ cancelledBy: null, cancelReason: null });
    const cancelled = await patch(id, { status: 'cancelled' });
    expect(cancelled.body.data).toMatchObject({ cancelledBy: 'business', cancelReason: null });
    const explained = await patch(id, {
      status: 'cancelled',
      cancelledBy: 'customer',
      cancelReason: 'Is ill',
    });
    expect(explained.body.data).toMatchObject({ cancelledBy: 'customer', cancelReason: 'Is ill' });
    const noted = await patch(id, { notes: 'Call back' });
    expect(noted.body.data).toMatchObject({ cancelledBy: 'customer', cancelReason: 'Is ill' });
    const back = await service.admin.patch(`/appointments/${id}/status`, { status: 'confirmed' });
    expect(back.body.data).toMatchObject({ cancelledBy: null, cancelReason: null });
  });

  it('takes both where the status is set, and in series and visits', async () => {
    const why = { status: 'cancelled', cancelledBy: 'customer', cancelReason: 'Moves away' };
    const { id } = await book();
    const one = await service.admin.patch(`/appointments/${id}/status`, why);
    const series = (
      await service.admin.post(
        '/series',
        aBooking(providerId, serviceId, { start: '12:00', rrule: 'FREQ=DAILY;COUNT=2' }),
      )
    ).body.data;
    const changed = await service.admin.patch(`/series/${series.id}`, why);
    const visit = (
      await service.admin.post('/visits', {
        ...CUSTOMER,
        date: MONDAY,
        start: '15:00',
        items: [{ serviceId, providerId }],
      })
    ).body.data;
    const ended = await service.admin.patch(`/visits/${visit.id}`, why);
    const all = [
      one.body.data,
      ...(changed.body.data.appointments as object[]),
      ...(ended.body.data.appointments as object[]),
    ];
    expect(all).toHaveLength(4);
    for (const each of all) expect(each).toMatchObject(why);
  });

  it.each([
    [{ cancelReason: 'Is ill' }, ['cancelReason']],
    [{ status: 'confirmed', cancelledBy: 'customer' }, ['cancelledBy']],
    [{ status: 'cancelled', cancelledBy: 'expired' }, ['cancelledBy']],
    [{ status: 'cancelled', cancelReason: 'x'.repeat(501) }, ['cancelReason']],
  ])('refuses %j', async (members, faults) => {
    const { id } = await book();
    const { status, body } = await patch(id, members);
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, faults]);
  });

  it('can be read and written back whole', async () => {
    const { id } = await book();
    const { body } = await service.admin.get(`/appointments/${id}`);
    expect((await patch(id, body.data as object)).status).toBe(200);
  });
});
