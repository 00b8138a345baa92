import { startTestService, type TestService } from '../../support/test-service';

describe('The list of providers', () => {
  let service: TestService;
  const ids: number[] = [];

  const PROVIDERS = [
    { name: 'carla Ruiz', email: 'z@example.com', phone: '+34 600', color: '#AA0000' },
    { name: 'Ängstrom', email: 'y@example.com', slug: 'physics' },
    { name: 'Bob 100%', email: 'x_1@example.com', active: false },
    { name: 'Bob', email: 'w@example.com' },
    { name: 'Zoé', email: 'v@example.com' },
  ];

  beforeAll(async () => {
    service = await startTestService();
    for (const provider of PROVIDERS) {
      service.clock.advance(1_000);
      ids.push((await service.admin.post('/providers', provider)).body.data.id as number);
    }
  });

  afterAll(() => service.stop());

  const namesOf = async (query: string, client = service.admin) => {
    const { body } = await client.get(`/providers${query}`);
    return (body.data as { name: string }[]).map(({ name }) => name);
  };

  it('without a key contains only the active providers, sorted by name in dictionary order', async () => {
    const { status, body } = await service.anonymous.get('/providers');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { name: 'Ängstrom' },
      { name: 'Bob' },
      { name: 'carla Ruiz' },
      { name: 'Zoé' },
    ]);
    expect(body.meta).toEqual({
      page: 1,
      per_page: 25,
      total: 4,
      total_pages: 1,
      sort: 'name:asc',
      timestamp: '2026-11-20T08:00:05.000Z',
    });
  });

  it('contains inactive providers for a caller with a key', async () => {
    expect(await namesOf('', await service.as('staff'))).toEqual([
      'Ängstrom',
      'Bob',
      'Bob 100%',
      'carla Ruiz',
      'Zoé',
    ]);
  });

  it('without a key contains no colour, contact data, schedule or services', async () => {
    const { body } = await service.anonymous.get('/providers?q=carla');
    expect(body.data).toEqual([
      {
        id: ids[0],
        name: 'carla Ruiz',
        email: null,
        phone: null,
        slug: 'carla-ruiz',
        active: true,
        profile_image: null,
        timezone: null,
      },
    ]);
  });

  it.each(['z@', '+34', 'example.com'])(
    'can be searched for the contact data %s only with a key',
    async (q) => {
      expect(await namesOf(`?q=${encodeURIComponent(q)}`, service.anonymous)).toEqual([]);
      expect(await namesOf(`?q=${encodeURIComponent(q)}`)).toContain('carla Ruiz');
    },
  );

  it.each(['true', '1'])('without a key contains colours when includeColors is %s', async (flag) => {
    const { body } = await service.anonymous.get(`/providers?q=carla&includeColors=${flag}`);
    expect(body.data).toMatchObject([{ color: '#AA0000' }]);
  });

  it('without a key contains no colours right after a page that has them', async () => {
    const colors: unknown[] = [];
    for (const query of ['?includeColors=true', '', '?includeColors=true', '']) {
      const { body } = await service.anonymous.get(`/providers${query}`);
      colors.push(
        (body.data as { name: string; color?: string }[]).find(({ name }) => name === 'carla Ruiz')?.color,
      );
    }
    expect(colors).toEqual(['#AA0000', undefined, '#AA0000', undefined]);
  });

  it('contains colours for a caller with a key, even when includeColors is false', async () => {
    const { body } = await service.admin.get('/providers?q=carla&includeColors=false');
    expect(body.data).toMatchObject([{ color: '#AA0000' }]);
  });

  it('is refused with a 401 when the key is wrong', async () => {
    expect((await service.withKey('xsk_wrong_key').get('/providers')).status).toBe(401);
  });

  it.each([
    ['name:desc', ['Zoé', 'carla Ruiz', 'Bob 100%', 'Bob', 'Ängstrom']],
    ['email', ['Zoé', 'Bob', 'Bob 100%', 'Ängstrom', 'carla Ruiz']],
    ['id:desc', ['Zoé', 'Bob', 'Bob 100%', 'Ängstrom', 'carla Ruiz']],
    ['created_at:asc', ['carla Ruiz', 'Ängstrom', 'Bob 100%', 'Bob', 'Zoé']],
    ['active:asc', ['Bob 100%', 'carla Ruiz', 'Ängstrom', 'Bob', 'Zoé']],
  ])('with ?sort=%s has the order %p', async (sort, names) => {
    expect(await namesOf(`?sort=${sort}`)).toEqual(names);
  });

  it.each(['email', 'email:asc', 'email:desc'])(
    'cannot be sorted by %s without a key, unless the server shows addresses to all',
    async (sort) => {
      const { status, body } = await service.anonymous.get(`/providers?sort=${sort}`);
      expect([status, body.error.details]).toEqual([422, { sort: 'can be email only with an API key' }]);
      const open = await startTestService({
        databaseUrl: service.databaseUrl,
        environment: { PUBLIC_CONTACT: 'on' },
      });
      expect((await open.anonymous.get(`/providers?sort=${sort}`)).status).toBe(200);
      await open.stop();
    },
  );

  it('contains the sort in camelCase in its meta', async () => {
    expect((await service.admin.get('/providers?sort=created_at')).body.meta.sort).toBe('createdAt:asc');
  });

  it('is split into pages that do not overlap, and sorts equal values by id', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => namesOf(`?sort=active:desc&length=2&page=${page}`)),
    );
    expect(pages).toEqual([['carla Ruiz', 'Ängstrom'], ['Bob', 'Zoé'], ['Bob 100%'], []]);
  });

  it('has pages of 100 entries when length is above 100', async () => {
    const { body } = await service.admin.get('/providers?length=1000');
    expect(body.meta).toMatchObject({ per_page: 100, total: 5, total_pages: 1 });
  });

  it.each([
    ['ruiz', ['carla Ruiz']],
    ['RUIZ z@', ['carla Ruiz']],
    ['ruiz bob', []],
    ['physics', ['Ängstrom']],
    ['ängst', ['Ängstrom']],
    ['ZOÉ', ['Zoé']],
    ['Zoe\u0301', ['Zoé']],
    ['+34', ['carla Ruiz']],
    ['%', ['Bob 100%']],
    ['x_1', ['Bob 100%']],
    ['_', ['Bob 100%']],
    ['\\', []],
    ['  ', ['Ängstrom', 'Bob', 'Bob 100%', 'carla Ruiz', 'Zoé']],
  ])('with the search %j contains %j', async (q, names) => {
    expect(await namesOf(`?q=${encodeURIComponent(q)}`)).toEqual(names);
  });

  it('reports all invalid query parameters in one answer', async () => {
    const { status, body } = await service.anonymous.get(
      `/providers?page=0&length=x&sort=color&includeColors=yes&q=${'x'.repeat(201)}`,
    );
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object).sort()).toEqual([
      'includeColors',
      'length',
      'page',
      'q',
      'sort',
    ]);
  });
});

describe('The list of providers with PUBLIC_CONTACT=on', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { PUBLIC_CONTACT: 'on' } });
    await service.admin.post('/providers', { name: 'Ana', email: 'ana@example.com', phone: '+34 600' });
  });

  afterAll(() => service.stop());

  it('contains e-mail addresses and phone numbers without a key, and can be searched for an address', async () => {
    const { body } = await service.anonymous.get('/providers?q=ana@');
    expect(body.data).toMatchObject([{ email: 'ana@example.com', phone: '+34 600' }]);
  });
});
