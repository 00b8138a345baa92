import { aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const UNKNOWN_IDS = ['999999', '0', '-1', '1.5', 'abc', '2147483648', '99999999999'];

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
    it('creates a category with the default values', async () => {
      const { status, body } = await service.admin.post('/categories', { name: '  Hair ' });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.any(Number),
          name: 'Hair',
          description: null,
          color: null,
          active: true,
          metadata: {},
        },
      });
    });

    it('stores every field', async () => {
      const category = {
        name: 'Nails',
        description: 'Hands\nand feet',
        color: '#1E90FF',
        active: false,
        metadata: { ref: 'N1' },
      };
      const created = await service.admin.post('/categories', category);
      expect(created.body.data).toEqual({ id: expect.any(Number), ...category });
      const read = await service.admin.get(`/categories/${created.body.data.id}`);
      expect(read.body.data).toEqual(created.body.data);
    });

    it.each([
      ['#1e9', '#11EE99'],
      ['#AbC', '#AABBCC'],
      [' #1e90ff ', '#1E90FF'],
    ])('accepts the colour %p and returns it as %s', async (color, stored) => {
      const { body } = await service.admin.post('/categories', { name: 'Hair', color });
      expect(body.data.color).toBe(stored);
    });

    it('reports all faults of a body in one answer', async () => {
      const body = { name: ' ', description: 5, color: 'red', active: 'yes' };
      const answer = await service.admin.post('/categories', body);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toEqual({
        code: 'VALIDATION_ERROR',
        message: 'The request has invalid fields',
        details: {
          name: 'must not be blank',
          description: 'must be a string',
          color: 'must be a hex colour such as #1E90FF',
          active: 'must be true or false',
        },
      });
    });

    it.each([
      [{}, 'is required'],
      [{ name: null }, 'must be a string'],
      [undefined, 'is required'],
    ])('refuses the body %p, because the name %s', async (body, message) => {
      const { status, body: answer } = await service.admin.post('/categories', body);
      expect(status).toBe(422);
      expect(answer.error.details).toEqual({ name: message });
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

    it('stores Unicode in NFC and line ends as LF', async () => {
      const { body } = await service.admin.post('/categories', { name: 'Cafe\u0301', description: 'a\r\nb' });
      expect(body.data).toMatchObject({ name: 'Café', description: 'a\nb' });
    });

    it('refuses control characters', async () => {
      const { body } = await service.admin.post('/categories', { name: 'a\u0000b', description: 'a\u0007b' });
      expect(body.error.details).toEqual({
        name: 'must not contain control characters',
        description: 'must not contain control characters',
      });
    });

    it('ignores unknown members and an id', async () => {
      const { status, body } = await service.admin.post('/categories', { id: 777, name: 'Hair', rank: 1 });
      expect(status).toBe(201);
      expect(Object.keys(body.data as object)).toEqual([
        'id',
        'name',
        'description',
        'color',
        'active',
        'metadata',
      ]);
      expect(body.data.id).not.toBe(777);
    });

    it('accepts the name of another category', async () => {
      expect(await create({ name: 'Twins' })).not.toBe(await create({ name: 'Twins' }));
    });
  });

  describe('GET /categories/{id}', () => {
    it.each(UNKNOWN_IDS)('answers 404 for the id %s', async (id) => {
      const { status, body } = await service.admin.get(`/categories/${id}`);
      expect(status).toBe(404);
      expect(body).toEqual({ error: { code: 'NOT_FOUND', message: 'No such category' } });
    });
  });

  describe('PUT /categories/{id}', () => {
    it('sets every absent member to its default', async () => {
      const id = await create({ description: 'Cuts', color: '#1E90FF', active: false });
      const { status, body } = await service.admin.put(`/categories/${id}`, { name: 'Beards' });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id,
        name: 'Beards',
        description: null,
        color: null,
        active: true,
        metadata: {},
      });
    });

    it('accepts the answer of GET as its body, and changes nothing', async () => {
      const id = await create({ description: 'Cuts', color: '#1E90FF', active: false });
      const read = await service.admin.get(`/categories/${id}`);
      const written = await service.admin.put(`/categories/${id}`, read.body.data);
      expect(written.body).toEqual(read.body);
    });

    it('requires a name', async () => {
      const { status, body } = await service.admin.put(`/categories/${await create()}`, { color: null });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ name: 'is required' });
    });

    it('validates the body before it looks for the category', async () => {
      expect((await service.admin.put('/categories/999999', { name: '' })).status).toBe(422);
      expect((await service.admin.put('/categories/999999', { name: 'Hair' })).status).toBe(404);
    });
  });

  describe('PATCH /categories/{id}', () => {
    it('changes only the members of the body', async () => {
      const id = await create({ description: 'Cuts', color: '#1E90FF', active: false });
      const { status, body } = await service.admin.patch(`/categories/${id}`, { color: '#fff' });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id,
        name: 'Hair',
        description: 'Cuts',
        color: '#FFFFFF',
        active: false,
        metadata: {},
      });
    });

    it('clears description and color with null', async () => {
      const id = await create({ description: 'Cuts', color: '#1E90FF' });
      const { body } = await service.admin.patch(`/categories/${id}`, { description: null, color: null });
      expect(body.data).toMatchObject({ description: null, color: null });
    });

    it('refuses null for name and active', async () => {
      const { status, body } = await service.admin.patch(`/categories/${await create()}`, {
        name: null,
        active: null,
      });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ name: 'must be a string', active: 'must be true or false' });
    });

    it('changes nothing with an empty body', async () => {
      const id = await create({ description: 'Cuts', color: '#1E90FF', active: false });
      const { status, body } = await service.admin.patch(`/categories/${id}`, {});
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id,
        name: 'Hair',
        description: 'Cuts',
        color: '#1E90FF',
        active: false,
        metadata: {},
      });
    });

    it('keeps the changes of all concurrent requests', async () => {
      const ids = await Promise.all(Array.from({ length: 30 }, () => create()));
      const changes = [{ name: 'new' }, { description: 'new' }, { color: '#FFFFFF' }, { active: false }];
      await Promise.all(
        ids.flatMap((id) => changes.map((change) => service.admin.patch(`/categories/${id}`, change))),
      );
      for (const id of ids) {
        const { body } = await service.admin.get(`/categories/${id}`);
        expect(body.data).toEqual(Object.assign({ id, metadata: {} }, ...changes));
      }
    });

    it.each(UNKNOWN_IDS)('answers 404 for the id %s', async (id) => {
      expect((await service.admin.patch(`/categories/${id}`, { name: 'Hair' })).status).toBe(404);
    });
  });

  describe('DELETE /categories/{id}', () => {
    it('deletes the category, and answers 404 to a second request', async () => {
      const id = await create();
      const { status, body } = await service.admin.delete(`/categories/${id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ data: { id, deleted: true } });
      expect((await service.admin.delete(`/categories/${id}`)).status).toBe(404);
      expect((await service.admin.get(`/categories/${id}`)).status).toBe(404);
    });

    it('sets categoryId to null in the services of this category only', async () => {
      const [id, other] = [await create(), await create()];
      const serviceId = await aService(service.admin, { categoryId: id });
      const otherService = await aService(service.admin, { categoryId: other });
      await service.admin.delete(`/categories/${id}`);
      expect((await service.admin.get(`/services/${serviceId}`)).body.data.categoryId).toBeNull();
      expect((await service.admin.get(`/services/${otherService}`)).body.data.categoryId).toBe(other);
    });
  });

  describe('authorization', () => {
    it('requires a key for every operation', async () => {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', '/1'],
        ['PUT', '/1'],
        ['PATCH', '/1'],
        ['DELETE', '/1'],
      ] as const) {
        const { status, body } = await service.nobody.send(method, `/categories${path}`);
        expect([status, body.error.code]).toEqual([401, 'unauthorized']);
      }
    });

    it('allows staff to read, but not to write', async () => {
      const staff = await service.as('staff');
      const id = await create();
      expect((await staff.get('/categories')).status).toBe(200);
      expect((await staff.get(`/categories/${id}`)).status).toBe(200);
      for (const answer of [
        await staff.post('/categories', {}),
        await staff.put(`/categories/${id}`, {}),
        await staff.patch(`/categories/${id}`, {}),
        await staff.delete(`/categories/${id}`),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
      }
    });

    it('allows providers to write', async () => {
      const provider = await service.as('provider');
      const { status, body } = await provider.post('/categories', { name: 'Hair' });
      expect(status).toBe(201);
      expect((await provider.put(`/categories/${body.data.id}`, { name: 'Nails' })).status).toBe(200);
      expect((await provider.patch(`/categories/${body.data.id}`, { name: 'Hair' })).status).toBe(200);
      expect((await provider.delete(`/categories/${body.data.id}`)).status).toBe(200);
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
