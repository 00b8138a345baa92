import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const TUESDAY = '2026-11-24';

describe('changing an appointment', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;
  let id: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { price: 20 });
    ({ id } = await anAppointment(service.admin, providerId, serviceId, { start: '10:00' }));
  });

  afterAll(() => service.stop());

  const patch = (body: object, path = '') => service.admin.patch(`/appointments/${id}${path}`, body);

  it.each([
    ['the date, keeping the time', { date: TUESDAY }, `${TUESDAY}T10:00:00Z`, `${TUESDAY}T10:30:00Z`],
    ['the time, keeping the date', { start: '11:15' }, `${MONDAY}T11:15:00Z`, `${MONDAY}T11:45:00Z`],
    ['both', { date: TUESDAY, start: '09:00' }, `${TUESDAY}T09:00:00Z`, `${TUESDAY}T09:30:00Z`],
    [
      'the start as an instant',
      { start: `${TUESDAY}T13:00:00+02:00` },
      `${TUESDAY}T11:00:00Z`,
      `${TUESDAY}T11:30:00Z`,
    ],
    [
      'the start as wall-clock time',
      { start: `${TUESDAY}T13:00` },
      `${TUESDAY}T13:00:00Z`,
      `${TUESDAY}T13:30:00Z`,
    ],
    ['the end', { end: '11:00' }, `${MONDAY}T10:00:00Z`, `${MONDAY}T11:00:00Z`],
    ['the time under its alias', { start_time: '12:00' }, `${MONDAY}T12:00:00Z`, `${MONDAY}T12:30:00Z`],
  ])('moves %s', async (_what, body, start, end) => {
    const answer = await patch(body);
    expect([answer.status, answer.body.data.start, answer.body.data.end]).toEqual([200, start, end]);
  });

  it('a moved appointment keeps a duration that was set, and takes the duration of a new service', async () => {
    await patch({ end: '11:00' });
    const moved = await patch({ start: '12:00' });
    expect(moved.body.data.end).toBe(`${MONDAY}T13:00:00Z`);
    const longer = await aService(service.admin, { durationMin: 90 });
    const other = await patch({ serviceId: longer });
    expect([other.body.data.serviceId, other.body.data.end]).toEqual([longer, `${MONDAY}T13:30:00Z`]);
  });

  it('an appointment moves to another provider', async () => {
    const otherId = await aProvider(service.admin);
    const { status, body } = await patch({ provider_id: otherId });
    expect([status, body.data.providerId, body.data.id]).toEqual([200, otherId, id]);
    expect((await service.admin.post('/appointments', aBooking(providerId, serviceId))).status).toBe(201);
  });

  it.each([
    ['slot_taken', { start: '14:10' }],
    ['outside_working_hours', { start: '16:45' }],
    ['in_the_past', { date: '2026-11-19' }],
  ])('a move is refused with %s, and changes nothing', async (reason, body) => {
    await anAppointment(service.admin, providerId, serviceId, { start: '14:00' });
    const before = await service.admin.get(`/appointments/${id}`);
    const answer = await patch({ ...body, notes: 'changed' });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'UNPROCESSABLE_ENTITY']);
    expect(answer.body.error.details).toEqual({ reason, alternatives: expect.any(Array) });
    expect((await service.admin.get(`/appointments/${id}`)).body).toEqual(before.body);
  });

  it('an appointment keeps the price it was booked at, and takes the price of a new service', async () => {
    const { body: booked } = await service.admin.get(`/appointments/${id}`);
    const spent = async () =>
      (await service.admin.get(`/customers/${booked.data.customerId}/appointments/stats`)).body.data
        .totalSpent;
    await service.admin.patch(`/services/${serviceId}`, { price: 30 });
    await patch({ start: '12:00', payment_status: 'paid' });
    expect(await spent()).toBe(20);
    await patch({ serviceId: await aService(service.admin, { price: 45 }) });
    expect(await spent()).toBe(45);
  });

  it('each change queues the message that fits it, and other changes queue none', async () => {
    await patch({ notes: 'No message', payment_status: 'paid' });
    await patch({ start: '12:00' });
    await patch({ status: 'cancelled' }, '/status');
    await patch({ status: 'confirmed' }, '/status');
    await patch({ status: 'completed' }, '/status');
    const { body } = await service.admin.get(`/appointments/${id}/notifications`);
    const events = body.data.map(({ event }: { event: string }) => event);
    expect(events).toEqual(['confirmation', 'cancellation', 'reschedule', 'confirmation']);
  });

  it('an appointment moves by a few minutes into its own time', async () => {
    expect((await patch({ start: '10:10' })).status).toBe(200);
  });

  it('an end that is not after the start is refused', async () => {
    const { status, body } = await patch({ end: '10:00' });
    expect([status, body.error.details]).toEqual([422, { end: 'must be after the start' }]);
  });

  it('an appointment that is sent back as it was read changes nothing', async () => {
    const read = await service.admin.get(`/appointments/${id}`);
    service.clock.set('2026-12-24T08:00:00Z');
    const answer = await patch(read.body.data);
    service.clock.set('2026-11-20T08:00:00Z');
    expect([answer.status, answer.body]).toEqual([200, read.body]);
  });

  it('an empty body changes nothing', async () => {
    const read = await service.admin.get(`/appointments/${id}`);
    expect((await patch({})).body).toEqual(read.body);
  });

  it('a change of notes, location, customer or payment never checks the time again', async () => {
    const { body: location } = await service.admin.post('/locations', { name: 'Main' });
    const other = await anAppointment(service.admin, providerId, serviceId, { start: '15:00' });
    service.clock.set('2026-12-24T08:00:00Z');
    const change = {
      notes: null,
      locationId: location.data.id,
      customerId: other.customerId,
      payment_status: 'paid',
    };
    const { status, body } = await patch(change);
    service.clock.set('2026-11-20T08:00:00Z');
    expect([status, body.data]).toEqual([200, expect.objectContaining(change)]);
  });

  it.each([
    ['customerId', 999_999],
    ['locationId', 999_999],
    ['providerId', 999_999],
    ['serviceId', 999_999],
    ['status', 'done'],
    ['payment_status', 'later'],
    ['date', null],
    ['notes', 7],
  ])('a change of %s to %s is refused', async (member, value) => {
    const { status, body } = await patch({ [member]: value });
    expect([status, body.error.code, Object.keys(body.error.details as object)]).toEqual([
      422,
      'VALIDATION_ERROR',
      [member],
    ]);
  });

  it('a cancelled appointment frees its time, and takes it again only while it is free', async () => {
    const cancelled = await patch({ status: 'cancelled' }, '/status');
    expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'cancelled']);
    expect((await patch({ status: 'confirmed' }, '/status')).status).toBe(200);
    await patch({ status: 'no-show' }, '/status');
    await anAppointment(service.admin, providerId, serviceId, { start: '10:15' });
    const { status, body } = await patch({ status: 'pending' }, '/status');
    expect([status, body.error.details.reason]).toEqual([422, 'slot_taken']);
  });

  it('a cancelled appointment is re-activated in the past and outside hours, because only the overlap rule counts', async () => {
    await patch({ status: 'cancelled' }, '/status');
    service.clock.set('2026-12-24T08:00:00Z');
    const { status } = await patch({ status: 'completed' }, '/status');
    service.clock.set('2026-11-20T08:00:00Z');
    expect(status).toBe(200);
  });

  it('an unknown status is refused with the allowed values', async () => {
    const { status, body } = await patch({ status: 'Confirmed' }, '/status');
    expect(status).toBe(422);
    expect(body.error.details).toEqual({
      status: 'must be one of pending, confirmed, completed, cancelled, no-show',
    });
  });

  it('notes are set and cleared', async () => {
    expect((await patch({ notes: 'Ring twice' }, '/notes')).body.data.notes).toBe('Ring twice');
    expect((await patch({ notes: null }, '/notes')).body.data.notes).toBeNull();
    expect((await patch({}, '/notes')).body.error.details).toEqual({ notes: 'is required' });
  });

  it('the payment status is set', async () => {
    const { status, body } = await patch({ payment_status: 'paid' }, '/payment-status');
    expect([status, body.data.payment_status]).toEqual([200, 'paid']);
  });

  it.each(['', '/status', '/notes', '/payment-status'])(
    'a change at %s of an unknown appointment is a 404',
    async (path) => {
      const body = { status: 'cancelled', notes: 'x', payment_status: 'paid' };
      const answer = await service.admin.patch(`/appointments/999999${path}`, body);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});

describe('an appointment whose service is deleted', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('an appointment of a deleted service is re-activated while its time is free, and refused with the reason once it is taken', async () => {
    const providerId = await aProvider(service.admin);
    const [gone, other] = [await aService(service.admin), await aService(service.admin)];
    const { id } = await anAppointment(service.admin, providerId, gone, { start: '10:00' });
    await service.admin.delete(`/services/${gone}`);
    const set = (status: string) => service.admin.patch(`/appointments/${id}/status`, { status });
    await set('cancelled');
    expect((await set('confirmed')).status).toBe(200);
    await set('cancelled');
    await anAppointment(service.admin, providerId, other, { start: '10:15' });
    const { status, body } = await set('confirmed');
    expect([status, body.error.details]).toEqual([422, { reason: 'slot_taken', alternatives: [] }]);
  });
});
