import { aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

describe('Categories:', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const create = async (members: object = {}): Promise<number> => {
    const { body } = await service.admin.post('/categories', { name: 'Hair', ...members });
    return body.data.id as number;
  };

  describe('POST /categories', () => {
    it.each([
      ['#1e9', '#11EE99'],
      ['#AbC', '#AABBCC'],
      [' #1e90ff ', '#1E90FF'],
    ])('accepts the colour %p and returns it as %s', async (color, stored) => {
      const { body } = await service.admin.post('/categories', { name: 'Hair', color });
      expect(body.data.color).toBe(stored);
    });

    it.each(['#12345', '#1234567', '1E90FF', '#ggg', ''])('refuses the colour %p', async (color) => {
      const { status, body } = await service.admin.post('/categories', { name: 'Hair', color });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ color: 'must be a hex colour such as #1E90FF' });
    });

    it('accepts a name of 200 code points, but not of 201', async () => {
      const longest = '💇'.repeat(200);
      expect((await service.admin.post('/categories', { name: longest })).body.data.name).toBe(longest);
      const { body } = await service.admin.post('/categories', { name: `${longest}!` });
      expect(body.error.details).toEqual({ name: 'must be at most 200 characters long' });
    });

    it('accepts the name of another category', async () => {
      expect(await create({ name: 'Twins' })).not.toBe(await create({ name: 'Twins' }));
    });
  });

  describe('DELETE /categories/{id}', () => {
    it('sets categoryId to null in the services of this category only', async () => {
      const [id, other] = [await create(), await create()];
      const serviceId = await aService(service.admin, { categoryId: id });
      const otherService = await aService(service.admin, { categoryId: other });
      await service.admin.delete(`/categories/${id}`);
      expect((await service.admin.get(`/services/${serviceId}`)).body.data.categoryId).toBeNull();
      expect((await service.admin.get(`/services/${otherService}`)).body.data.categoryId).toBe(other);
    });
  });
});

describe('The list of categories', () => {
  let service: TestService;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    service = await startTestService();
    for (const [name, description, active] of [
      ['nails', '100 % hands_and feet', true],
      ['Hair', 'Cuts \\ colours', true],
      ['Ärzte', 'Überall', false],
      ['Hair', null, true],
    ] as const) {
      const { body } = await service.admin.post('/categories', { name, description, active });
      ids[`${name}${String(description)}`] = body.data.id as number;
      service.clock.advance(60_000);
    }
  });

  afterAll(() => service.stop());

  const namesOf = async (query: string): Promise<string[]> => {
    const { status, body } = await service.admin.get(`/categories${query}`);
    expect(status).toBe(200);
    return (body.data as { name: string }[]).map(({ name }) => name);
  };

  it('is sorted by name regardless of case, and has every member of meta', async () => {
    const { body } = await service.admin.get('/categories');
    expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual([
      'Ärzte',
      'Hair',
      'Hair',
      'nails',
    ]);
    expect(body.meta).toEqual({
      page: 1,
      per_page: 25,
      total: 4,
      total_pages: 1,
      sort: 'name:asc',
      timestamp: '2026-11-20T08:04:00.000Z',
    });
  });

  it.each([
    ['id:desc', ['Hair', 'Ärzte', 'Hair', 'nails']],
    ['name:desc', ['nails', 'Hair', 'Hair', 'Ärzte']],
    ['active', ['Ärzte', 'nails', 'Hair', 'Hair']],
    ['active:desc', ['nails', 'Hair', 'Hair', 'Ärzte']],
    ['createdAt:asc', ['nails', 'Hair', 'Ärzte', 'Hair']],
    ['created_at:desc', ['Hair', 'Ärzte', 'Hair', 'nails']],
  ])('with ?sort=%s has the order %p', async (sort, names) => {
    expect(await namesOf(`?sort=${sort}`)).toEqual(names);
  });

  it('sorts equal names by ascending id in both directions', async () => {
    const [first, second] = [ids['HairCuts \\ colours'], ids['Hairnull']];
    for (const sort of ['name:asc', 'name:desc']) {
      const { body } = await service.admin.get(`/categories?sort=${sort}`);
      const hair = (body.data as { id: number; name: string }[]).filter(({ name }) => name === 'Hair');
      expect(hair.map(({ id }) => id)).toEqual([first, second]);
    }
  });

  it('contains the sort in camelCase in its meta', async () => {
    const { body } = await service.admin.get('/categories?sort=created_at:desc');
    expect(body.meta.sort).toBe('createdAt:desc');
  });

  it('is split into pages that do not overlap, and is empty after the last page', async () => {
    expect(await namesOf('?length=3')).toEqual(['Ärzte', 'Hair', 'Hair']);
    expect(await namesOf('?length=3&page=2')).toEqual(['nails']);
    const { body } = await service.admin.get('/categories?length=3&page=3');
    expect(body.data).toEqual([]);
    expect(body.meta).toMatchObject({ page: 3, per_page: 3, total: 4, total_pages: 2 });
  });

  it('has pages of 100 entries when length is above 100', async () => {
    expect((await service.admin.get('/categories?length=101')).body.meta.per_page).toBe(100);
  });

  it('reports an invalid page, length and sort in one answer', async () => {
    const { status, body } = await service.admin.get('/categories?page=0&length=x&sort=color:asc');
    expect(status).toBe(422);
    expect(body.error.details).toEqual({
      page: 'must be an integer from 1 to 2147483647',
      length: expect.stringContaining('must be an integer from 1'),
      sort: 'must be one of id, name, active, createdAt, followed by :asc or :desc',
    });
  });

  it.each([
    ['hair', ['Hair', 'Hair']],
    ['ÄRZTE', ['Ärzte']],
    ['überall', ['Ärzte']],
    ['hair cuts', ['Hair']],
    ['cuts hair', ['Hair']],
    ['hair feet', []],
    ['%', ['nails']],
    ['_', ['nails']],
    ['\\', ['Hair']],
    ['  ', ['Ärzte', 'Hair', 'Hair', 'nails']],
  ])('with the search %p contains %p', async (q, names) => {
    expect(await namesOf(`?q=${encodeURIComponent(q)}`)).toEqual(names);
  });

  it('refuses a q of more than 200 characters', async () => {
    const { status, body } = await service.admin.get(`/categories?q=${'x'.repeat(201)}`);
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ q: 'must be at most 200 characters long' });
  });
});
