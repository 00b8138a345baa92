import type { Answer, ApiClient } from '../support/api-client';
import { aProvider, aService, MONDAY } from '../support/builders';
import { recordStatements } from '../support/database/recorded-statements';
import { aBrowserKey, PAGE, visitorWith } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';

const KNOWN = 'mia.keller@example.com';
const UNKNOWN = 'unknown.yet@example.com';

describe('A visitor of a page', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;
  let key: string;
  let keyId: number;
  let visitor: ApiClient;
  let unknown = 0;

  beforeAll(async () => {
    service = await startTestService({ environment: { TRUST_PROXY: '1' } });
    serviceId = await aService(service.admin, { price: 40 });
    ({ key, id: keyId, visitor } = await aBrowserKey(service));
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    // They count towards the limit of the visitor.
    await service.query('delete from browser_bookings');
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.stop());

  const from = (address: string) =>
    visitorWith(service.withKey(key), { origin: PAGE, 'x-forwarded-for': address });
  const where = (start: string) => ({ providerId, serviceId, date: MONDAY, start });
  const guest = (email: string) => ({
    name: '  Eva   Berg ',
    email,
    phone: '+49 30 5',
    notes: 'First visit',
  });
  const customerOf = async (email: string) => {
    const [row] = await service.query<{ id: number }>('select * from customers where lower(email) = $1', [
      email,
    ]);
    return row;
  };

  /** The five ways to book, at times of their own. */
  const FORMS: readonly (readonly [path: string, bodyOf: (start: string) => object])[] = [
    ['/appointments', (start) => where(start)],
    ['/series', (start) => ({ ...where(start), rrule: 'FREQ=WEEKLY;COUNT=2' })],
    ['/series', (start) => ({ ...where(start), rrule: 'FREQ=WEEKLY;COUNT=2', dryRun: true })],
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
    ['/waitlist', (start) => ({ serviceId, providerId, from: MONDAY, to: MONDAY, timeFrom: start })],
  ];

  /** An answer without what is new in each: ids, the time that was asked for, and the moment. */
  const comparable = ({ status, headers, body }: Answer) => ({
    status,
    headers: [...headers.keys()].sort(),
    length: headers.get('content-length'),
    body: JSON.stringify(body, (name, value: unknown) =>
      [
        'id',
        'seriesId',
        'visitId',
        'holdId',
        'start',
        'end',
        'localStart',
        'timeFrom',
        'expiresAt',
        'manageUrl',
      ].includes(name)
        ? typeof value
        : value,
    ),
  });

  it.each(FORMS)(
    'is told the same of a known e-mail address as of an unknown one by POST %s, which runs the same statements',
    async (path, bodyOf) => {
      const stored = {
        name: 'Mia Keller',
        email: KNOWN,
        phone: '+49 30 999',
        language: 'fr',
        timezone: 'Asia/Tokyo',
      };
      if ((await customerOf(KNOWN)) === undefined) await service.admin.post('/customers', stored);
      const before = await customerOf(KNOWN);
      const more = { attendeeLanguage: 'fr', attendeeTimezone: 'Asia/Tokyo' };
      // Reads the origins of keys, and records the use of this one, before statements are compared.
      await visitor.get('/services');
      const statements = recordStatements();
      const told: object[] = [];
      for (const [email, start] of [
        [KNOWN, '09:00'],
        [`${++unknown}-${UNKNOWN}`, '11:00'],
        ['MIA.KELLER@EXAMPLE.COM', '13:00'],
      ] as const) {
        const body = { ...guest(email), ...(path !== '/waitlist' && more), ...bodyOf(start) };
        statements();
        const answer = await visitor.post(path, body);
        expect([200, 201]).toContain(answer.status);
        told.push({ ...comparable(answer), statements: statements() });
      }
      const [ofKnown, ofUnknown, ofSpelled] = told;
      expect(ofKnown).toEqual(ofUnknown);
      expect(ofSpelled).toEqual(ofUnknown);
      expect(await customerOf(KNOWN)).toEqual(before);
    },
  );

  it.each(FORMS.filter(([path]) => path !== '/waitlist'))(
    'is refused with a known e-mail address as with an unknown one by POST %s, which runs the same statements',
    async (path, bodyOf) => {
      const email = `refused-${++unknown}@example.com`;
      await service.admin.post('/customers', { name: 'Ruth Known', email });
      await visitor.get('/services');
      const statements = recordStatements();
      const refusal = async (address: string) => {
        statements();
        const { status, body } = await visitor.post(path, { ...guest(address), ...bodyOf('03:00') });
        return { status, error: body.error, statements: statements() };
      };
      const known = await refusal(email);
      expect([known.status, known.statements.filter((each) => each.includes('insert into'))]).toEqual([
        422,
        [],
      ]);
      expect(await refusal(`${++unknown}-${UNKNOWN}`)).toEqual(known);
    },
  );

  it('is told what the request said of the guest, and the staff sees who comes', async () => {
    const email = 'omar.haddad@example.com';
    const customer = (await service.admin.post('/customers', { name: 'Omar Haddad', email })).body.data as {
      id: number;
    };
    const body = {
      ...guest(email),
      attendeeLanguage: 'it',
      attendeeTimezone: 'Europe/Rome',
      ...where('10:00'),
    };
    const { data } = (await visitor.post('/appointments', body)).body;
    expect(data).toMatchObject({
      customerId: null,
      customerName: 'Eva Berg',
      notes: 'First visit',
      price: 40,
      status: 'confirmed',
      ...{ attendeeName: null, attendeePhone: null, attendeeLanguage: null, attendeeTimezone: null },
    });
    expect((await service.admin.get(`/appointments/${data.id}`)).body.data).toMatchObject({
      customerId: customer.id,
      customerName: 'Omar Haddad',
      attendeeName: 'Eva   Berg',
      attendeePhone: '+49 30 5',
      attendeeLanguage: 'it',
      attendeeTimezone: 'Europe/Rome',
    });
    expect((await service.admin.get(`/customers/${customer.id}`)).body.data).toMatchObject({ phone: null });
  });

  it('books a new customer, whom the staff sees', async () => {
    const { data } = (await visitor.post('/appointments', { ...guest('new@example.com'), ...where('10:00') }))
      .body;
    expect((await service.admin.get(`/appointments/${data.id}?include=customer`)).body.data).toMatchObject({
      customerName: 'Eva Berg',
      attendeeName: null,
      customer: { email: 'new@example.com', phone: '+49 30 5' },
    });
  });

  it('is told of a full customer only that a service has a limit for each customer', async () => {
    const limited = await aService(service.admin, { maxActivePerCustomer: 1 });
    const book = (email: string, start: string) =>
      visitor.post('/appointments', { ...guest(email), ...where(start), serviceId: limited });
    expect((await book('full@example.com', '09:00')).status).toBe(201);
    expect(await book('full@example.com', '10:00')).toMatchObject({
      status: 422,
      body: { error: { details: { reason: 'limit_reached', limit: 'service.maxActivePerCustomer' } } },
    });
  });

  it('is not told how many entries of the waitlist a customer has', async () => {
    const entry = {
      email: 'waiting@example.com',
      name: 'Wei Ting',
      serviceId,
      providerId,
      from: MONDAY,
      to: MONDAY,
    };
    for (let count = 0; count < 20; count++)
      expect((await service.admin.post('/waitlist', { ...entry, timeTo: '09:10' })).status).toBe(201);
    expect((await service.admin.post('/waitlist', entry)).status).toBe(422);
    expect((await visitor.post('/waitlist', { ...entry, timeTo: '09:10' })).status).toBe(201);
  });

  it('must answer what a service requires, which the staff may leave open', async () => {
    const questions = [
      { key: 'allergies', label: 'Allergies', type: 'text', required: true },
      { key: 'colour', label: 'Colour', type: 'text', required: false },
    ];
    const asking = await aService(service.admin, { questions });
    const items = [{ serviceId: asking, providerId }];
    const forms: readonly (readonly [path: string, body: object, member: string])[] = [
      ['/appointments', { ...where('09:00'), serviceId: asking }, 'answers.allergies'],
      ['/series', { ...where('10:00'), serviceId: asking, rrule: 'FREQ=DAILY;COUNT=1' }, 'answers.allergies'],
      ['/visits', { date: MONDAY, start: '11:00', items }, 'items[0].answers.allergies'],
    ];
    for (const [path, body, member] of forms) {
      expect((await visitor.post(path, { ...guest(UNKNOWN), ...body })).body.error.details).toEqual({
        [member]: 'is required',
      });
      expect((await service.admin.post(path, { ...guest(UNKNOWN), ...body })).status).toBe(201);
    }
    const { body } = await visitor.post('/appointments', {
      ...guest(UNKNOWN),
      ...where('12:00'),
      serviceId: asking,
      answers: { allergies: 'none' },
    });
    expect(body.data).toMatchObject({ answers: { allergies: 'none' }, openQuestions: [] });
  });

  const FORBIDDEN: readonly (readonly [member: string, value: unknown])[] = [
    ['customerId', 1],
    ['price', null],
    ['ignoreSchedule', false],
    ['end', '17:00'],
    ['resourceIds', []],
    ['metadata', {}],
    ['status', 'confirmed'],
    ['expiresInMin', 5],
  ];
  /** The members that a form does not know are ignored, as with every key. */
  const UNKNOWN_TO: Readonly<Record<string, readonly string[]>> = {
    '/visits': ['price', 'ignoreSchedule', 'end', 'resourceIds', 'status', 'expiresInMin'],
    '/waitlist': ['price', 'ignoreSchedule', 'end', 'resourceIds', 'status', 'expiresInMin', 'metadata'],
    '/holds': ['customerId', 'price', 'ignoreSchedule', 'status', 'expiresInMin', 'metadata'],
  };

  it.each([...FORMS, ['/holds', where] as const])(
    'may send POST %s nothing that is for the staff',
    async (path, bodyOf) => {
      for (const [member, value] of FORBIDDEN) {
        if (UNKNOWN_TO[path]?.includes(member)) continue;
        const answer = await visitor.post(path, { ...guest(UNKNOWN), ...bodyOf('09:00'), [member]: value });
        expect([member, answer.status, answer.body.error?.details]).toEqual([
          member,
          403,
          { browser: member },
        ]);
      }
      expect(await service.query('select from appointments where provider_id = $1', [providerId])).toEqual(
        [],
      );
    },
  );

  it('reads and changes nothing of what it has booked', async () => {
    const { data } = (await visitor.post('/appointments', { ...guest(UNKNOWN), ...where('10:00') })).body;
    const held = (await visitor.post('/holds', where('12:00'))).body.data as { id: string };
    const answers = [
      await visitor.get(`/appointments/${data.id}`),
      await visitor.patch(`/appointments/${data.id}`, { notes: 'x' }),
      await visitor.delete(`/appointments/${data.id}`),
      await visitor.get(`/holds/${held.id}`),
      await visitor.get('/waitlist'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  describe('who holds times', () => {
    const statusOf = async (answer: Promise<Answer>) => (await answer).status;

    it('has at most three at a time, beside all that other visitors hold', async () => {
      const other = await aProvider(service.admin);
      const [mine, neighbour] = [from('192.0.2.50'), from('192.0.2.51')];
      const holds: Answer[] = [];
      for (const start of ['09:00', '10:00', '11:00', '12:00'])
        holds.push(await mine.post('/holds', where(start)));
      expect(holds.map(({ status }) => status)).toEqual([201, 201, 201, 422]);
      expect(holds[3]?.body.error.details).toEqual({ reason: 'too_many_holds' });
      expect(await statusOf(neighbour.post('/holds', { ...where('09:00'), providerId: other }))).toBe(201);
      expect(await statusOf(mine.delete(`/holds/${holds[0]?.body.data.id}`))).toBe(200);
      expect(await statusOf(mine.post('/holds', where('12:00')))).toBe(201);
    });

    it('shares the three with the network of its IPv6 address', async () => {
      const visitors = ['::1', '::2', '::3', '::4'].map((part) => from(`2001:db8:7:7${part}`));
      const statuses: number[] = [];
      for (const [i, each] of visitors.entries())
        statuses.push(await statusOf(each.post('/holds', where(`1${i}:00`))));
      expect(statuses).toEqual([201, 201, 201, 422]);
    });

    it('keeps a time for ten minutes at most', async () => {
      const mine = from('192.0.2.60');
      expect(await mine.post('/holds', { ...where('10:00'), ttlSec: 601 })).toMatchObject({
        status: 422,
        body: { error: { details: { ttlSec: 'must be at most 600 with a browser key' } } },
      });
      const { body } = await mine.post('/holds', { ...where('10:00'), ttlSec: 600 });
      expect(body.data).toMatchObject({ apiKeyId: null });
    });

    it('books and releases by id what the page has held, also from another network', async () => {
      const [home, mobile] = [from('192.0.2.70'), from('192.0.2.71')];
      const first = (await home.post('/holds', where('10:00'))).body.data as { id: string };
      const second = (await home.post('/holds', where('11:00'))).body.data as { id: string };
      expect(await statusOf(mobile.delete(`/holds/${second.id}`))).toBe(200);
      const booked = await mobile.post('/appointments', { ...guest(UNKNOWN), holdId: first.id });
      expect(booked).toMatchObject({
        status: 201,
        body: { data: { customerId: null, customerName: 'Eva Berg' } },
      });
    });

    it('can use no hold of another key', async () => {
      const other = (await aBrowserKey(service)).visitor;
      for (const client of [service.admin, other]) {
        const held = (await client.post('/holds', where('10:00'))).body.data as { id: string };
        const booked = await visitor.post('/appointments', { ...guest(UNKNOWN), holdId: held.id });
        expect(booked.body.error.details).toEqual({ reason: 'hold_expired' });
        expect(await statusOf(visitor.delete(`/holds/${held.id}`))).toBe(404);
        expect(await statusOf(client.delete(`/holds/${held.id}`))).toBe(200);
      }
    });

    it('books what the waitlist offers', async () => {
      const entry = { ...guest(UNKNOWN), serviceId, providerId, from: MONDAY, to: MONDAY };
      const { offer } = (await visitor.post('/waitlist', entry)).body.data as { offer: { holdId: string } };
      expect(await statusOf(visitor.post('/appointments', { ...guest(UNKNOWN), holdId: offer.holdId }))).toBe(
        201,
      );
    });
  });

  describe('who sends a request again', () => {
    const keyed = (client: ApiClient, body: object, path = '/appointments') =>
      client.post(path, body, { headers: { 'idempotency-key': 'one' } });

    it('gets the first answer, and another visitor with the same Idempotency-Key does not', async () => {
      const [mine, neighbour] = [from('192.0.2.80'), from('192.0.2.81')];
      const body = { ...guest(UNKNOWN), ...where('10:00') };
      const first = await keyed(mine, body);
      const again = await keyed(mine, body);
      const theirs = await keyed(neighbour, body);
      expect([first.status, again.status, theirs.status]).toEqual([201, 201, 422]);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(theirs.headers.get('idempotency-replayed')).toBeNull();
      expect(theirs.body.error.details.reason).toBe('slot_taken');
      const other = await keyed(neighbour, { ...body, start: '12:00' });
      expect(other.body.error.details.reason).toBe('idempotency_key_reused');
    });

    it('is told of a dry run twice the same', async () => {
      const mine = from('192.0.2.82');
      const body = { ...guest(UNKNOWN), ...where('10:00'), rrule: 'FREQ=DAILY;COUNT=1', dryRun: true };
      const [first, again] = [await keyed(mine, body, '/series'), await keyed(mine, body, '/series')];
      expect(again.body).toEqual(first.body);
    });

    it('leaves nothing of a person in stored answers that is erased', async () => {
      const erased = { ...guest('gone@example.com'), name: 'Zacharias Quill' };
      const requests: readonly [string, object][] = [
        ['/appointments', { ...erased, ...where('09:00') }],
        ['/series', { ...erased, ...where('10:00'), rrule: 'FREQ=DAILY;COUNT=1' }],
        ['/series', { ...erased, ...where('11:00'), rrule: 'FREQ=DAILY;COUNT=1', dryRun: true }],
        ['/visits', { ...erased, date: MONDAY, start: '12:00', items: [{ serviceId, providerId }] }],
        [
          '/waitlist',
          { ...erased, notes: 'Zacharias waits', serviceId, providerId, from: MONDAY, to: MONDAY },
        ],
      ];
      for (const [index, [path, body]] of requests.entries())
        expect((await keyed(from(`192.0.2.${90 + index}`), body, path)).status).toBeLessThan(300);
      const stored = () => service.query(`select from idempotency_records where body like '%Zacharias%'`);
      expect(await stored()).toHaveLength(5);
      const customer = await customerOf('gone@example.com');
      await service.query(`update appointments set status = 'cancelled' where customer_id = $1`, [
        customer?.id,
      ]);
      await service.query('delete from waitlist_entries where customer_id = $1', [customer?.id]);
      expect((await service.admin.post(`/customers/${customer?.id}/erase`)).status).toBe(200);
      expect(await stored()).toEqual([]);
    });
  });

  it('is named in the audit trail by the key alone', async () => {
    const { data } = (await visitor.post('/holds', where('15:00'))).body;
    const rows = await service.query<{ api_key_id: number; after: object }>(
      `select api_key_id, after from audit_entries where resource = 'holds' and after ->> 'token' = $1`,
      [data.id],
    );
    expect(rows[0]?.api_key_id).toBe(keyId);
    expect(rows[0]?.after).not.toHaveProperty('visitor');
  });
});
