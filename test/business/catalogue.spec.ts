import type { Answer, ApiClient } from '../support/api-client';
import { aProvider, aService } from '../support/builders';
import { recordStatements } from '../support/database/recorded-statements';
import { hidingKeys } from '../support/hiding-key';
import { aBrowserKey } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';
import { restrictedKey } from '../support/two-salons';

const LISTS = ['services', 'providers', 'locations', 'categories'] as const;

type Entries = readonly { readonly id: number; readonly active?: boolean }[];

describe('The catalogue', () => {
  let service: TestService;
  let own: number;
  let away: Readonly<Record<(typeof LISTS)[number], number>>;

  const made = async (path: string, body: object) =>
    (await service.admin.post(path, body)).body.data.id as number;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    const metadata = { erp: '7' };
    const hair = await made('/categories', { name: 'Hair', metadata });
    const centre = await made('/locations', { name: 'Centre', timezone: 'Europe/Lisbon', metadata });
    await made('/locations', { name: 'Annexe' });
    own = await aProvider(admin, {
      ...{ name: 'Zoe', color: '#112233', phone: '+49 30 901820', metadata },
      schedule: [{ day: 'monday', start: '09:00', end: '12:00', locationId: centre }],
    });
    await aProvider(admin, { name: 'Ana' });
    const members = { categoryId: hair, price: 38.5, terms: [{ providerId: own, price: 45 }], metadata };
    await aService(admin, { name: 'Haircut', providerIds: [own], ...members });
    away = {
      services: await aService(admin, { name: 'Ended', active: false }),
      providers: await aProvider(admin, { name: 'Gone' }),
      locations: 0,
      categories: await made('/categories', { name: 'Old', active: false }),
    };
    await aService(admin, { name: 'Colour', categoryId: away.categories });
    await admin.delete(`/providers/${away.providers}`);
    await admin.delete(`/services/${await aService(admin, { name: 'Deleted' })}`);
  });

  afterAll(() => service.stop());

  afterEach(async () => {
    jest.restoreAllMocks();
    await service.query(`delete from locations where name like 'Branch %'`);
  });

  /** Adds to the two places that there are. */
  const addPlaces = (count: number) =>
    service.query(
      `insert into locations (name, created_at, updated_at)
       select 'Branch ' || n, now(), now() from generate_series(1, $1::int) n`,
      [count],
    );

  /** What the lists show of what is active. */
  const listed = async (client: ApiClient) => {
    const entries: Record<string, Entries> = {};
    for (const name of LISTS)
      entries[name] = ((await client.get(`/${name}?length=100`)).body.data as Entries).filter(
        ({ active }) => active !== false,
      );
    return entries;
  };
  const idsIn = ({ body }: Answer) =>
    Object.fromEntries(LISTS.map((name) => [name, (body.data[name] as Entries).map(({ id }) => id)]));

  it.each([
    ['of the whole business', () => Promise.resolve(service.admin)],
    ['narrowed to a provider', () => restrictedKey(service, { providers: [own] })],
    ['that hides payments and contacts', () => hidingKeys(service)(['payments', 'contacts'])],
    ['of a page', async () => (await aBrowserKey(service)).visitor],
  ])('has for a key %s what its lists have, entry by entry and in their order', async (_kind, keyed) => {
    const client = await keyed();
    // The second and third time, the reads are repeated from memory.
    for (const again of [1, 2, 3]) {
      const { status, body } = await client.get('/catalogue');
      expect([again, status, body]).toEqual([
        again,
        200,
        { data: { ...(await listed(client)), complete: true } },
      ]);
    }
  });

  it('leaves out what is not active, which the lists of a server have', async () => {
    const ids = idsIn(await service.admin.get('/catalogue'));
    for (const name of ['services', 'providers', 'categories'] as const) {
      const all = (await service.admin.get(`/${name}`)).body.data as Entries;
      expect(all.map(({ id }) => id)).toContain(away[name]);
      expect(ids[name]).not.toContain(away[name]);
      expect(ids[name]?.length).toBeGreaterThan(0);
    }
  });

  it('tells a page nothing of metadata, colours, schedules and contacts that its lists do not tell', async () => {
    const { visitor } = await aBrowserKey(service);
    for (const client of [service.admin, visitor, service.admin, visitor]) {
      const text = JSON.stringify((await client.get('/catalogue')).body);
      for (const internal of ['metadata', '#112233', 'schedule', 'providerIds', '+49 30 901820'])
        expect([internal, text.includes(internal)]).toEqual([internal, client === service.admin]);
    }
  });

  it('shows providers with their contact to a page where the server shows it to all', async () => {
    const open = await startTestService({ environment: { PUBLIC_CONTACT: 'on' } });
    try {
      await aProvider(open.admin, { name: 'Ana', phone: '+49 30 901820' });
      const { visitor } = await aBrowserKey(open);
      const { body } = await visitor.get('/catalogue');
      expect(body.data.providers).toEqual((await visitor.get('/providers')).body.data);
      expect(body.data.providers).toMatchObject([{ phone: '+49 30 901820' }]);
    } finally {
      await open.stop();
    }
  });

  it('takes a scope of its own, which reads nothing else', async () => {
    const reader = await restrictedKey(service, { scopes: ['catalogue:read'] });
    expect((await reader.get('/catalogue')).status).toBe(200);
    expect((await reader.get('/services')).status).toBe(403);
    const lists = LISTS.map((name) => `${name}:read`);
    const others = await restrictedKey(service, { scopes: lists });
    expect(await others.get('/catalogue')).toMatchObject({
      status: 403,
      body: { error: { details: { scope: 'catalogue:read' } } },
    });
    expect((await service.anonymous.get('/catalogue')).status).toBe(401);
  });

  it('has an entity tag that changes with what it shows, and is a 304 for a caller who has it', async () => {
    const tagOf = async () => (await service.admin.get('/catalogue')).headers.get('etag') ?? '';
    const tag = await tagOf();
    const headers = { 'if-none-match': tag };
    const { status, body, headers: answered } = await service.admin.get('/catalogue', { headers });
    expect([status, body, answered.get('cache-control')]).toEqual([304, undefined, 'private, no-cache']);
    await service.admin.patch(`/providers/${own}`, { color: '#445566' });
    expect((await service.admin.get('/catalogue', { headers })).status).toBe(200);
    await service.admin.patch(`/providers/${own}`, { color: '#112233' });
    expect(await tagOf()).toBe(tag);
    const { visitor } = await aBrowserKey(service);
    expect((await visitor.get('/catalogue', { headers })).status).toBe(200);
  });

  it('is read with one statement for each list, however long they are', async () => {
    await service.admin.get('/catalogue');
    const statements = recordStatements();
    const read = async () => {
      const { body } = await service.admin.get('/catalogue');
      return { body, tables: statements().map((each) => each.split(/[. ]/)[0]) };
    };
    const few = await read();
    expect(few.tables.sort()).toEqual(['api-keys', 'categories', 'locations', 'providers', 'services']);
    await addPlaces(498);
    statements();
    const many = await read();
    expect(many.tables.sort()).toEqual(few.tables);
    expect(many.body.data).toMatchObject({ complete: true });
    expect(many.body.data.locations).toHaveLength(500);
  });

  it('has 500 of each at most, and says that there are more', async () => {
    await addPlaces(499);
    const { body } = await service.admin.get('/catalogue');
    expect(body.data.complete).toBe(false);
    expect(body.data.locations).toHaveLength(500);
    expect((await service.admin.get('/locations')).body.meta?.total).toBe(501);
  });
});
