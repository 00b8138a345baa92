import type { ApiClient } from '../support/api-client';
import { anAppointment, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

interface Location {
  readonly id: number;
  readonly name: string;
  readonly address: string | null;
  readonly is_primary: boolean;
}

const create = async (client: ApiClient, members: object = {}): Promise<Location> => {
  const { status, body } = await client.post('/locations', { name: 'Main Street', ...members });
  expect(status).toBe(201);
  return body.data as Location;
};

const list = async (client: ApiClient, query = ''): Promise<Location[]> => {
  const { status, body } = await client.get(`/locations${query}`);
  expect(status).toBe(200);
  return body.data as Location[];
};

describe('Locations:', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await create(service.admin, { name: 'Headquarters' });
  });

  afterAll(() => service.stop());

  it('PUT /locations/{id} accepts an entry of the list as its body, and changes nothing', async () => {
    for (const read of await list(service.admin)) {
      const { body } = await service.admin.put(`/locations/${read.id}`, read);
      expect(body.data).toEqual(read);
    }
  });

  it('DELETE /locations/{id} deletes the location once, and keeps its appointments without a location', async () => {
    const { id } = await create(service.admin);
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const appointment = await anAppointment(service.admin, providerId, serviceId, { locationId: id });
    const { status, body } = await service.admin.delete(`/locations/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: { id, deleted: true } });
    expect((await service.admin.delete(`/locations/${id}`)).status).toBe(404);
    expect((await service.admin.get(`/locations/${id}`)).status).toBe(404);
    const left = await service.admin.get(`/appointments/${appointment.id}`);
    expect(left.body.data.locationId).toBeNull();
  });

  describe('authorization', () => {
    it('allows reading without a key', async () => {
      const [first] = await list(service.anonymous);
      expect((await service.anonymous.get(`/locations/${first?.id}`)).status).toBe(200);
    });

    it('shows metadata with a key alone, also of a page that another caller has just read', async () => {
      await create(service.admin, { name: 'Depot', metadata: { erp: 'D-1' } });
      const shown = async (client: ApiClient) =>
        (await list(client)).filter((location) => 'metadata' in location).length > 0;
      const clients = [service.admin, service.anonymous, service.admin, service.anonymous];
      const answers: boolean[] = [];
      for (const client of clients) answers.push(await shown(client));
      expect(answers).toEqual([true, false, true, false]);
    });

    it('refuses a wrong key, also for reading', async () => {
      expect((await service.withKey('xsk_wrong_key').get('/locations')).status).toBe(401);
    });
  });
});

describe('The primary location', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  afterEach(async () => {
    for (const { id } of await list(service.admin)) await service.admin.delete(`/locations/${id}`);
  });

  const primaries = async () =>
    (await list(service.anonymous)).filter(({ is_primary }) => is_primary).map(({ name }) => name);

  it('is the first location, even when its body sets is_primary to false', async () => {
    expect((await create(service.admin, { name: 'First', is_primary: false })).is_primary).toBe(true);
    expect((await create(service.admin, { name: 'Second' })).is_primary).toBe(false);
    expect(await primaries()).toEqual(['First']);
  });

  it('changes when a POST, PUT or PATCH sets is_primary to true', async () => {
    await create(service.admin, { name: 'First' });
    const second = await create(service.admin, { name: 'Second', is_primary: true });
    expect(second.is_primary).toBe(true);
    expect(await primaries()).toEqual(['Second']);
    const third = await create(service.admin, { name: 'Third' });
    const put = await service.admin.put(`/locations/${third.id}`, { name: 'Third', is_primary: true });
    expect(put.body.data.is_primary).toBe(true);
    expect(await primaries()).toEqual(['Third']);
    const patch = await service.admin.patch(`/locations/${second.id}`, { is_primary: true });
    expect(patch.body.data.is_primary).toBe(true);
    expect(await primaries()).toEqual(['Second']);
  });

  it('does not change when a PUT or PATCH sets is_primary to false, or a PUT has no is_primary', async () => {
    const { id } = await create(service.admin, { name: 'First' });
    for (const answer of [
      await service.admin.patch(`/locations/${id}`, { is_primary: false }),
      await service.admin.put(`/locations/${id}`, { name: 'First', is_primary: false }),
      await service.admin.put(`/locations/${id}`, { name: 'First' }),
    ]) {
      expect(answer.body.data.is_primary).toBe(true);
    }
  });

  it('can be set by set-primary repeatedly', async () => {
    await create(service.admin, { name: 'First' });
    const second = await create(service.admin, { name: 'Second', address: '7 Park Lane' });
    for (let round = 0; round < 2; round++) {
      const { status, body } = await service.admin.post(`/locations/${second.id}/set-primary`);
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...second, is_primary: true });
      expect(await primaries()).toEqual(['Second']);
    }
  });

  it.each([
    ['text', 'text/plain', 'please'],
    ['malformed JSON', 'application/json', '{'],
    ['JSON of 2 MiB', 'application/json', `"${'x'.repeat(2_097_152)}"`],
  ])('is set by set-primary, which does not read its body (%s)', async (_what, type, raw) => {
    await create(service.admin, { name: 'First' });
    const second = await create(service.admin, { name: 'Second' });
    const sending = { raw, headers: { 'content-type': type } };
    const { status } = await service.admin.send('POST', `/locations/${second.id}/set-primary`, sending);
    expect(status).toBe(200);
    expect(await primaries()).toEqual(['Second']);
  });

  it('is the oldest remaining location after the primary one is deleted', async () => {
    await create(service.admin, { name: 'First' });
    service.clock.advance(60_000);
    await create(service.admin, { name: 'Second' });
    service.clock.advance(60_000);
    const third = await create(service.admin, { name: 'Third', is_primary: true });
    await service.admin.delete(`/locations/${third.id}`);
    expect(await primaries()).toEqual(['First']);
  });

  it('stays the same when another location is deleted, and is the next new location after all are deleted', async () => {
    const first = await create(service.admin, { name: 'First' });
    const second = await create(service.admin, { name: 'Second' });
    await service.admin.delete(`/locations/${second.id}`);
    expect(await primaries()).toEqual(['First']);
    await service.admin.delete(`/locations/${first.id}`);
    expect(await list(service.anonymous)).toEqual([]);
    expect((await create(service.admin, { name: 'Next' })).is_primary).toBe(true);
  });

  it('is exactly one location after concurrent writes', async () => {
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create(service.admin, { name: `L${index}` })),
    );
    expect(await primaries()).toHaveLength(1);
    await Promise.all(
      created.map(({ id }, index) =>
        index % 2 === 0
          ? service.admin.post(`/locations/${id}/set-primary`)
          : service.admin.delete(`/locations/${id}`),
      ),
    );
    expect(await list(service.anonymous)).toHaveLength(4);
    expect(await primaries()).toHaveLength(1);
  });
});

describe('The list of locations', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    for (const name of ['c', 'A', 'b', 'A']) {
      await create(service.admin, { name });
      service.clock.advance(60_000);
    }
  });

  afterAll(() => service.stop());

  const names = async (query: string) => (await list(service.anonymous, query)).map(({ name }) => name);

  it.each([
    ['', ['c', 'A', 'b', 'A']],
    ['?sort=id:desc', ['A', 'b', 'A', 'c']],
    ['?sort=name', ['A', 'A', 'b', 'c']],
    ['?sort=created_at:desc', ['A', 'b', 'A', 'c']],
    ['?sort=name:desc&length=2', ['c', 'b']],
    ['?sort=name&length=3&page=2', ['c']],
    ['?page=2', []],
  ])('with the query %p has the order %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each(['', '&length=10'])(
    'sorts equal names by ascending id in both directions (other parameters: %p)',
    async (length) => {
      for (const sort of ['name:asc', 'name:desc']) {
        const same = (await list(service.anonymous, `?sort=${sort}${length}`)).filter(
          ({ name }) => name === 'A',
        );
        expect(same.map(({ id }) => id)).toEqual(same.map(({ id }) => id).toSorted((a, b) => a - b));
      }
    },
  );

  it('is split into pages when the query has a length', async () => {
    const { body } = await service.anonymous.get('/locations?length=3&page=2&sort=created_at');
    expect(body.meta).toEqual({
      page: 2,
      per_page: 3,
      total: 4,
      total_pages: 2,
      sort: 'createdAt:asc',
      timestamp: '2026-11-20T08:04:00.000Z',
    });
  });

  it('is one page of all locations when the query has no length', async () => {
    for (let index = 0; index < 101; index++) await create(service.admin, { name: `L${index}` });
    const { body } = await service.anonymous.get('/locations');
    expect(body.data).toHaveLength(105);
    expect(body.meta).toMatchObject({ page: 1, per_page: 105, total: 105, total_pages: 1, sort: 'id:asc' });
    expect((await service.anonymous.get('/locations?length=500')).body.data).toHaveLength(100);
  });

  it('is split into pages of 1,000 when it has more locations and the query has no length', async () => {
    const { total } = (await service.anonymous.get('/locations')).body.meta as { total: number };
    await service.query(
      `insert into locations (name, created_at, updated_at)
       select 'Many', now(), now() from generate_series($1::int, 1002)`,
      [total + 1],
    );
    const first = await service.anonymous.get('/locations');
    expect(first.body.data).toHaveLength(1_000);
    expect(first.body.meta).toMatchObject({ page: 1, per_page: 1_000, total: 1_002, total_pages: 2 });
    expect(await list(service.anonymous, '?page=2')).toHaveLength(2);
    const beyond = await service.anonymous.get('/locations?page=9');
    expect(beyond.body.data).toEqual([]);
    expect(beyond.body.meta).toMatchObject({ page: 9, per_page: 1_000, total: 1_002, total_pages: 2 });
  });

  it('reports all invalid query parameters in one answer', async () => {
    const { status, body } = await service.anonymous.get('/locations?page=0&length=0&sort=address');
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object).sort()).toEqual(['length', 'page', 'sort']);
  });
});
