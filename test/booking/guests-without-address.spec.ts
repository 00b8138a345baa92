import { aProvider, aService, MONDAY } from '../support/builders';
import { aBrowserKey } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';
import { restrictedKey } from '../support/two-salons';

const MIA = { name: 'Mia Keller', email: null, phone: '+49 30 901820' };

describe('A guest without an e-mail address', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_COUNTRY: 'DE' } });
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    await service.query('truncate appointments, waitlist_entries, customers cascade');
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const at = (start: string) => ({ providerId, serviceId, date: MONDAY, start });
  const FORMS: readonly (readonly [path: string, bodyOf: (start: string) => object])[] = [
    ['/appointments', at],
    ['/series', (start) => ({ ...at(start), rrule: 'FREQ=WEEKLY;COUNT=2' })],
    [
      '/visits',
      (start) => ({
        date: MONDAY,
        start,
        items: [
          { serviceId, providerId },
          { serviceId, providerId },
        ],
      }),
    ],
    ['/waitlist', () => ({ serviceId, providerId, from: MONDAY, to: MONDAY })],
  ];
  const people = () =>
    service.query<{ id: number; first_name: string; email: null; phone: string }>(
      'select id, first_name, email, phone from customers order by id',
    );
  const book = (members: object, client = service.admin, start = '10:00') =>
    client.post('/appointments', { ...at(start), ...MIA, ...members });

  it.each(FORMS)('is created and found by POST %s', async (path, bodyOf) => {
    const first = await service.admin.post(path, { ...bodyOf('10:00'), ...MIA });
    const again = await service.admin.post(path, { ...bodyOf('14:00'), ...MIA, phone: '(030) 90 18 20' });
    expect([first.status, again.status]).toEqual([201, 201]);
    const found = await people();
    expect(found).toEqual([
      { id: expect.any(Number), first_name: 'Mia', email: null, phone: '+49 30 901820' },
    ]);
    expect(JSON.stringify(again.body)).toContain(`"customerId":${found[0]?.id}`);
    expect(JSON.stringify(again.body)).not.toMatch(/"attendee(Name|Phone)":"/);
  });

  it.each([
    ['+49 30 901820', '030 / 90 18 20'],
    ['030 901820', '0049 (0) 30 901820'],
    ['+49 (0)30 901820', '+4930901820'],
    ['030 901820 x12', '+49 30 901820 x12'],
    ['+1 201 555 0123', '001 (201) 555-0123'],
    ['4711 12', '47-11-12'],
  ])('is found by %s and by %s', async (phone, other) => {
    await book({ phone });
    await book({ phone: other }, service.admin, '14:00');
    expect(await people()).toHaveLength(1);
  });

  it.each([
    ['another number', { phone: '+49 30 901821' }],
    ['another extension', { phone: '+49 30 901820 x12' }],
    ['the same digits of another country', { phone: '+39 030 901820' }],
    ['another name', { name: 'Leo Keller' }],
    ['a name with another accent', { name: 'Mía Keller' }],
  ])('is another person with %s', async (_, members) => {
    await book({});
    await book(members, service.admin, '14:00');
    expect(await people()).toHaveLength(2);
  });

  it.each([
    ['Mia Keller', ' mia   KELLER '],
    ['Jörg Weiß', 'JÖRG WEISS'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['Zoe\u0308', 'ZOË'],
  ])('is found by %s and by %s', async (name, other) => {
    await book({ name });
    await book({ name: other }, service.admin, '14:00');
    expect(await people()).toHaveLength(1);
  });

  it('is the customer who has an address by now, the first of two', async () => {
    const known = await service.admin.post('/customers', { ...MIA, email: 'mia@example.com' });
    await service.admin.post('/customers', MIA);
    const { status, body } = await book({});
    expect([status, body.data.customerId]).toEqual([201, known.body.data.id]);
    expect(await people()).toHaveLength(2);
  });

  it('is of several the one with the lowest id, wherever its row is', async () => {
    await service.admin.post('/customers', MIA);
    const { id } = (await service.admin.post('/customers', MIA)).body.data;
    // PostgreSQL finds the row that was written last behind the other.
    await service.query('update customers set id = -id where id = $1', [id]);
    expect((await book({})).body.data.customerId).toBe(-id);
  });

  it('is not found once the customer was erased', async () => {
    const first = await book({});
    await service.admin.delete(`/appointments/${first.body.data.id}`);
    const erased = await service.admin.post(`/customers/${first.body.data.customerId}/erase`);
    expect(erased.status).toBe(200);
    const second = await book({}, service.admin, '14:00');
    expect(second.body.data.customerId).not.toBe(first.body.data.customerId);
  });

  it('is one customer when many book at once', async () => {
    const providers = await Promise.all(Array.from({ length: 12 }, () => aProvider(service.admin)));
    const spellings = ['+49 30 901820', '030 901820', '0049 30 901820'];
    const answers = await Promise.all(
      providers.map((each, index) => book({ providerId: each, phone: spellings[index % 3] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(providers.map(() => 201));
    expect(await people()).toHaveLength(1);
  });

  it.each([
    ['no number', { phone: undefined }, 'phone'],
    ['a number that is null', { phone: null }, 'phone'],
    ['no name', { name: undefined }, 'name'],
    ['an address that is left out', { email: undefined }, 'email'],
    ['an empty address', { email: '' }, 'email'],
  ])('is refused with %s', async (_, members, member) => {
    const { status, body } = await book(members);
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, [member]]);
    expect(await people()).toEqual([]);
  });

  it('is told beside the id of a customer without an address, and contradicts one with an address', async () => {
    const [without, mia] = [
      await service.admin.post('/customers', MIA),
      await service.admin.post('/customers', { name: 'Mia Keller', email: 'mia@example.com' }),
    ];
    expect((await book({ customerId: without.body.data.id })).status).toBe(201);
    const { status, body } = await book({ customerId: mia.body.data.id }, service.admin, '14:00');
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, ['email']]);
  });

  it('may be booked with a narrowed key, which finds a guest of another salon and sees no more than it said', async () => {
    const known = await book({});
    const elsewhere = await aProvider(service.admin);
    const key = await restrictedKey(service, { providers: [elsewhere] });
    const { status, body } = await book({ providerId: elsewhere }, key);
    expect([status, body.data.customerId]).toEqual([201, null]);
    const read = await service.admin.get(`/appointments/${body.data.id}`);
    expect(read.body.data.customerId).toBe(known.body.data.customerId);
  });

  it('needs an address with a browser key, known or not', async () => {
    const { visitor } = await aBrowserKey(service);
    const withNull = await book({}, visitor);
    const without = await book({ email: undefined }, visitor);
    expect(withNull.status).toBe(422);
    expect(withNull.body.error).toEqual({ ...without.body.error, requestId: withNull.body.error.requestId });
    expect(await people()).toEqual([]);
  });

  it('is not created by a dry run', async () => {
    const { status } = await service.admin.post('/series', {
      ...at('10:00'),
      ...MIA,
      rrule: 'FREQ=WEEKLY;COUNT=2',
      dryRun: true,
    });
    expect(status).toBe(200);
    expect(await people()).toEqual([]);
  });
});

describe('A business that names no country', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('compares national numbers by their digits', async () => {
    const providerId = await aProvider(service.admin);
    const serviceId = await aService(service.admin);
    const ids = [];
    for (const [phone, start] of [
      ['030 901820', '10:00'],
      ['(030) 90 18 20', '11:00'],
      ['+49 30 901820', '12:00'],
    ]) {
      const { body } = await service.admin.post('/appointments', {
        ...MIA,
        ...{ phone, providerId, serviceId, date: MONDAY, start },
      });
      ids.push(body.data.customerId);
    }
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });
});
