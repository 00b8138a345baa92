import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('The appointment API', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin, { name: 'Ana Silva' });
    serviceId = await aService(service.admin, { name: 'Haircut', durationMin: 45, price: 38.5 });
  });

  afterAll(() => service.stop());

  it('books an offered slot, and a read returns the same appointment', async () => {
    const body = {
      name: 'Mia Keller',
      email: 'mia@example.com',
      phone: '+49 30 901820',
      notes: 'First visit',
    };
    const { status, body: answer } = await service.admin.post(
      '/appointments',
      aBooking(providerId, serviceId, body),
    );
    expect(status).toBe(201);
    expect(answer.data).toEqual({
      id: expect.any(Number),
      providerId,
      serviceId,
      customerId: expect.any(Number),
      start: '2026-11-23T10:00:00Z',
      end: '2026-11-23T10:45:00Z',
      localStart: '2026-11-23T10:00',
      timezone: 'UTC',
      status: 'confirmed',
      cancelledBy: null,
      cancelReason: null,
      arrivedAt: null,
      startedAt: null,
      expiresAt: null,
      payment_status: 'none',
      price: 38.5,
      notes: 'First visit',
      metadata: {},
      locationId: null,
      seats: 1,
      resources: [],
      team: [],
      seriesId: null,
      visitId: null,
      customerName: 'Mia Keller',
      attendeeName: null,
      attendeePhone: null,
      attendeeLanguage: null,
      attendeeTimezone: null,
      serviceName: 'Haircut',
      providerName: 'Ana Silva',
      answers: {},
      openQuestions: [],
      manageUrl: expect.stringMatching(/^http:\/\/localhost:3000\/m\/[\w-]{28}$/),
      createdAt: '2026-11-20T08:00:00Z',
      updatedAt: '2026-11-20T08:00:00Z',
    });
    const read = await service.admin.get(`/appointments/${answer.data.id}`);
    expect(read.status).toBe(200);
    expect(read.body.data).toEqual(answer.data);
  });

  it.each<[string, object]>([
    ['of a new customer with one name', { name: 'Mononym', email: 'mononym@example.com' }],
    ['with notes and metadata', { notes: ' First\n visit', metadata: { room: 'blue', crmId: 'C-1' } }],
    [
      'for another person than the customer',
      { name: 'Ben  Keller', email: 'keller@example.com', phone: '+49 30 2' },
    ],
  ])('answers a booking %s as a read of it does', async (_which, members) => {
    const known = { firstName: 'Mia', lastName: '', email: 'keller@example.com', phone: '+49 30 1' };
    await service.admin.post('/customers', known);
    const booked = await service.admin.post('/appointments', aBooking(providerId, serviceId, members));
    const read = await service.admin.get(`/appointments/${booked.body.data.id}`);
    expect([booked.status, booked.body.data]).toEqual([201, read.body.data]);
    expect(booked.headers.get('etag')).toBe(read.headers.get('etag'));
  });

  it('no longer offers a booked slot', async () => {
    const slots = `/availability/slots?providerId=${providerId}&serviceId=${serviceId}&date=${MONDAY}`;
    const before = await service.admin.get(slots);
    await anAppointment(service.admin, providerId, serviceId, { start: '09:45' });
    const after = await service.admin.get(slots);
    const times = (answer: typeof before) => answer.body.data.map((slot: { time: string }) => slot.time);
    expect(times(before)).toEqual([
      '09:00',
      '09:45',
      '10:30',
      '11:15',
      '12:00',
      '12:45',
      '13:30',
      '14:15',
      '15:00',
      '15:45',
    ]);
    expect(times(after)).toEqual([
      '09:00',
      '10:30',
      '11:15',
      '12:00',
      '12:45',
      '13:30',
      '14:15',
      '15:00',
      '15:45',
    ]);
  });

  it('refuses a taken time with the reason and the next three slots', async () => {
    await anAppointment(service.admin, providerId, serviceId, { start: '10:30' });
    const { status, body } = await service.admin.post(
      '/appointments',
      aBooking(providerId, serviceId, { start: '10:30' }),
    );
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: 'UNPROCESSABLE_ENTITY',
      message: 'This time is already taken',
      details: {
        reason: 'slot_taken',
        alternatives: ['11:15', '12:00', '12:45'].map((time) =>
          expect.objectContaining({ date: MONDAY, time, providerId }),
        ),
      },
    });
  });

  it('books a time that is not on the grid of the slots', async () => {
    const { status } = await service.admin.post(
      '/appointments',
      aBooking(providerId, serviceId, { start: '10:07' }),
    );
    expect(status).toBe(201);
  });

  it.each([
    ['in_the_past', { date: '2026-11-19' }],
    ['too_far_ahead', { date: '2027-12-01' }],
    ['outside_working_hours', { date: '2026-11-22' }],
    ['outside_working_hours', { start: '16:30' }],
  ])('refuses a booking with %s when it requests %j', async (reason, members) => {
    const { status, body } = await service.admin.post(
      '/appointments',
      aBooking(providerId, serviceId, members),
    );
    expect([status, body.error.details.reason]).toEqual([422, reason]);
  });

  it('books with ignoreSchedule outside the working hours and in the past, but never over another appointment', async () => {
    const walkIn = { date: '2026-11-19', start: '20:00', ignoreSchedule: true };
    const first = await service.admin.post('/appointments', aBooking(providerId, serviceId, walkIn));
    const second = await service.admin.post('/appointments', aBooking(providerId, serviceId, walkIn));
    expect([first.status, second.status]).toEqual([201, 422]);
    expect(second.body.error.details.reason).toBe('slot_taken');
  });

  it('finds the customer of a booking by e-mail address in any case, and keeps the stored name', async () => {
    const first = await anAppointment(service.admin, providerId, serviceId, {
      name: 'Jo Doe',
      email: 'jo@example.com',
    });
    const booking = aBooking(providerId, serviceId, {
      name: 'Joseph',
      email: 'JO@example.com',
      start: '11:15',
    });
    const { body } = await service.admin.post('/appointments', booking);
    expect(body.data.customerId).toBe(first.customerId);
    expect(body.data.customerName).toBe('Jo Doe');
  });

  it('creates one customer for two simultaneous bookings with the same new e-mail address', async () => {
    const otherId = await aProvider(service.admin);
    const booking = { email: 'twice@example.com' };
    const answers = await Promise.all(
      [providerId, otherId].map((id) =>
        service.admin.post('/appointments', aBooking(id, serviceId, booking)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await service.query(`select 1 from customers where email = 'twice@example.com'`)).toHaveLength(1);
  });

  it('reports all faults of a body in one answer', async () => {
    const { status, body } = await service.admin.post('/appointments', {
      email: 'no-address',
      date: '2026-02-30',
      start: '9:00',
    });
    expect(status).toBe(422);
    expect(body.error.details).toEqual({
      name: 'is required',
      email: 'must be an e-mail address',
      providerId: expect.any(String),
      serviceId: expect.any(String),
      date: 'must be a date as YYYY-MM-DD',
      start: 'must be a time as HH:MM or an instant such as 2026-12-01T09:00:00Z',
    });
  });

  it.each(['providerId', 'serviceId', 'locationId'])(
    'refuses a booking whose %s does not exist, and writes nothing',
    async (member) => {
      const booking = aBooking(providerId, serviceId, { email: 'unwritten@example.com', [member]: 999_999 });
      const { status, body } = await service.admin.post('/appointments', booking);
      expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
      expect(Object.keys(body.error.details as object)).toEqual([member]);
      expect(await service.query(`select 1 from customers where email = 'unwritten@example.com'`)).toEqual(
        [],
      );
    },
  );

  it.each(['0', '-1', '1.5', 'x', '2147483648', '99999999999', '999999'])(
    'answers 404 for the appointment id %s',
    async (id) => {
      const { status, body } = await service.admin.get(`/appointments/${id}`);
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('deletes an appointment and offers its slot again', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId);
    const removed = await service.admin.delete(`/appointments/${id}`);
    expect([removed.status, removed.body]).toEqual([200, { data: { id, deleted: true } }]);
    expect((await service.admin.delete(`/appointments/${id}`)).status).toBe(404);
    expect((await service.admin.post('/appointments', aBooking(providerId, serviceId))).status).toBe(201);
  });
});
