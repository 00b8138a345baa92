import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { restrictedKey } from '../support/two-salons';
import { startTestService, type TestService } from '../support/test-service';

const TUESDAY = '2026-11-24';
const CUSTOMER = { name: 'Mia Keller', email: 'mia.keller@example.com' };

interface Part {
  readonly id: number;
  readonly serviceId: number;
  readonly providerId: number;
  readonly start: string;
  readonly end: string;
  readonly status: string;
  readonly price: number | null;
}

describe('A visit that gets another time or other items', () => {
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
    colour = await aService(service.admin, {
      durationMin: 60,
      price: 90,
      bufferAfterMin: 15,
      providerIds: [ben],
    });
  });

  afterEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from visits');
    await service.query('delete from notifications');
  });
  afterAll(() => service.stop());

  /** A cut with Ana from 10:00 to 10:30, and a colour with Ben from 10:30 to 11:30. */
  const visit = async (members: object = {}) => {
    const { status, body } = await service.admin.post('/visits', {
      ...CUSTOMER,
      items: [{ serviceId: cut, providerId: ana }, { serviceId: colour }],
      date: MONDAY,
      start: '10:00',
      ...members,
    });
    expect(status).toBe(201);
    return body.data as { id: number; appointments: Part[] };
  };
  const change = (id: number, body: object, headers: Record<string, string> = {}) =>
    service.admin.patch(`/visits/${id}`, body, { headers });
  const partsOf = (body: { data: { appointments: Part[] } }) => body.data.appointments;
  const messages = async () => {
    const rows = await service.query<{ event: string }>('select event from notifications order by id');
    return rows.map(({ event }) => event);
  };
  const claims = () =>
    service.query('select provider_id, appointment_id, busy::text from claims order by appointment_id');

  describe('Another time', () => {
    it('moves every appointment, which keeps its id, service, provider and price, with one message', async () => {
      const { id, appointments } = await visit();
      await service.admin.patch(`/appointments/${appointments[1]?.id}`, { price: 75 });
      const { status, body } = await change(id, { date: TUESDAY, start: '14:00' });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id, start: `${TUESDAY}T14:00:00Z`, end: `${TUESDAY}T15:30:00Z` });
      expect(partsOf(body)).toMatchObject([
        { id: appointments[0]?.id, serviceId: cut, providerId: ana, price: 40, end: `${TUESDAY}T14:30:00Z` },
        {
          id: appointments[1]?.id,
          serviceId: colour,
          providerId: ben,
          price: 75,
          end: `${TUESDAY}T15:30:00Z`,
        },
      ]);
      expect(await messages()).toEqual(['confirmation', 'reschedule']);
      expect(await claims()).toEqual([
        expect.objectContaining({
          provider_id: ana,
          busy: '["2026-11-24 14:00:00+00","2026-11-24 14:30:00+00")',
        }),
        expect.objectContaining({
          provider_id: ben,
          busy: '["2026-11-24 14:30:00+00","2026-11-24 15:45:00+00")',
        }),
      ]);
    });

    it.each([
      ['an instant', { start: `${MONDAY}T14:07:00+01:00` }, `${MONDAY}T13:07:00Z`],
      ['a time of day, on the same date', { start: '15:00' }, `${MONDAY}T15:00:00Z`],
      ['a date, at the same time of day', { date: TUESDAY }, `${TUESDAY}T10:00:00Z`],
    ])('is given as %s', async (_what, time, start) => {
      const { id } = await visit();
      expect((await change(id, time)).body.data.start).toBe(start);
    });

    it('is not refused because of the time of the visit itself', async () => {
      const { id } = await visit({
        items: [{ serviceId: colour }, { serviceId: cut, providerId: ben }],
        maxGapMin: 15,
      });
      const { status, body } = await change(id, { start: '10:30' });
      expect(status).toBe(200);
      expect(partsOf(body).map(({ start }) => start)).toEqual([`${MONDAY}T10:30:00Z`, `${MONDAY}T11:45:00Z`]);
    });

    it('lets two items of one provider change places in time', async () => {
      const { id } = await visit({
        items: [
          { serviceId: cut, providerId: ben },
          { serviceId: cut, providerId: ben },
        ],
      });
      const { status, body } = await change(id, { start: '09:30' });
      expect(status).toBe(200);
      expect(partsOf(body).map(({ start }) => start)).toEqual([`${MONDAY}T09:30:00Z`, `${MONDAY}T10:00:00Z`]);
    });

    it('is refused as a whole when one item cannot be had, with the item, the reason, and other visits', async () => {
      const { id, appointments } = await visit();
      await anAppointment(service.admin, ben, cut, { start: '14:30' });
      const before = await claims();
      const { status, body } = await change(id, { start: '14:00' });
      expect(status).toBe(422);
      expect(body.error.details).toMatchObject({ item: 1, reason: 'slot_taken' });
      expect(body.error.details.alternatives[0].items).toMatchObject([
        { serviceId: cut, providerId: ana, start: `${MONDAY}T14:30:00Z` },
        { serviceId: colour, providerId: ben, start: `${MONDAY}T15:00:00Z` },
      ]);
      expect(await claims()).toEqual(before);
      expect((await service.admin.get(`/visits/${id}`)).body.data.appointments).toEqual(appointments);
      expect(await messages()).toEqual(['confirmation', 'confirmation']);
    });

    it('offers alternatives that the time of the visit itself is not in the way of', async () => {
      const { id } = await visit();
      await anAppointment(service.admin, ben, cut, { start: '09:30' });
      const { body } = await change(id, { start: '09:00' });
      expect(body.error.details).toMatchObject({ item: 1, reason: 'slot_taken' });
      const [first] = body.error.details.alternatives as { start: string }[];
      const start = first?.start;
      expect(start).toBe(`${MONDAY}T09:30:00Z`);
      expect((await change(id, { start })).status).toBe(200);
    });

    it.each([
      ['in the past', { start: '2026-11-19T10:00:00Z' }, { reason: 'in_the_past', item: 0 }],
      ['outside of working hours', { start: '16:30' }, { reason: 'outside_working_hours', item: 1 }],
    ])('is refused as a booking would be: %s', async (_what, time, details) => {
      const { id } = await visit();
      expect((await change(id, time)).body.error.details).toMatchObject(details);
    });

    it('keeps lengths that the staff have given, and lets the customer wait as long as before', async () => {
      const { id, appointments } = await visit({ items: Array(2).fill({ serviceId: cut, providerId: ana }) });
      await service.admin.patch(`/appointments/${appointments[0]?.id}`, { end: '10:10' });
      const { body } = await change(id, { date: TUESDAY });
      expect(partsOf(body)).toMatchObject([
        { start: `${TUESDAY}T10:00:00Z`, end: `${TUESDAY}T10:10:00Z` },
        { start: `${TUESDAY}T10:10:00Z`, end: `${TUESDAY}T10:40:00Z` },
      ]);
      await service.admin.patch(`/appointments/${appointments[1]?.id}`, { start: '10:30' });
      await anAppointment(service.admin, ana, cut, { date: TUESDAY, start: '12:10', end: '12:30' });
      const { body: apart } = await change(id, { start: '12:00' });
      expect(partsOf(apart)[1]?.start).toBe(`${TUESDAY}T12:30:00Z`);
      const close = await change(id, { start: '11:55', maxGapMin: 15 });
      expect(close.body.error.details).toMatchObject({ item: 1, reason: 'slot_taken' });
    });

    it('is refused when its service was deleted since, as that of an appointment is', async () => {
      const trim = await aService(service.admin, { durationMin: 15, providerIds: [ana] });
      const { id } = await visit({ items: [{ serviceId: trim, providerId: ana }] });
      await service.admin.delete(`/services/${trim}`);
      const { body } = await change(id, { date: TUESDAY });
      expect(body.error.details).toMatchObject({ item: 0, reason: 'service_unavailable' });
    });

    it('does nothing and tells nothing when it is the time of the visit', async () => {
      const { id, appointments } = await visit();
      service.clock.set(`${MONDAY}T09:59:00Z`);
      const { status, body } = await change(id, { date: MONDAY, start: '10:00' });
      service.clock.set('2026-11-20T08:00:00Z');
      expect(status).toBe(200);
      expect(partsOf(body)).toEqual(appointments);
      expect(await messages()).toEqual(['confirmation']);
    });

    it('moves what is still to come, and leaves the rest as it is', async () => {
      const { id } = await visit();
      service.clock.set(`${MONDAY}T10:10:00Z`);
      const { body } = await change(id, { start: '13:00' });
      expect(partsOf(body).map(({ start }) => start)).toEqual([`${MONDAY}T10:00:00Z`, `${MONDAY}T13:00:00Z`]);
      service.clock.set(`${MONDAY}T13:00:01Z`);
      const over = await change(id, { start: '15:00' });
      service.clock.set('2026-11-20T08:00:00Z');
      expect(over.status).toBe(422);
      expect(over.body.error.details).toEqual({
        start: 'cannot change: nothing of the visit is still to come',
      });
    });

    it('takes the seats that the visit leaves in a group session', async () => {
      const yoga = await aService(service.admin, { durationMin: 30, capacity: 2, providerIds: [ana] });
      const { id } = await visit({ items: [{ serviceId: yoga }, { serviceId: yoga }], seats: 2 });
      const { status, body } = await change(id, { start: '10:30' });
      expect(status).toBe(200);
      expect(partsOf(body).map(({ start }) => start)).toEqual([`${MONDAY}T10:30:00Z`, `${MONDAY}T11:00:00Z`]);
    });

    it('does not count its own appointments towards the limit of a day', async () => {
      const rare = await aService(service.admin, { durationMin: 30, maxPerDay: 2, providerIds: [ana] });
      const { id } = await visit({ items: [{ serviceId: rare }, { serviceId: rare }] });
      expect((await change(id, { start: '13:00' })).status).toBe(200);
      const refused = await change(id, {
        items: [{ serviceId: rare }, { serviceId: rare }, { serviceId: rare }],
      });
      expect(refused.body.error.details).toMatchObject({ item: 2, reason: 'limit_reached' });
    });
  });

  describe('Other items', () => {
    it('take the places of the appointments in their order, with the price of a new service', async () => {
      const { id, appointments } = await visit();
      const { status, body } = await change(id, {
        items: [{ serviceId: colour }, { serviceId: cut, providerId: ana }],
      });
      expect(status).toBe(200);
      expect(partsOf(body)).toMatchObject([
        {
          id: appointments[0]?.id,
          serviceId: colour,
          providerId: ben,
          price: 90,
          start: `${MONDAY}T10:00:00Z`,
        },
        { id: appointments[1]?.id, serviceId: cut, providerId: ana, price: 40, start: `${MONDAY}T11:00:00Z` },
      ]);
      expect(await messages()).toEqual(['confirmation', 'reschedule']);
    });

    it('are booked where there are more, for the same customer, with the notes of the visit', async () => {
      const { id, appointments } = await visit({ notes: 'Window seat', name: 'Mia Two' });
      const { body } = await change(id, {
        items: [{ serviceId: cut }, { serviceId: colour }, { serviceId: cut }],
      });
      expect(partsOf(body)).toMatchObject([
        { id: appointments[0]?.id },
        { id: appointments[1]?.id },
        {
          serviceId: cut,
          start: `${MONDAY}T11:30:00Z`,
          notes: 'Window seat',
          visitId: id,
          status: 'confirmed',
        },
      ]);
      expect(await claims()).toHaveLength(3);
      expect(await messages()).toEqual(['confirmation', 'reschedule']);
    });

    it('cancel the last appointments where there are fewer, even shortly before the visit', async () => {
      const { id } = await visit();
      service.clock.set(`${MONDAY}T09:59:00Z`);
      const { status, body } = await change(id, { items: [{ serviceId: cut }] });
      service.clock.set('2026-11-20T08:00:00Z');
      expect(status).toBe(200);
      expect(partsOf(body)).toMatchObject([
        { status: 'confirmed', providerId: ana },
        { status: 'cancelled', cancelledBy: 'business', cancelReason: null },
      ]);
      expect(await claims()).toHaveLength(1);
      expect(await messages()).toEqual(['confirmation', 'reschedule']);
    });

    it('keep the provider of the same service, unless they name another', async () => {
      const { id } = await visit();
      const { body } = await change(id, {
        start: '14:00',
        items: [{ serviceId: cut }, { serviceId: cut, providerId: ben }],
      });
      expect(partsOf(body).map(({ providerId }) => providerId)).toEqual([ana, ben]);
    });

    it('count towards the limit of the customer only where they are more than before', async () => {
      const once = await aService(service.admin, {
        durationMin: 30,
        maxActivePerCustomer: 1,
        providerIds: [ana],
      });
      const { id } = await visit({ items: [{ serviceId: once }, { serviceId: cut }] });
      expect((await change(id, { start: '13:00' })).status).toBe(200);
      const { body } = await change(id, { items: [{ serviceId: once }, { serviceId: once }] });
      expect(body.error.details).toEqual({
        item: 1,
        reason: 'limit_reached',
        limit: 'service.maxActivePerCustomer',
        alternatives: [],
      });
    });

    it('take answers to the questions of their services', async () => {
      const asking = await aService(service.admin, {
        durationMin: 30,
        providerIds: [ana],
        questions: [{ key: 'size', label: 'Shoe size', type: 'number' }],
      });
      const { id } = await visit({ items: [{ serviceId: asking, answers: { size: 38 } }] });
      const faulty = await change(id, {
        items: [{ serviceId: asking }, { serviceId: asking, answers: { size: 'x' } }],
      });
      expect(Object.keys(faulty.body.error.details as object)).toEqual(['items[1].answers.size']);
      const wrong = await change(id, { items: [{ serviceId: asking, answers: { size: 'x' } }] });
      expect(Object.keys(wrong.body.error.details as object)).toEqual(['items[0].answers.size']);
      const { body } = await change(id, {
        items: [{ serviceId: asking }, { serviceId: asking, answers: { size: 41 } }],
      });
      expect(partsOf(body)).toMatchObject([{ answers: { size: 38 } }, { answers: { size: 41 } }]);
    });

    it.each([
      [
        'a service that does not exist',
        { items: [{ serviceId: 9_999 }] },
        { 'items[0].serviceId': 'names no service' },
      ],
      [
        'a provider that does not exist',
        { items: [{ serviceId: 1, providerId: 9_999 }] },
        { 'items[0].providerId': 'names no provider' },
      ],
      ['no items', { items: [] }, { items: 'must not be empty' }],
      [
        'a cancellation',
        { start: '11:00', status: 'cancelled' },
        { status: 'goes not with a new time or other items' },
      ],
    ])('are a 422 of the member: %s', async (_what, body, details) => {
      const { id } = await visit();
      const answer = await change(id, body);
      expect(answer.status).toBe(422);
      expect(answer.body.error.details).toEqual(details);
    });
  });

  it('is a 404 for a visit that does not exist, and honours If-Match', async () => {
    expect((await change(9_999, { start: '11:00' })).status).toBe(404);
    const { id } = await visit();
    expect((await change(id, { start: '11:00' }, { 'if-match': '"another"' })).status).toBe(412);
  });

  it('never takes a time that a booking takes at the same moment', async () => {
    const { id } = await visit();
    const answers = await Promise.all([
      change(id, { start: '14:00' }),
      ...Array.from({ length: 6 }, (_each, i) =>
        service.admin.post('/appointments', {
          name: `Guest ${i}`,
          email: `guest${i}@example.com`,
          serviceId: cut,
          providerId: i % 2 === 0 ? ana : ben,
          date: MONDAY,
          start: i % 2 === 0 ? '14:00' : '14:30',
        }),
      ),
      change(id, { start: '14:00' }),
    ]);
    expect(answers.every(({ status }) => [200, 201, 422].includes(status))).toBe(true);
    const { body } = await service.admin.get(`/visits/${id}`);
    const [first, second] = partsOf(body);
    const minutes = (text = '') => Date.parse(text) / 60_000;
    expect(minutes(second?.start) - minutes(first?.start)).toBe(30);
  });

  it('is seen and moved by a narrowed key only where it is all of its providers', async () => {
    const { id } = await visit();
    const own = await visit({
      items: [{ serviceId: cut, providerId: ana }],
      start: '13:00',
      email: 'other@example.com',
    });
    const key = await restrictedKey(service, { providers: [ana] });
    expect((await key.patch(`/visits/${id}`, { start: '15:00' })).status).toBe(404);
    expect((await key.patch(`/visits/${own.id}`, { start: '15:00' })).status).toBe(200);
    const foreign = await key.patch(`/visits/${own.id}`, { items: [{ serviceId: cut, providerId: ben }] });
    expect(foreign.body.error.details).toEqual({ 'items[0].providerId': 'names no provider' });
    const any = await key.patch(`/visits/${own.id}`, { items: [{ serviceId: cut }, { serviceId: cut }] });
    expect(partsOf(any.body).map(({ providerId }) => providerId)).toEqual([ana, ana]);
  });
});
