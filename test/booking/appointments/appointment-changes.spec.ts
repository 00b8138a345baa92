import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const TUESDAY = '2026-11-24';

describe('A change of an appointment', () => {
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
    ['the date and keeps the time of day', { date: TUESDAY }, `${TUESDAY}T10:00:00Z`, `${TUESDAY}T10:30:00Z`],
    ['the time of day and keeps the date', { start: '11:15' }, `${MONDAY}T11:15:00Z`, `${MONDAY}T11:45:00Z`],
    [
      'the date and the time of day',
      { date: TUESDAY, start: '09:00' },
      `${TUESDAY}T09:00:00Z`,
      `${TUESDAY}T09:30:00Z`,
    ],
    [
      'the start that is given as an instant',
      { start: `${TUESDAY}T13:00:00+02:00` },
      `${TUESDAY}T11:00:00Z`,
      `${TUESDAY}T11:30:00Z`,
    ],
    [
      'the start that is given as a date and time without an offset',
      { start: `${TUESDAY}T13:00` },
      `${TUESDAY}T13:00:00Z`,
      `${TUESDAY}T13:30:00Z`,
    ],
    ['the end and keeps the start', { end: '11:00' }, `${MONDAY}T10:00:00Z`, `${MONDAY}T11:00:00Z`],
    [
      'the time of day that is given under its alias start_time',
      { start_time: '12:00' },
      `${MONDAY}T12:00:00Z`,
      `${MONDAY}T12:30:00Z`,
    ],
  ])('moves %s', async (_what, body, start, end) => {
    const answer = await patch(body);
    expect([answer.status, answer.body.data.start, answer.body.data.end]).toEqual([200, start, end]);
  });

  it('keeps a duration that was set before, and takes the duration of a new service', async () => {
    await patch({ end: '11:00' });
    const moved = await patch({ start: '12:00' });
    expect(moved.body.data.end).toBe(`${MONDAY}T13:00:00Z`);
    const longer = await aService(service.admin, { durationMin: 90 });
    const other = await patch({ serviceId: longer });
    expect([other.body.data.serviceId, other.body.data.end]).toEqual([longer, `${MONDAY}T13:30:00Z`]);
  });

  it('moves the appointment to another provider and frees the time of the first provider', async () => {
    const otherId = await aProvider(service.admin);
    const { status, body } = await patch({ provider_id: otherId });
    expect([status, body.data.providerId, body.data.id]).toEqual([200, otherId, id]);
    expect((await service.admin.post('/appointments', aBooking(providerId, serviceId))).status).toBe(201);
  });

  it.each([
    ['slot_taken', { start: '14:10' }],
    ['outside_working_hours', { start: '16:45' }],
    ['in_the_past', { date: '2026-11-19' }],
  ])('is refused with %s and changes nothing when the new time cannot be booked', async (reason, body) => {
    await anAppointment(service.admin, providerId, serviceId, { start: '14:00' });
    const before = await service.admin.get(`/appointments/${id}`);
    const answer = await patch({ ...body, notes: 'changed' });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'UNPROCESSABLE_ENTITY']);
    expect(answer.body.error.details).toEqual({ reason, alternatives: expect.any(Array) });
    expect((await service.admin.get(`/appointments/${id}`)).body).toEqual(before.body);
  });

  it('keeps the price of the booking, and takes the price of a new service', async () => {
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

  it('queues a message for a move, a cancellation and a re-activation, and no message for other changes', async () => {
    await patch({ notes: 'No message', payment_status: 'paid' });
    await patch({ start: '12:00' });
    await patch({ status: 'cancelled' }, '/status');
    await patch({ status: 'confirmed' }, '/status');
    await patch({ status: 'completed' }, '/status');
    const { body } = await service.admin.get(`/appointments/${id}/notifications`);
    const events = body.data.map(({ event }: { event: string }) => event);
    expect(events).toEqual(['confirmation', 'cancellation', 'reschedule', 'confirmation']);
  });

  it('may move the appointment by a few minutes into the time that it occupies itself', async () => {
    expect((await patch({ start: '10:10' })).status).toBe(200);
  });

  it('is refused when the end is not after the start', async () => {
    const { status, body } = await patch({ end: '10:00' });
    expect([status, body.error.details]).toEqual([422, { end: 'must be after the start' }]);
  });

  it('changes nothing when the client sends the appointment back as it read it', async () => {
    const read = await service.admin.get(`/appointments/${id}`);
    service.clock.set('2026-12-24T08:00:00Z');
    const answer = await patch(read.body.data);
    service.clock.set('2026-11-20T08:00:00Z');
    expect([answer.status, answer.body.data]).toEqual([200, read.body.data]);
  });

  it('changes nothing when the body is empty', async () => {
    const read = await service.admin.get(`/appointments/${id}`);
    expect((await patch({})).body).toEqual(read.body);
  });

  it('of the notes, location, customer or payment status does not check the time again', async () => {
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
  ])('is refused when it sets %s to %s', async (member, value) => {
    const { status, body } = await patch({ [member]: value });
    expect([status, body.error.code, Object.keys(body.error.details as object)]).toEqual([
      422,
      'VALIDATION_ERROR',
      [member],
    ]);
  });

  it('re-activates a cancelled appointment while its time is free, and not once another appointment has the time', async () => {
    const cancelled = await patch({ status: 'cancelled' }, '/status');
    expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'cancelled']);
    expect((await patch({ status: 'confirmed' }, '/status')).status).toBe(200);
    await patch({ status: 'no-show' }, '/status');
    await anAppointment(service.admin, providerId, serviceId, { start: '10:15' });
    const { status, body } = await patch({ status: 'pending' }, '/status');
    expect([status, body.error.details.reason]).toEqual([422, 'slot_taken']);
  });

  it('re-activates a cancelled appointment in the past, because only the overlap rule applies', async () => {
    await patch({ status: 'cancelled' }, '/status');
    service.clock.set('2026-12-24T08:00:00Z');
    const { status } = await patch({ status: 'completed' }, '/status');
    service.clock.set('2026-11-20T08:00:00Z');
    expect(status).toBe(200);
  });

  it('to an unknown status is refused with the list of allowed statuses', async () => {
    const { status, body } = await patch({ status: 'Confirmed' }, '/status');
    expect(status).toBe(422);
    expect(body.error.details).toEqual({
      status: 'must be one of pending, confirmed, completed, cancelled, no-show',
    });
  });

  it('sets the notes, clears them with null, and is refused without the member notes', async () => {
    expect((await patch({ notes: 'Ring twice' }, '/notes')).body.data.notes).toBe('Ring twice');
    expect((await patch({ notes: null }, '/notes')).body.data.notes).toBeNull();
    expect((await patch({}, '/notes')).body.error.details).toEqual({ notes: 'is required' });
  });

  it('sets the payment status', async () => {
    const { status, body } = await patch({ payment_status: 'paid' }, '/payment-status');
    expect([status, body.data.payment_status]).toEqual([200, 'paid']);
  });

  it.each(['', '/status', '/notes', '/payment-status'])(
    'at the path “/appointments/{id}%s” is answered 404 when the appointment does not exist',
    async (path) => {
      const body = { status: 'cancelled', notes: 'x', payment_status: 'paid' };
      const answer = await service.admin.patch(`/appointments/999999${path}`, body);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});

describe('An appointment whose service, provider, location or room is gone', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('is re-activated while its time is free, and refused with slot_taken once another appointment has the time', async () => {
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

  it.each([
    ['another start', { start: '11:00' }],
    ['another end', { end: '12:00' }],
    ['another start, outside of the schedule', { start: '06:00', ignoreSchedule: true }],
    ['another date as an instant', { start: '2026-11-24T10:00:00Z' }],
    ['its own service, named', { start: '11:00', service: 'own' }],
    ['another provider', { provider: 'other' }],
  ])(
    'cannot get %s, because the service is not available',
    async (_what, { service: own, provider, ...members }: Move) => {
      const [ana, ben] = [await aProvider(service.admin), await aProvider(service.admin)];
      const gone = await aService(service.admin);
      const { id } = await anAppointment(service.admin, ana, gone, { start: '10:00' });
      await service.admin.delete(`/services/${gone}`);
      const { status, body } = await service.admin.patch(`/appointments/${id}`, {
        ...members,
        ...(own !== undefined && { serviceId: gone }),
        ...(provider !== undefined && { providerId: ben }),
      });
      expect([status, body.error.details]).toEqual([
        422,
        { reason: 'service_unavailable', alternatives: [] },
      ]);
      const other = await aService(service.admin);
      const moved = await service.admin.patch(`/appointments/${id}`, { start: '11:00', serviceId: other });
      expect(moved.status).toBe(200);
    },
  );

  it('cannot move as an occurrence of a series, for the same reason', async () => {
    const [ana, gone] = [await aProvider(service.admin), await aService(service.admin)];
    const series = await service.admin.post('/series', aBooking(ana, gone, { rrule: 'FREQ=DAILY;COUNT=2' }));
    await service.admin.delete(`/services/${gone}`);
    const { status, body } = await service.admin.patch(`/series/${series.body.data.id}`, { start: '11:00' });
    expect([status, body.error.details]).toMatchObject([
      422,
      {
        reason: 'occurrences_refused',
        occurrences: [{ reason: 'service_unavailable' }, { reason: 'service_unavailable' }],
      },
    ]);
  });

  it('cannot move with a deactivated provider, because the provider is not available', async () => {
    const [ana, haircut] = [await aProvider(service.admin), await aService(service.admin)];
    const { id } = await anAppointment(service.admin, ana, haircut, { start: '10:00' });
    await service.admin.delete(`/providers/${ana}`);
    const { body } = await service.admin.patch(`/appointments/${id}`, { start: '11:00' });
    expect(body.error.details).toEqual({ reason: 'provider_unavailable', alternatives: [] });
  });

  it('moves without the location that was deleted, which no change can name', async () => {
    const [ana, haircut] = [await aProvider(service.admin), await aService(service.admin)];
    const locationId = (await service.admin.post('/locations', { name: 'Branch' })).body.data.id as number;
    const { id } = await anAppointment(service.admin, ana, haircut, { start: '10:00', locationId });
    await service.admin.delete(`/locations/${locationId}`);
    const moved = await service.admin.patch(`/appointments/${id}`, { start: '11:00' });
    expect([moved.status, moved.body.data.locationId]).toEqual([200, null]);
    const { status, body } = await service.admin.patch(`/appointments/${id}`, { start: '12:00', locationId });
    expect([status, body.error.details]).toEqual([422, { locationId: 'names no location' }]);
    const { data } = (await service.admin.get(`/appointments/${id}`)).body;
    expect(data.start).toBe(moved.body.data.start);
  });

  it('cannot move when the only resource that it needs is not active, and moves once there is another', async () => {
    const kind = 'treatment-room';
    const room = (await service.admin.post('/resources', { name: 'Room', kind })).body.data.id as number;
    const massage = await aService(service.admin, { resources: [{ kind, quantity: 1 }] });
    const ana = await aProvider(service.admin);
    const { id } = await anAppointment(service.admin, ana, massage, { start: '10:00' });
    await service.admin.patch(`/resources/${room}`, { active: false });
    const { status, body } = await service.admin.patch(`/appointments/${id}`, { start: '11:00' });
    expect([status, body.error.details]).toEqual([422, { reason: 'resource_unavailable', alternatives: [] }]);
    await service.admin.post('/resources', { name: 'Another room', kind });
    expect((await service.admin.patch(`/appointments/${id}`, { start: '11:00' })).status).toBe(200);
  });
});

/** What a move names. */
interface Move {
  readonly start?: string;
  readonly end?: string;
  readonly ignoreSchedule?: boolean;
  readonly service?: string;
  readonly provider?: string;
}
