import type { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

interface Resource {
  readonly collection: string;
  /** A valid body of a POST, and of a PUT where there is one. */
  readonly body: () => object;
  readonly hasPut: boolean;
}

let count = 0;
let ids: { readonly provider: number; readonly service: number };

/** Outside the hours, so that each finds a time of its own. */
function booking(): object {
  const start = new Date(Date.UTC(2026, 0, 1, 0, ++count * 5)).toISOString().slice(11, 16);
  return aBooking(ids.provider, ids.service, { date: '2026-11-24', start, ignoreSchedule: true });
}

const RESOURCES: readonly Resource[] = [
  { collection: '/appointments', hasPut: false, body: booking },
  { collection: '/services', hasPut: true, body: () => ({ name: 'Haircut', durationMin: 30 }) },
  { collection: '/categories', hasPut: true, body: () => ({ name: 'Hair' }) },
  {
    collection: '/providers',
    hasPut: true,
    body: () => ({ name: 'Ana Silva', email: `ana${++count}@example.com` }),
  },
  { collection: '/customers', hasPut: true, body: () => ({ firstName: 'Mia' }) },
  { collection: '/locations', hasPut: true, body: () => ({ name: 'Main Street' }) },
  { collection: '/resources', hasPut: true, body: () => ({ name: 'Room 1', kind: 'room' }) },
];

const many = (length: number, prefix = 'key') =>
  Object.fromEntries(Array.from({ length }, (_, nth) => [`${prefix}${nth}`, 'x']));

describe('Metadata:', () => {
  let service: TestService;
  let admin: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    admin = service.admin;
    ids = { provider: await aProvider(admin), service: await aService(admin, { durationMin: 5 }) };
  });

  afterAll(() => service.stop());

  const metadataAt = async (path: string) => (await admin.get(path)).body.data.metadata as object;

  const idsIn = async (collection: string, filter: string) => {
    const { status, body } = await admin.get(`${collection}?${filter}`);
    expect([status, body.meta.ignored, body.meta.total]).toEqual([200, undefined, body.data.length]);
    return (body.data as { id: number }[]).map(({ id }) => id);
  };

  describe.each(RESOURCES)('$collection', ({ collection, body, hasPut }) => {
    const create = async (metadata?: object) => {
      const answer = await admin.post(collection, { ...body(), ...(metadata && { metadata }) });
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      const { id } = answer.body.data as { id: number };
      return { id, path: `${collection}/${id}`, answer };
    };

    it('have an empty object, unless a POST sets it', async () => {
      const { path, answer } = await create();
      expect(answer.body.data.metadata).toEqual({});
      expect(await metadataAt(path)).toEqual({});
    });

    it('show what a POST has set, with the entity tag of the next GET', async () => {
      const metadata = { zone: 'north', 'crm.id': 'C-1', a: '', 10: 'ten', 'x_-': ' Café ' };
      const { path, answer } = await create(metadata);
      const read = await admin.get(path);
      expect(read.body.data.metadata).toEqual({ ...metadata, 'x_-': 'Café' });
      expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
    });

    it('merge the metadata of a PATCH, in which null removes a key', async () => {
      const { path } = await create({ kept: 'k', changed: 'before', removed: 'r' });
      const patch = { metadata: { changed: 'after', added: 'new', removed: null, unknown: null } };
      const changed = await admin.patch(path, patch);
      expect([changed.status, changed.body.data.metadata]).toEqual([
        200,
        { kept: 'k', changed: 'after', added: 'new' },
      ]);
      const read = await admin.get(path);
      expect(read.body.data.metadata).toEqual(changed.body.data.metadata);
      expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
      await admin.patch(path, {});
      expect(await metadataAt(path)).toEqual(changed.body.data.metadata);
    });

    it('keep every key of PATCHes that run at once', async () => {
      const { path } = await create({ first: '1' });
      const keys = Object.keys(many(6));
      const answers = await Promise.all(keys.map((key) => admin.patch(path, { metadata: { [key]: 'x' } })));
      expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
      expect(await metadataAt(path)).toEqual({ first: '1', ...many(6) });
    });

    it('refuse a PATCH that would leave more than 50 members, and write nothing of it', async () => {
      const { path } = await create(many(50));
      const tooMany = { metadata: { one: 'more', key0: 'changed' } };
      const { status, body: answer } = await admin.patch(path, tooMany);
      expect([status, answer.error.details]).toEqual([422, { metadata: 'must have at most 50 members' }]);
      expect(await metadataAt(path)).toEqual(many(50));
      const swapped = await admin.patch(path, { metadata: { one: 'more', key0: null } });
      expect(Object.keys(swapped.body.data.metadata as object)).toHaveLength(50);
    });

    it('are found by their metadata, by all of several conditions', async () => {
      const run = `run${++count}`;
      const both = await create({ run, color: 'red & blue' });
      const other = await create({ run, color: 'red' });
      await create({ color: 'red' });
      const byRun = `metadata[run]=${run}`;
      expect(await idsIn(collection, `${byRun}&sort=id`)).toEqual([both.id, other.id]);
      expect(await idsIn(collection, `${byRun}&metadata%5Bcolor%5D=red+%26%20blue`)).toEqual([both.id]);
      expect(await idsIn(collection, `${byRun}&metadata[color]=re`)).toEqual([]);
      expect(await idsIn(collection, `${byRun}&metadata[colour]=red`)).toEqual([]);
      const paged = await admin.get(`${collection}?${byRun}&sort=id:desc&length=1`);
      expect([paged.body.data[0].id, paged.body.meta.total]).toEqual([other.id, 2]);
    });

    if (hasPut)
      it('replace the metadata with a PUT, and keep it when a PUT leaves it out', async () => {
        const { path } = await create({ first: '1', second: '2' });
        const whole = body();
        const replaced = await admin.put(path, { ...whole, metadata: { second: 'two' } });
        expect([replaced.status, replaced.body.data.metadata]).toEqual([200, { second: 'two' }]);
        expect((await admin.put(path, whole)).body.data.metadata).toEqual({ second: 'two' });
        expect((await admin.put(path, { ...whole, metadata: {} })).body.data.metadata).toEqual({});
      });
  });

  const KEYS = 'must have keys of 1 to 40 characters A-Z a-z 0-9 _ . -';

  it.each([
    ['a text', 'x', 'must be an object'],
    ['a list', [], 'must be an object'],
    ['null', null, 'must be an object'],
    ['a null value', { a: null }, '"a" must be a string'],
    ['a number', { a: 1 }, '"a" must be a string'],
    ['a nested object', { a: {} }, '"a" must be a string'],
    ['a value of 501 characters', { a: 'x'.repeat(501) }, '"a" must be at most 500 characters long'],
    ['a control character', { a: 'x\u0000' }, '"a" must not contain control characters'],
    ['half a character', { a: '\ud800' }, '"a" must be valid Unicode'],
    ['51 members', many(51), 'must have at most 50 members'],
    ['an empty key', { '': 'x' }, KEYS],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'x' }, KEYS],
    ['a key with a space', { 'a b': 'x' }, KEYS],
    ['a key with a line break', { 'a\n': 'x' }, KEYS],
    ['__proto__', JSON.parse('{"__proto__": "x"}') as object, 'must not have the key __proto__'],
    ['constructor', { constructor: 'x' }, 'must not have the key constructor'],
    ['prototype', { prototype: 'x' }, 'must not have the key prototype'],
    ['hasOwnProperty', { hasOwnProperty: 'x' }, 'must not have the key hasOwnProperty'],
    ['toString', { toString: 'x' }, 'must not have the key toString'],
  ])('a POST with %s is refused with the member named', async (_name, metadata, message) => {
    const { status, body } = await admin.post('/categories', { name: 'Hair', metadata });
    expect([status, body.error.code, body.error.details]).toEqual([
      422,
      'VALIDATION_ERROR',
      { metadata: message },
    ]);
  });

  it.each([
    ['null', null, 'must be an object'],
    ['a number', { a: 1 }, '"a" must be a string'],
    ['a bad key to remove', { 'a b': null }, KEYS],
    ['constructor', { constructor: null }, 'must not have the key constructor'],
    ['51 members', many(51), 'must have at most 50 members'],
  ])('a PATCH with %s is refused with the member named', async (_name, metadata, message) => {
    const { id } = (await admin.post('/categories', { name: 'Hair' })).body.data as { id: number };
    const { status, body } = await admin.patch(`/categories/${id}`, { metadata });
    expect([status, body.error.details]).toEqual([422, { metadata: message }]);
  });

  it('the longest keys and values are stored, code points counting', async () => {
    const metadata = { ['k'.repeat(40)]: '\u{1f9d1}'.repeat(500), '..-_': 'x' };
    const { status, body } = await admin.post('/categories', { name: 'Hair', metadata });
    expect([status, body.data.metadata]).toEqual([201, metadata]);
  });

  it('names that objects have are ignored where a body has no metadata', async () => {
    const closure = { start: '2031-01-01', end: '2031-01-02', metadata: { constructor: 'x', toString: 'y' } };
    const { status, body } = await admin.post('/closures', closure);
    expect([status, body.meta.ignored]).toEqual([201, ['metadata']]);
  });

  const NOTATION = 'must be written as metadata[key]=value';

  it.each([
    ['metadata=x', NOTATION],
    ['metadata=', NOTATION],
    ['metadata', NOTATION],
    ['metadata[a=x', NOTATION],
    ['metadata[a]b=x', NOTATION],
    ['metadata[a]=x&metadata=x', NOTATION],
    ['metadata[]=x', KEYS],
    ['metadata[a%20b]=x', KEYS],
    ['metadata[a][b]=x', KEYS],
    ['metadata[a%00]=x', KEYS],
    ['metadata[__proto__]=x', 'must not have the key __proto__'],
    ['metadata[constructor]=x', 'must not have the key constructor'],
    ['metadata[a]=x&metadata[a]=x', '"a" is there more than once'],
    ['metadata[a]=%00', '"a" must not contain control characters'],
  ])('the filter %s is refused', async (filter, message) => {
    const { status, body } = await admin.get(`/customers?${filter}`);
    expect([status, body.error.details]).toEqual([422, { metadata: message }]);
  });

  it('filters that are longer, or more, than metadata can be are refused', async () => {
    const faultOf = async (metadata: object) => {
      const filters = Object.entries(metadata).map(([key, value]) => `metadata[${key}]=${value}`);
      return (await admin.get(`/customers?${filters.join('&')}`)).body.error.details.metadata as string;
    };
    expect(await faultOf({ ['k'.repeat(41)]: 'x' })).toBe(KEYS);
    expect(await faultOf({ a: 'x'.repeat(501) })).toBe('"a" must be at most 500 characters long');
    expect(await faultOf(many(51))).toBe('must have at most 50 members');
  });

  it('the filter reads what a client encodes, and an empty text', async () => {
    const metadata = { 'a.b-c_d': 'é + "quoted" %', empty: '' };
    const { id } = (await admin.post('/resources', { name: 'Room', kind: 'room', metadata })).body.data as {
      id: number;
    };
    const filter = new URLSearchParams({ 'metadata[a.b-c_d]': metadata['a.b-c_d'], 'metadata[empty]': '' });
    expect(await idsIn('/resources', filter.toString())).toEqual([id]);
  });

  it('the filter joins others: the words of a search, a provider, an active one', async () => {
    const metadata = { joined: 'yes' };
    const zoe = { ...booking(), name: 'Zoe Ek', metadata };
    const { id } = (await admin.post('/appointments', zoe)).body.data as { id: number };
    const filter = 'metadata[joined]=yes';
    expect(await idsIn('/appointments/search', `${filter}&q=zoe`)).toEqual([id]);
    expect(await idsIn('/appointments/search', `${filter}&q=zoe+ek`)).toEqual([id]);
    expect(await idsIn('/appointments/search', `${filter}&q=unheard`)).toEqual([]);
    expect(await idsIn('/appointments', `${filter}&providerId=${ids.provider}&status=confirmed`)).toEqual([
      id,
    ]);
    expect(await idsIn('/appointments', `${filter}&status=cancelled`)).toEqual([]);
    await admin.post('/customers', { firstName: 'Zoe', metadata });
    expect(await idsIn('/customers', `${filter}&q=zoe`)).toHaveLength(1);
    expect(await idsIn('/customers', `${filter}&q=mia`)).toEqual([]);
    await admin.post('/services', { name: 'Colour', durationMin: 5, active: false, metadata });
    expect(await idsIn('/services', `${filter}&active=false`)).toHaveLength(1);
    expect(await idsIn('/services', `${filter}&active=true`)).toEqual([]);
  });

  it('the metadata of a booking goes to each appointment of a series and of a visit', async () => {
    const metadata = { source: 'web' };
    const serviceId = await aService(admin, { durationMin: 5 });
    const common = { name: 'Mia', email: 'mia@example.com', date: '2026-12-01', start: '10:00', metadata };
    const visit = { ...common, items: [{ serviceId, providerId: ids.provider }, { serviceId }] };
    const series = {
      ...common,
      start: '12:00',
      serviceId,
      providerId: ids.provider,
      rrule: 'FREQ=DAILY;COUNT=2',
    };
    for (const [path, body] of [
      ['/visits', visit],
      ['/series', series],
    ] as const) {
      const answer = await admin.post(path, body);
      expect([answer.status, answer.body.meta]).toEqual([201, undefined]);
      const shown = (answer.body.data.appointments as { metadata: object }[]).map((each) => each.metadata);
      expect(shown).toEqual([metadata, metadata]);
    }
  });

  describe('without a key', () => {
    const members = { metadata: { secret: 'for integrators' } };
    let location: number;
    let provider: number;

    beforeAll(async () => {
      location = (await admin.post('/locations', { name: 'North', ...members })).body.data.id as number;
      provider = await aProvider(admin, members);
      await aService(admin, members);
      await admin.post('/appointments', {
        ...booking(),
        providerId: provider,
        ...members,
      });
    });

    it.each([
      ['/locations'],
      ['/locations/LOCATION'],
      ['/providers'],
      ['/providers?includeColors=true'],
      ['/providers/PROVIDER/services'],
      ['/providers/PROVIDER/appointments'],
      ['/providers/PROVIDER/schedule'],
    ])('GET %s shows no metadata', async (path) => {
      const filled = path.replace('LOCATION', String(location)).replace('PROVIDER', String(provider));
      const { status, body } = await service.anonymous.get(filled);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/metadata|integrators/);
    });

    it.each([['/locations'], ['/providers']])('GET %s ignores the filter, and says so', async (path) => {
      const filter = '?metadata[secret]=none&metadata%5Bother%5D=x';
      const all = await service.anonymous.get(path);
      const { status, body } = await service.anonymous.get(path + filter);
      expect([status, body.meta.ignored]).toEqual([200, ['metadata[secret]', 'metadata[other]']]);
      expect(body.data).toEqual(all.body.data);
      expect(await idsIn(path, 'metadata[secret]=none')).toEqual([]);
      expect(await idsIn(path, 'metadata[secret]=for+integrators')).toHaveLength(1);
    });
  });
});
