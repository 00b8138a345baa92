import type { ApiClient } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';

type Members = Readonly<Record<string, unknown>>;

/** A resource that is created, read, put, patched and deleted by its own path, and what its interface says of its members. */
interface PlainResource {
  readonly path: string;
  /** As the message of a 404 names it. */
  readonly noun: string;
  /** The members without which it cannot be created, written as they are stored. */
  readonly least: Members;
  /** What all others are when a body lacks them. */
  readonly defaults: Members;
  /** Every member, each with another value than its default. */
  readonly full: Members;
  /** Members whose values another resource gives, such as `categoryId`. */
  readonly refer?: (admin: ApiClient) => Promise<Members>;
  /** What a PUT keeps when its body lacks it (docs/reference/conventions.md). */
  readonly kept: readonly string[];
  /** Which members PATCH sets to null. */
  readonly nullable: readonly string[];
  /** Members that are faulty, and what the answer says of each. */
  readonly faults: Readonly<Record<string, readonly [value: unknown, message: string]>>;
  /** What a PATCH with null for a member that is never null answers. */
  readonly neverNull: Readonly<Record<string, string>>;
  /** Changes that clients send at the same moment. */
  readonly changes: readonly Members[];
  /** The roles that write it. */
  readonly writers: readonly ('admin' | 'provider' | 'staff')[];
  readonly isPublic?: boolean;
}

const TEXT = 'must be a string';
const FLAG = 'must be true or false';
const BLANK = 'must not be blank';
const ADMIN_OR_PROVIDER = ['admin', 'provider'] as const;
const ALL = ['admin', 'provider', 'staff'] as const;

const PLAIN_RESOURCES: readonly PlainResource[] = [
  {
    path: 'categories',
    noun: 'category',
    least: { name: 'Hair' },
    defaults: { description: null, color: null, active: true, metadata: {} },
    full: {
      name: 'Nails',
      description: 'Hands\nand feet',
      color: '#1E90FF',
      active: false,
      metadata: { ref: 'N1' },
    },
    kept: ['metadata'],
    nullable: ['description', 'color'],
    faults: {
      name: [' ', BLANK],
      description: [5, TEXT],
      color: ['red', 'must be a hex colour such as #1E90FF'],
      active: ['yes', FLAG],
    },
    neverNull: { name: TEXT, active: FLAG },
    changes: [{ name: 'new' }, { description: 'new' }, { color: '#FFFFFF' }, { active: false }],
    writers: ADMIN_OR_PROVIDER,
  },
  {
    path: 'customers',
    noun: 'customer',
    least: { firstName: 'Mia' },
    defaults: {
      lastName: '',
      email: null,
      phone: null,
      address: null,
      notes: null,
      language: null,
      timezone: null,
      homeLocationId: null,
      metadata: {},
      createdAt: '2026-11-20T08:00:00Z',
      erasedAt: null,
    },
    full: {
      firstName: 'Mia',
      lastName: 'Keller',
      email: 'mia.keller@example.com',
      phone: '+49 (30) 90-18.20 x7/8',
      address: '7 Park Lane, 10115 Berlin',
      notes: 'Prefers mornings\nNo perfume',
      language: 'pt-BR',
      timezone: 'Asia/Kathmandu',
      metadata: { crm: 'C-7' },
    },
    kept: ['metadata'],
    nullable: ['email', 'phone', 'address', 'notes', 'language', 'timezone'],
    faults: {
      firstName: ['x'.repeat(201), 'must be at most 200 characters long'],
      lastName: [7, TEXT],
      email: ['mia@', 'must be an e-mail address'],
      phone: ['call me', 'must be a phone number: 3 to 40 digits, spaces and + - ( ) . x /'],
      address: ['x'.repeat(501), 'must be at most 500 characters long'],
      notes: ['x'.repeat(5_001), 'must be at most 5000 characters long'],
      language: ['de_DE', 'must be a language tag (BCP 47) such as de or pt-BR'],
      timezone: ['PST', 'must be an IANA time zone such as Europe/Berlin'],
      homeLocationId: [0, 'must be the id of an existing one, a positive integer'],
    },
    neverNull: { firstName: TEXT },
    changes: [
      { lastName: 'New' },
      { phone: '112' },
      { address: 'new' },
      { language: 'fr' },
      { notes: 'new' },
    ],
    writers: ALL,
  },
  {
    path: 'services',
    noun: 'service',
    least: { name: 'Haircut', durationMin: 45 },
    defaults: {
      description: null,
      price: null,
      categoryId: null,
      active: true,
      bufferBeforeMin: 0,
      bufferAfterMin: 0,
      slotIntervalMin: null,
      minNoticeMin: 0,
      maxAdvanceDays: 365,
      capacity: 1,
      pendingMin: null,
      webStatus: 'confirmed',
      confirmWhenPaid: false,
      maxActivePerCustomer: null,
      maxPerDay: null,
      cancelUntilMin: null,
      moveUntilMin: null,
      policyText: null,
      resources: [],
      terms: [],
      durationOptions: [],
      questions: [],
      startsAt: 'interval',
      timetable: [],
      team: [],
      providerIds: null,
      metadata: {},
    },
    full: {
      name: 'Perm',
      description: 'Wash, cut\nand blow-dry',
      durationMin: 90,
      price: 38.5,
      active: false,
      bufferBeforeMin: 5,
      bufferAfterMin: 10,
      slotIntervalMin: 15,
      minNoticeMin: 120,
      maxAdvanceDays: 90,
      capacity: 12,
      pendingMin: 60,
      webStatus: 'pending',
      confirmWhenPaid: true,
      maxActivePerCustomer: 2,
      maxPerDay: 20,
      cancelUntilMin: 1_440,
      moveUntilMin: 0,
      policyText: 'A day before.',
      startsAt: 'schedule',
      resources: [{ kind: 'chair', quantity: 2 }],
      durationOptions: [{ durationMin: 120, price: 50 }],
      questions: [
        { key: 'size', label: 'Size?', labels: {}, type: 'choice', required: true, choices: ['S', 'L'] },
      ],
      providerIds: [],
      metadata: { sku: 'H-45' },
    },
    refer: async (admin) => ({
      categoryId: (await admin.post('/categories', { name: 'Hair' })).body.data.id,
    }),
    kept: ['metadata', 'resources', 'durationOptions', 'questions', 'providerIds'],
    nullable: [
      'description',
      'price',
      'categoryId',
      'slotIntervalMin',
      'pendingMin',
      'maxActivePerCustomer',
      'maxPerDay',
      'cancelUntilMin',
      'moveUntilMin',
      'policyText',
      'providerIds',
    ],
    faults: {
      name: [' ', BLANK],
      durationMin: ['45', 'must be an integer from 1 to 1440'],
      price: [-1, 'must be from 0 to 99999999.99'],
      active: [null, FLAG],
    },
    neverNull: {
      name: TEXT,
      durationMin: 'must be an integer from 1 to 1440',
      active: FLAG,
      maxAdvanceDays: 'must be an integer from 0 to 3650',
    },
    changes: [{ name: 'new' }, { price: 7 }, { durationMin: 7 }, { active: false }],
    writers: ADMIN_OR_PROVIDER,
  },
  {
    path: 'resources',
    noun: 'resource',
    least: { name: 'Room 1', kind: 'room' },
    defaults: { locationId: null, active: true, metadata: {}, createdAt: '2026-11-20T08:00:00Z' },
    full: { name: 'Chair by the window', kind: 'chair-2', active: false, metadata: { erp: 'R-2' } },
    refer: async (admin) => ({
      locationId: (await admin.post('/locations', { name: 'Branch' })).body.data.id,
    }),
    kept: ['metadata'],
    nullable: ['locationId'],
    faults: {
      name: [' ', BLANK],
      kind: ['Room', 'must have only lower-case letters a to z, digits and hyphens'],
      locationId: [0, 'must be the id of an existing one, a positive integer'],
      active: [null, FLAG],
    },
    neverNull: { name: TEXT, kind: TEXT, active: FLAG },
    changes: [{ name: 'new' }, { kind: 'new' }, { active: false }, { metadata: { erp: 'new' } }],
    writers: ADMIN_OR_PROVIDER,
  },
  {
    path: 'locations',
    noun: 'location',
    least: { name: 'Main Street' },
    defaults: {
      ...{ address: null, hours: null, is_primary: false, metadata: {}, timezone: null },
      ...{ senderName: null, phone: null, email: null, language: null, policyText: null },
    },
    full: {
      ...{ name: 'Annex', address: 'Am Park 7\n10115 Berlin', metadata: { erp: 'L-1' } },
      hours: [{ day: 'monday', start: '08:00', end: '20:00', breaks: [] }],
      timezone: 'Europe/Lisbon',
      ...{
        senderName: 'Salon',
        phone: '030 1',
        email: 'a@example.com',
        language: 'pt',
        policyText: 'Be\nkind.',
      },
    },
    kept: ['metadata', 'is_primary'],
    nullable: ['address', 'hours', 'timezone', 'senderName', 'phone', 'email', 'language', 'policyText'],
    faults: {
      name: ['', BLANK],
      address: ['x'.repeat(501), 'must be at most 500 characters long'],
      language: ['ja', 'must be one of en, de, fr, es, it, nl, pt, or a variant such as de-AT'],
      is_primary: [null, FLAG],
    },
    neverNull: { name: TEXT, is_primary: FLAG },
    changes: [{ name: 'new' }, { address: 'new' }, { timezone: 'Asia/Tokyo' }, { metadata: { erp: 'new' } }],
    writers: ALL,
    isPublic: true,
  },
];

const UNKNOWN_IDS = ['999999', '0', '-1', '1.5', 'abc', '2147483648', '99999999999'];

/** What holds for every plain resource; what is particular to one stands in its own spec. */
describe.each(PLAIN_RESOURCES)('A $noun', (resource) => {
  const { path, noun, least, defaults, full, kept, nullable, faults, neverNull, changes, writers } = resource;
  let service: TestService;
  let everything: Record<string, unknown>;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService();
    // The first location would be the primary one.
    if (path === 'locations') await service.admin.post(`/${path}`, least);
    everything = { ...full, ...(await resource.refer?.(service.admin)) };
  });

  afterAll(() => service.stop());

  /** An e-mail address belongs to one customer. */
  const fresh = (members: object): object =>
    'email' in members && members.email !== null
      ? { ...members, email: `mia${++count}@example.com` }
      : members;
  const create = async (members: object = least) => {
    const { status, body } = await service.admin.post(`/${path}`, fresh(members));
    expect(status).toBe(201);
    return body.data as Record<string, unknown> & { id: number };
  };
  const read = async (id: number) => (await service.admin.get(`/${path}/${id}`)).body.data as object;

  it('has the default values of what its POST lacks, and no other members', async () => {
    const { status, body } = await service.admin.post(`/${path}`, { ...least, id: 777, rank: 1 });
    expect(status).toBe(201);
    const data = { id: expect.any(Number) as number, ...defaults, ...least };
    expect(body).toEqual({ data, meta: { ignored: ['rank'] } });
    expect(Object.keys(body.data as object).sort()).toEqual(Object.keys(data).sort());
    expect(body.data.id).not.toBe(777);
  });

  it('stores every member', async () => {
    const members = fresh(everything);
    const created = await create(members);
    expect(created).toMatchObject('email' in members ? { ...members, email: created['email'] } : members);
    expect(await read(created.id)).toEqual(created);
  });

  it('is trimmed, has Unicode in NFC and line ends as LF, and no control characters', async () => {
    const [member] = Object.keys(least) as [string];
    const written = { ...least, [member]: '  Cafe\u0301 ' };
    expect((await create(written))[member]).toBe('Café');
    const { status, body } = await service.admin.post(`/${path}`, { ...least, [member]: 'a\u0000b' });
    expect([status, body.error.details]).toEqual([422, { [member]: 'must not contain control characters' }]);
    for (const lines of ['description', 'address', 'notes'].filter((each) => each in defaults))
      expect((await create({ ...least, [lines]: 'a\r\nb' }))[lines]).toBe('a\nb');
  });

  it('is refused with all faults of its body in one answer', async () => {
    const body = Object.fromEntries(Object.entries(faults).map(([member, [value]]) => [member, value]));
    const details = Object.fromEntries(
      Object.entries(faults).map(([member, [, message]]) => [member, message]),
    );
    const answer = await service.admin.post(`/${path}`, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: { code: 'VALIDATION_ERROR', message: 'The request has invalid fields', details },
    });
  });

  it('is refused by POST and PUT without what it needs', async () => {
    const { id } = await create();
    const details = Object.fromEntries(Object.keys(least).map((member) => [member, 'is required']));
    for (const answer of [
      await service.admin.post(`/${path}`, {}),
      await service.admin.post(`/${path}`, undefined),
      await service.admin.put(`/${path}/${id}`, { metadata: {} }),
    ])
      expect([answer.status, answer.body.error.details]).toEqual([422, details]);
  });

  it('has the default values of what its PUT lacks', async () => {
    const created = await create(everything);
    const { status, body } = await service.admin.put(`/${path}/${created.id}`, least);
    expect(status).toBe(200);
    const stays = Object.fromEntries(kept.map((member) => [member, created[member]]));
    expect(body.data).toEqual({ id: created.id, ...defaults, ...stays, ...least });
  });

  it('accepts the answer of GET as the body of its PUT, and changes nothing', async () => {
    for (const members of [least, everything]) {
      const created = await create(members);
      const { body } = await service.admin.put(`/${path}/${created.id}`, created);
      expect(body).toEqual({ data: created });
    }
  });

  it('is looked for after the body has been validated', async () => {
    const [[member, [value]]] = Object.entries(faults) as [[string, readonly [unknown, string]]];
    expect((await service.admin.put(`/${path}/999999`, { ...least, [member]: value })).status).toBe(422);
    expect((await service.admin.put(`/${path}/999999`, least)).status).toBe(404);
  });

  it.each(changes)('changes by PATCH in the members of the body alone: %j', async (change) => {
    const created = await create(everything);
    const { status, body } = await service.admin.patch(`/${path}/${created.id}`, change);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...created, ...change });
    expect((await service.admin.patch(`/${path}/${created.id}`, {})).body.data).toEqual(body.data);
  });

  it('loses by PATCH what is null in the body, where it may be null', async () => {
    const created = await create(everything);
    const nothing = Object.fromEntries(nullable.map((member) => [member, null]));
    const { status, body } = await service.admin.patch(`/${path}/${created.id}`, nothing);
    expect([status, body.data]).toEqual([200, { ...created, ...nothing }]);
    const never = Object.fromEntries(Object.keys(neverNull).map((member) => [member, null]));
    const refused = await service.admin.patch(`/${path}/${created.id}`, never);
    expect([refused.status, refused.body.error.details]).toEqual([422, neverNull]);
  });

  it('keeps the changes of all concurrent requests', async () => {
    const created = await Promise.all(Array.from({ length: 30 }, () => create()));
    await Promise.all(
      created.flatMap(({ id }) => changes.map((change) => service.admin.patch(`/${path}/${id}`, change))),
    );
    for (const before of created)
      expect(await read(before.id)).toEqual(Object.assign({}, before, ...changes) as object);
  });

  it('is deleted once', async () => {
    const { id } = await create();
    const { status, body } = await service.admin.delete(`/${path}/${id}`);
    expect([status, body]).toEqual([200, { data: { id, deleted: true } }]);
    expect((await service.admin.delete(`/${path}/${id}`)).status).toBe(404);
    expect((await service.admin.get(`/${path}/${id}`)).status).toBe(404);
    expect((await service.admin.put(`/${path}/${id}`, least)).status).toBe(404);
    expect((await service.admin.patch(`/${path}/${id}`, {})).status).toBe(404);
  });

  it.each(UNKNOWN_IDS)('is a 404 of every operation for the id %s', async (id) => {
    for (const answer of [
      await service.admin.get(`/${path}/${id}`),
      await service.admin.put(`/${path}/${id}`, least),
      await service.admin.patch(`/${path}/${id}`, {}),
      await service.admin.delete(`/${path}/${id}`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: { code: 'NOT_FOUND', message: `No such ${noun}` } });
    }
  });

  it.each(['admin', 'provider', 'staff'] as const)(
    'is read and written by the role %s as the roles say',
    async (role) => {
      const client = await service.as(role);
      const { id } = await create();
      const answers = [
        await client.get(`/${path}`),
        await client.get(`/${path}/${id}`),
        await client.post(`/${path}`, least),
        await client.put(`/${path}/${id}`, least),
        await client.patch(`/${path}/${id}`, {}),
        await client.delete(`/${path}/${id}`),
      ];
      const writes = writers.includes(role) ? [201, 200, 200, 200] : [403, 403, 403, 403];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, ...writes]);
    },
  );

  it('needs a key, except to read what is public', async () => {
    const { id } = await create();
    const answers = [
      await service.anonymous.get(`/${path}`),
      await service.anonymous.get(`/${path}/${id}`),
      await service.anonymous.post(`/${path}`, least),
      await service.anonymous.put(`/${path}/${id}`, least),
      await service.anonymous.patch(`/${path}/${id}`, {}),
      await service.anonymous.delete(`/${path}/${id}`),
    ];
    const reads = resource.isPublic === true ? [200, 200] : [401, 401];
    expect(answers.map(({ status }) => status)).toEqual([...reads, 401, 401, 401, 401]);
  });
});
