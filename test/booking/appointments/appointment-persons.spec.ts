import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('A booking', () => {
  let service: TestService;
  let provider: number;
  let consultation: number;
  let parent: number;
  let start = 9 * 60;

  beforeAll(async () => {
    service = await startTestService();
    provider = await aProvider(service.admin);
    consultation = await aService(service.admin, { durationMin: 5 });
    parent = (
      await service.admin.post('/customers', {
        name: 'Mia Keller',
        email: 'mia@example.com',
        phone: '+49 30 901820',
      })
    ).body.data.id;
  });

  afterAll(() => service.stop());

  /** Books the next five minutes. Members that are undefined are left out of the body. */
  const book = (members: object) => {
    const time = `${String(Math.floor(start / 60)).padStart(2, '0')}:${String(start % 60).padStart(2, '0')}`;
    start += 5;
    return service.admin.post(
      '/appointments',
      aBooking(provider, consultation, { start: time, date: MONDAY, ...members }),
    );
  };

  it('stores a name and phone that differ from the customer’s on the appointment, and does not change the customer', async () => {
    const { status, body } = await book({ name: 'Leo Keller', email: 'MIA@example.com', phone: '0171 5550' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      customerId: parent,
      customerName: 'Mia Keller',
      attendeeName: 'Leo Keller',
      attendeePhone: '0171 5550',
    });
    const read = await service.admin.get(`/appointments/${body.data.id}`);
    expect(read.body.data).toEqual(body.data);
    const customer = await service.admin.get(`/customers/${parent}`);
    expect(customer.body.data).toMatchObject({ firstName: 'Mia', phone: '+49 30 901820' });
  });

  it('stores no attendee when the name and phone differ from the customer’s only in case and spaces', async () => {
    const { body } = await book({ name: 'mia   keller', email: 'mia@example.com', phone: '+4930901820' });
    expect(body.data).toMatchObject({ customerId: parent, attendeeName: null, attendeePhone: null });
  });

  it('stores no attendee when it creates the customer', async () => {
    const { body } = await book({ name: 'Otto Lang', email: 'otto@example.com', phone: '030 123' });
    expect(body.data).toMatchObject({ customerName: 'Otto Lang', attendeeName: null, attendeePhone: null });
  });

  it('fills in the missing phone of a customer, and keeps a stored one', async () => {
    const email = 'zoe@example.com';
    const first = await book({ name: 'Zoë', email, phone: undefined });
    const second = await book({ name: 'Zoë', email, phone: '030 555' });
    const third = await book({ name: 'Zoë', email, phone: '030 777' });
    const phones = [first, second, third].map(({ body }) => body.data.attendeePhone);
    expect(phones).toEqual([null, null, '030 777']);
    const customer = await service.admin.get(`/customers/${first.body.data.customerId}`);
    expect(customer.body.data.phone).toBe('030 555');
  });

  it('can refer by id to a customer without an e-mail address', async () => {
    const made = await service.admin.post('/customers', { name: 'Karl Ohne' });
    const customerId = made.body.data.id as number;
    const { status, body } = await book({ customerId, name: undefined, email: undefined });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ customerId, customerName: 'Karl Ohne', attendeeName: null });
    const child = await book({ customerId, name: 'Ida Ohne', email: undefined, phone: '030 999' });
    expect(child.body.data).toMatchObject({ customerId, attendeeName: 'Ida Ohne', attendeePhone: null });
    const customer = await service.admin.get(`/customers/${customerId}`);
    expect(customer.body.data.phone).toBe('030 999');
  });

  it('is refused when the e-mail address is not that of the customer with the given id', async () => {
    const { status, body } = await book({ customerId: parent, email: 'leo@example.com' });
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object)).toEqual(['email']);
    const same = await book({ customerId: parent, name: undefined, email: 'Mia@example.com' });
    expect(same.status).toBe(201);
  });

  it('needs a name and an e-mail address when it has no customer id', async () => {
    const { status, body } = await book({ name: undefined, email: undefined });
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object).sort()).toEqual(['email', 'name']);
  });

  it('is refused when the customer id does not exist', async () => {
    const { status, body } = await book({ customerId: 999_999, name: undefined, email: undefined });
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ customerId: 'names no customer' });
  });

  it('loses its attendee when another customer is set', async () => {
    const { body } = await book({ name: 'Leo Keller', email: 'mia@example.com' });
    const other = await service.admin.post('/customers', { name: 'Ben Okafor' });
    const path = `/appointments/${body.data.id}`;
    const notes = await service.admin.patch(path, { notes: 'Rings twice', customerId: parent });
    expect(notes.body.data.attendeeName).toBe('Leo Keller');
    const changed = await service.admin.patch(path, { customerId: other.body.data.id });
    expect(changed.body.data).toMatchObject({ customerName: 'Ben Okafor', attendeeName: null });
  });

  it('shows no attendee in the public month of its provider', async () => {
    await book({ name: 'Leo Keller', email: 'mia@example.com' });
    const { body } = await service.anonymous.get(`/providers/${provider}/appointments?month=2026-11`);
    expect(JSON.stringify(body)).not.toMatch(/attendee|Leo/);
  });
});

describe('A booking in Europe/Berlin', () => {
  let service: TestService;
  let provider: number;
  let consultation: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    provider = await aProvider(service.admin);
    consultation = await aService(service.admin);
  });

  afterAll(() => service.stop());

  const book = (members: object) =>
    service.admin.post('/appointments', aBooking(provider, consultation, { date: undefined, ...members }));

  it('accepts the start of an offered slot unchanged', async () => {
    const path = `/availability/slots?providerId=${provider}&serviceId=${consultation}&date=${MONDAY}`;
    const slot = (await service.admin.get(path)).body.data[3] as { start: string; end: string };
    const { status, body } = await book({ start: slot.start });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ start: slot.start, end: slot.end });
  });

  it('takes the second of two equal hours from an instant, and the first from a date and a time of day', async () => {
    // Clocks in Berlin go back from 03:00 to 02:00 on 31 October 2027.
    const members = { ignoreSchedule: true };
    const first = await book({ ...members, date: '2027-10-31', start: '02:15' });
    const second = await book({ ...members, start: '2027-10-31T02:15:00+01:00' });
    expect([first.body.data.start, second.body.data.start]).toEqual([
      '2027-10-31T02:15:00+02:00',
      '2027-10-31T02:15:00+01:00',
    ]);
  });

  it('ignores a date with an instant, and names it in meta.ignored', async () => {
    const members = { date: '2026-11-25', start: '2026-11-23T15:00:00Z' };
    const { status, body } = await book(members);
    expect(status).toBe(201);
    expect(body.data.start).toBe('2026-11-23T16:00:00+01:00');
    expect(body.meta).toEqual({ ignored: ['date'] });
    const moved = await service.admin.patch(`/appointments/${body.data.id}`, {
      ...members,
      start: '2026-11-23T15:30:00Z',
    });
    expect(moved.body.meta).toEqual({ ignored: ['date'] });
  });

  it('is refused without a date when its start is a time of day', async () => {
    const { status, body } = await book({ start: '10:00' });
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object)).toEqual(['date']);
  });

  it('is refused when its start has seconds', async () => {
    const { status, body } = await book({ start: '2026-11-23T10:00:30Z' });
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object)).toEqual(['start']);
  });

  it('may be pending, which occupies the time, and is confirmed by default', async () => {
    const pending = await book({ start: '2026-11-23T12:00:00Z', status: 'pending' });
    const confirmed = await book({ start: '2026-11-23T13:00:00Z' });
    expect([pending.body.data.status, confirmed.body.data.status]).toEqual(['pending', 'confirmed']);
    const taken = await book({ start: '2026-11-23T12:00:00Z' });
    expect(taken.body.error.details.reason).toBe('slot_taken');
  });

  it.each(['completed', 'cancelled', 'no-show', 'new', null])(
    'is refused with the status %j',
    async (status) => {
      const answer = await book({ start: '2026-11-23T14:00:00Z', status });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.error.details as object)).toEqual(['status']);
    },
  );
});
