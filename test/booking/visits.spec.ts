import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const CUSTOMER = { name: 'Mia Keller', email: 'mia.keller@example.com' };

describe('Visits', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let cut: number;
  let colour: number;

  beforeAll(async () => {
    service = await startTestService();
    ana = await aProvider(service.admin);
    ben = await aProvider(service.admin);
    cut = await aService(service.admin, { durationMin: 30, price: 40, providerIds: [ana, ben] });
    colour = await aService(service.admin, { durationMin: 60, bufferAfterMin: 15, providerIds: [ben] });
  });

  afterEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from visits');
    await service.query('delete from notifications');
  });
  afterAll(() => service.stop());

  const book = (members: object = {}) =>
    service.admin.post('/visits', {
      ...CUSTOMER,
      items: [{ serviceId: cut }, { serviceId: colour }],
      date: MONDAY,
      start: '10:00',
      ...members,
    });
  const countOf = async (table: string) => (await service.query(`select from ${table}`)).length;

  describe('POST /visits', () => {
    it('books an appointment for each item, one after the other', async () => {
      const { status, body } = await book({ notes: 'Window seat' });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        id: expect.any(Number),
        customerId: expect.any(Number),
        start: `${MONDAY}T10:00:00Z`,
        end: `${MONDAY}T11:30:00Z`,
        appointments: [
          {
            serviceId: cut,
            providerId: ana,
            start: `${MONDAY}T10:00:00Z`,
            notes: 'Window seat',
            status: 'confirmed',
          },
          { serviceId: colour, providerId: ben, start: `${MONDAY}T10:30:00Z`, end: `${MONDAY}T11:30:00Z` },
        ],
      });
      const { id, customerId, appointments } = body.data;
      for (const appointment of appointments)
        expect(appointment).toMatchObject({ visitId: id, customerId, customerName: 'Mia Keller' });
      expect(await countOf('claims')).toBe(2);
    });

    it('takes an instant without a date, off the grid as well', async () => {
      const { status, body } = await book({ date: undefined, start: `${MONDAY}T12:07:00+01:00` });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ start: `${MONDAY}T11:07:00Z`, end: `${MONDAY}T12:37:00Z` });
    });

    it('books for a known customer, without a name', async () => {
      const { customerId } = await anAppointment(service.admin, ana, cut, { start: '15:00' });
      const { status, body } = await book({ name: undefined, email: undefined, customerId });
      expect(status).toBe(201);
      expect(body.data.customerId).toBe(customerId);
    });

    it('waits for a provider up to the gap', async () => {
      await anAppointment(service.admin, ben, cut, { start: '10:30' });
      const { body } = await book({ maxGapMin: 30 });
      expect(body.data.appointments[1].start).toBe(`${MONDAY}T11:00:00Z`);
    });

    it('reads a time of day on the clock of the first item’s provider', async () => {
      const auckland = await aProvider(service.admin, { timezone: 'Pacific/Auckland' });
      const massage = await aService(service.admin, { providerIds: [auckland] });
      const { body } = await book({ items: [{ serviceId: massage }] });
      expect(body.data.start).toBe(`${MONDAY}T10:00:00+13:00`);
    });

    it('sends one message about all of it', async () => {
      await book();
      expect(await service.query('select event from notifications')).toEqual([{ event: 'confirmation' }]);
    });

    it('is done once for an Idempotency-Key', async () => {
      const once = { headers: { 'idempotency-key': 'visit-1' } };
      const body = { ...CUSTOMER, items: [{ serviceId: cut }], date: MONDAY, start: '10:00' };
      const first = await service.admin.post('/visits', body, once);
      const again = await service.admin.post('/visits', body, once);
      expect(again.body).toEqual(first.body);
      expect(await countOf('visits')).toBe(1);
    });
  });

  describe('A visit that cannot be had', () => {
    it('is refused with the reason of the item that failed, its index, and other visits', async () => {
      await anAppointment(service.admin, ben, cut, { start: '11:00' });
      const { status, body } = await book();
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'UNPROCESSABLE_ENTITY',
        message: 'This time is already taken',
        details: { reason: 'slot_taken', item: 1 },
      });
      const { alternatives } = body.error.details;
      expect(alternatives.map(({ start }: { start: string }) => start)).toEqual([
        `${MONDAY}T11:00:00Z`,
        `${MONDAY}T11:30:00Z`,
        `${MONDAY}T12:00:00Z`,
      ]);
      expect(alternatives[0].items).toEqual([
        expect.objectContaining({ serviceId: cut, providerId: ana }),
        expect.objectContaining({ serviceId: colour, providerId: ben, time: '11:30' }),
      ]);
    });

    it('leaves nothing behind: no appointment, no visit, no customer, no message', async () => {
      await anAppointment(service.admin, ben, cut, { start: '11:00' });
      const before = [await countOf('appointments'), await countOf('notifications')];
      expect((await book({ email: 'stranger@example.com' })).status).toBe(422);
      expect([await countOf('appointments'), await countOf('notifications')]).toEqual(before);
      expect(await countOf('visits')).toBe(0);
      expect(await service.query(`select from customers where email = 'stranger@example.com'`)).toEqual([]);
    });

    it.each([
      ['in the past', { date: '2026-11-20', start: '07:00' }, 'in_the_past', 0],
      ['outside of working hours', { start: '08:00' }, 'outside_working_hours', 0],
      ['with a last item after work', { start: '16:30' }, 'outside_working_hours', 1],
    ])('says why: %s', async (_what, members, reason, item) => {
      const { body } = await book(members);
      expect(body.error.details).toMatchObject({ reason, item });
    });

    it('names the item that the provider of an earlier one is in the way of', async () => {
      const items = [{ serviceId: colour }, { serviceId: cut, providerId: ben }];
      expect((await book({ items })).body.error.details).toMatchObject({ reason: 'slot_taken', item: 1 });
      expect((await book({ items, maxGapMin: 15 })).status).toBe(201);
    });

    it('is refused when no provider offers a service', async () => {
      const unoffered = await aService(service.admin, { providerIds: [] });
      const { body } = await book({ items: [{ serviceId: cut }, { serviceId: unoffered }] });
      expect(body.error.details).toEqual({ reason: 'service_not_offered', item: 1, alternatives: [] });
    });

    it.each([
      ['no items', { items: [] }, { items: 'must not be empty' }],
      ['no time', { start: undefined }, { start: 'is required' }],
      ['a time of day without a date', { date: undefined }, { date: 'is required' }],
      ['no person', { name: undefined, email: undefined }, { name: 'is required', email: 'is required' }],
      ['a customer who does not exist', { customerId: 9_999 }, { customerId: 'names no customer' }],
      ['a location that does not exist', { locationId: 9_999 }, { locationId: 'names no location' }],
      [
        'a service that does not exist',
        { items: [{ serviceId: 9_999 }] },
        { 'items[0].serviceId': 'names no service' },
      ],
      ['a gap that is too long', { maxGapMin: 241 }, { maxGapMin: 'must be an integer from 0 to 240' }],
      [
        'more seats than a service has',
        { seats: 2 },
        { seats: 'must be at most 1, the capacity of the service' },
      ],
    ])('is a 422 of the member: %s', async (_what, members, details) => {
      const { status, body } = await book(members);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details });
    });
  });

  describe('GET /visits/{id}', () => {
    it('shows what the booking answered, with a tag', async () => {
      const { body } = await book();
      const read = await service.admin.get(`/visits/${body.data.id}`);
      expect(read.status).toBe(200);
      expect(read.body.data).toEqual(body.data);
      expect(read.headers.get('etag')).toMatch(/^"/);
    });

    it('is a 404 for a visit that does not exist, or has no appointment left', async () => {
      expect((await service.admin.get('/visits/9999')).status).toBe(404);
      const { body } = await book({ items: [{ serviceId: cut }] });
      await service.admin.delete(`/appointments/${body.data.appointments[0].id}`);
      expect((await service.admin.get(`/visits/${body.data.id}`)).status).toBe(404);
    });

    it('is also named by the list of appointments', async () => {
      const { body } = await book();
      await anAppointment(service.admin, ana, cut, { start: '15:00' });
      const list = await service.admin.get(`/appointments?visitId=${body.data.id}`);
      expect(list.body.data).toEqual(body.data.appointments);
      const { data } = (await service.admin.get(`/appointments/${body.data.appointments[0].id}`)).body;
      expect(data.visitId).toBe(body.data.id);
    });
  });

  describe('PATCH /visits/{id}', () => {
    const cancel = (id: number, headers: Record<string, string> = {}) =>
      service.admin.patch(`/visits/${id}`, { status: 'cancelled' }, { headers });

    it('cancels all appointments and frees their time, with one message', async () => {
      const { body } = await book();
      const { status, body: answer } = await cancel(body.data.id as number);
      expect(status).toBe(200);
      expect(answer.data.appointments.map(({ status }: { status: string }) => status)).toEqual([
        'cancelled',
        'cancelled',
      ]);
      expect(await countOf('claims')).toBe(0);
      expect((await book()).status).toBe(201);
      const messages = await service.query('select event from notifications order by id');
      expect(messages).toEqual([
        { event: 'confirmation' },
        { event: 'cancellation' },
        { event: 'confirmation' },
      ]);
    });

    it('leaves alone what has begun, was missed or is completed', async () => {
      const { body } = await book({ items: Array(4).fill({ serviceId: cut }) });
      const [, , third] = body.data.appointments as { id: number }[];
      await service.admin.patch(`/appointments/${third?.id}/status`, { status: 'completed' });
      service.clock.set(`${MONDAY}T10:10:00Z`);
      const { body: answer } = await cancel(body.data.id as number);
      service.clock.set('2026-11-20T08:00:00Z');
      expect(answer.data.appointments.map(({ status }: { status: string }) => status)).toEqual([
        'confirmed',
        'cancelled',
        'completed',
        'cancelled',
      ]);
    });

    it('does nothing when there is nothing to cancel, or to change', async () => {
      const { body } = await book();
      const id = body.data.id as number;
      expect((await service.admin.patch(`/visits/${id}`, {})).body.data).toEqual(body.data);
      const once = await cancel(id);
      expect((await cancel(id)).body.data).toEqual(once.body.data);
    });

    it('honours If-Match', async () => {
      const { body } = await book();
      const id = body.data.id as number;
      expect((await cancel(id, { 'if-match': '"another"' })).status).toBe(412);
      const { headers } = await service.admin.get(`/visits/${id}`);
      expect((await cancel(id, { 'if-match': String(headers.get('etag')) })).status).toBe(200);
    });

    it('takes no other status, and no other visit', async () => {
      const { body } = await book();
      const { status, body: answer } = await service.admin.patch(`/visits/${body.data.id}`, {
        status: 'completed',
      });
      expect(status).toBe(422);
      expect(answer.error.details).toEqual({ status: 'must be one of cancelled' });
      expect((await cancel(9_999)).status).toBe(404);
    });
  });
});
