import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

describe('A group session', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { name: 'Yoga', durationMin: 60, capacity: 4 });
  });

  afterAll(() => service.stop());

  const book = (members: object = {}) =>
    service.admin.post('/appointments', aBooking(providerId, serviceId, members));
  const booked = async (members: object = {}) => {
    const { status, body } = await book(members);
    expect([status, body.error]).toEqual([201, undefined]);
    return body.data as { id: number; seats: number };
  };
  const patch = (id: number, body: object) => service.admin.patch(`/appointments/${id}`, body);
  const outcome = ({
    status,
    body,
  }: {
    status: number;
    body: { error?: { details?: { reason?: string } } };
  }) => (status < 300 ? status : body.error?.details?.reason);
  const slotsOf = async (query = '') => {
    const path = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}${query}`;
    return (await service.admin.get(path)).body.data as {
      time: string;
      capacity?: number;
      seatsLeft?: number;
    }[];
  };
  const seatsLeftAt = async (time: string) => (await slotsOf()).find((slot) => slot.time === time)?.seatsLeft;
  const sessions = async (query = `providerId=${providerId}`) =>
    (await service.admin.get(`/sessions?from=${MONDAY}&to=${MONDAY}&${query}`)).body.data;

  it('takes appointments until its seats are gone, and then says so', async () => {
    const all = [
      await book(),
      await book({ seats: 2 }),
      await book({ seats: 2 }),
      await book(),
      await book(),
    ];
    expect(all.map(outcome)).toEqual([201, 201, 'session_full', 201, 'session_full']);
    expect(all.map(({ body }) => body.data?.seats)).toEqual([1, 2, undefined, 1, undefined]);
  });

  it('is offered with the seats that it has left', async () => {
    expect((await slotsOf())[0]).toMatchObject({ time: '09:00', capacity: 4, seatsLeft: 4 });
    await booked({ seats: 3 });
    expect(await seatsLeftAt('10:00')).toBe(1);
    expect((await slotsOf('&seats=2')).map(({ time }) => time)).not.toContain('10:00');
    expect((await slotsOf('&seats=2')).map(({ time }) => time)).toContain('11:00');
    await booked();
    expect(await seatsLeftAt('10:00')).toBeUndefined();
  });

  it('is not shared by another service, another start or another provider', async () => {
    await booked();
    const other = await aService(service.admin, { durationMin: 60, capacity: 4 });
    expect(outcome(await book({ serviceId: other }))).toBe('slot_taken');
    expect(outcome(await book({ start: '10:30' }))).toBe('slot_taken');
    expect(outcome(await book({ providerId: await aProvider(service.admin) }))).toBe(201);
  });

  it('of a service with one seat is not shared', async () => {
    serviceId = await aService(service.admin, { durationMin: 60 });
    await booked();
    expect(outcome(await book())).toBe('slot_taken');
    expect((await slotsOf())[0]).not.toHaveProperty('capacity');
  });

  it.each([
    ['/appointments', (members: object) => book(members)],
    [
      '/holds',
      (members: object) =>
        service.admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00', ...members }),
    ],
    [
      '/availability/check',
      (members: object) =>
        service.admin.post('/availability/check', {
          providerId,
          serviceId,
          date: MONDAY,
          start: '10:00',
          ...members,
        }),
    ],
    [
      '/availability/slots',
      ({ seats }: { seats?: number }) =>
        service.admin.get(
          `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}&seats=${seats}`,
        ),
    ],
    [
      '/availability/summary',
      ({ seats }: { seats?: number }) =>
        service.admin.get(
          `/availability/summary?serviceId=${serviceId}&providerId=${providerId}&seats=${seats}`,
        ),
    ],
    [
      '/availability/next-available',
      ({ seats }: { seats?: number }) =>
        service.admin.get(`/availability/next-available?serviceId=${serviceId}&seats=${seats}`),
    ],
  ])('has at most the seats of its service: %s', async (_path, ask) => {
    const { status, body } = await ask({ seats: 5 });
    expect([status, body.error]).toMatchObject([
      422,
      { code: 'VALIDATION_ERROR', details: { seats: 'must be at most 4, the capacity of the service' } },
    ]);
  });

  it('keeps who is in when the capacity is lowered, and offers no more', async () => {
    const first = await booked({ seats: 2 });
    const second = await booked({ seats: 2 });
    await service.admin.patch(`/services/${serviceId}`, { capacity: 3 });
    expect(await seatsLeftAt('10:00')).toBeUndefined();
    expect(await sessions()).toMatchObject([
      { capacity: 3, seatsTaken: 4, seatsLeft: 0, appointmentIds: [first.id, second.id] },
    ]);
    expect(outcome(await book())).toBe('session_full');
    expect((await patch(first.id, { notes: 'Stays' })).status).toBe(200);
  });

  it('begins with an appointment of the time before the service had seats', async () => {
    serviceId = await aService(service.admin, { durationMin: 60 });
    await booked();
    await service.admin.patch(`/services/${serviceId}`, { capacity: 3 });
    expect([await book(), await book(), await book()].map(outcome)).toEqual([201, 201, 'session_full']);
    expect(
      await service.query(`select seats::text from claims where provider_id = $1 order by id`, [providerId]),
    ).toEqual([{ seats: '{[1,2)}' }, { seats: '{[2,3)}' }, { seats: '{[3,4)}' }]);
  });

  it('gives back the seats of who cancels, and takes who comes back', async () => {
    const cancelled = await booked({ seats: 3 });
    await booked();
    await patch(cancelled.id, { status: 'cancelled' });
    expect(await seatsLeftAt('10:00')).toBe(3);
    const other = await booked({ seats: 2 });
    expect(outcome(await patch(cancelled.id, { status: 'confirmed' }))).toBe('session_full');
    await patch(other.id, { status: 'no-show' });
    expect(outcome(await patch(cancelled.id, { status: 'confirmed' }))).toBe(200);
    expect(await seatsLeftAt('10:00')).toBeUndefined();
  });

  it('changes the seats of an appointment as far as there are some', async () => {
    const { id } = await booked();
    await booked();
    expect(outcome(await patch(id, { seats: 3 }))).toBe(200);
    expect(outcome(await patch(id, { seats: 4 }))).toBe('session_full');
    expect(outcome(await patch(id, { seats: 2 }))).toBe(200);
    expect(await seatsLeftAt('10:00')).toBe(1);
    expect((await patch(id, { seats: 5 })).body.error.details).toEqual({
      seats: 'must be at most 4, the capacity of the service',
    });
  });

  it('is left and joined by a move', async () => {
    const moving = await booked({ seats: 2 });
    await booked({ start: '11:00', seats: 3 });
    expect(outcome(await patch(moving.id, { start: '11:00' }))).toBe('session_full');
    await patch(moving.id, { seats: 1 });
    expect(outcome(await patch(moving.id, { start: '11:00' }))).toBe(200);
    expect(await seatsLeftAt('10:00')).toBe(4);
    expect(await sessions()).toMatchObject([{ seatsTaken: 4, seatsLeft: 0 }]);
  });

  it('has the buffers of its first appointment', async () => {
    await service.admin.patch(`/services/${serviceId}`, { bufferAfterMin: 30 });
    await booked();
    await service.admin.patch(`/services/${serviceId}`, { bufferAfterMin: 0 });
    await booked();
    const busy = await service.query<{ busy: string }>(
      `select distinct to_char(upper(busy) at time zone 'UTC', 'HH24:MI') as busy from claims where provider_id = $1`,
      [providerId],
    );
    expect(busy).toEqual([{ busy: '11:30' }]);
  });

  it('is offered at its start, also off the grid', async () => {
    await booked({ start: '10:10', ignoreSchedule: true });
    expect((await slotsOf()).map(({ time }) => time)).toEqual([
      '09:00',
      '10:10',
      ...['12:00', '13:00', '14:00', '15:00', '16:00'],
    ]);
  });

  it('counts held seats', async () => {
    const held = { providerId, serviceId, date: MONDAY, start: '10:00', seats: 3 };
    const hold = await service.admin.post('/holds', held);
    expect(hold.status).toBe(201);
    expect(outcome(await book({ seats: 2 }))).toBe('session_full');
    const { id } = await booked();
    expect(await sessions()).toEqual([
      {
        providerId,
        serviceId,
        start: `${MONDAY}T10:00:00Z`,
        end: `${MONDAY}T11:00:00Z`,
        capacity: 4,
        seatsTaken: 4,
        seatsLeft: 0,
        appointmentIds: [id],
      },
    ]);
    const customer = { name: 'Mia', email: 'mia@example.com' };
    const used = await service.admin.post('/appointments', { ...customer, holdId: hold.body.data.id });
    expect([used.status, used.body.data.seats]).toEqual([201, 3]);
    expect(await sessions()).toMatchObject([{ seatsTaken: 4, appointmentIds: [id, used.body.data.id] }]);
  });

  describe('in GET /sessions', () => {
    it('is found by its provider and service, in time order, and not when it has one seat', async () => {
      await booked({ start: '12:00' });
      await booked({ start: '09:00' });
      const single = await aService(service.admin, { durationMin: 60 });
      await book({ serviceId: single, start: '14:00' });
      const starts = (rows: { start: string }[]) => rows.map(({ start }) => start.slice(11, 16));
      expect(starts(await sessions())).toEqual(['09:00', '12:00']);
      expect(starts(await sessions(`serviceId=${serviceId}`))).toEqual(['09:00', '12:00']);
      expect(await sessions(`serviceId=${single}`)).toEqual([]);
      expect(await sessions('providerId=999')).toEqual([]);
    });

    it('carries what was requested, and the number of sessions', async () => {
      await booked({ start: '12:00' });
      await booked({ start: '09:00' });
      const { body } = await service.admin.get(
        `/sessions?from=${MONDAY}&to=${MONDAY}&serviceId=${serviceId}`,
      );
      expect(body.meta).toEqual({ from: MONDAY, to: MONDAY, providerId: null, serviceId, total: 2 });
    });

    it.each([
      ['without from and to', '', { from: 'is required', to: 'is required' }],
      [
        'of more than 92 days',
        '?from=2026-01-01&to=2026-04-03',
        { to: 'must be at most 92 days after from' },
      ],
      ['backwards', '?from=2026-02-02&to=2026-02-01', { to: 'must not be before from' }],
    ])('is refused %s', async (_what, query, details) => {
      const { status, body } = await service.admin.get(`/sessions${query}`);
      expect([status, body.error.details]).toEqual([422, details]);
    });
  });
});
