import { randomUUID } from 'node:crypto';
import { PATH_NAMES } from '../../src/telling/events/event-types';
import { aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

interface Listed {
  readonly id: number;
  readonly at: string;
  readonly resource: string;
  readonly resourceId: number;
  readonly userId: number | null;
}

describe('The list of the audit trail', () => {
  let service: TestService;

  /** Inserts ten entries, one for each hour: ids 1 to 5 of two resources, by users 11 and 12 in turn. */
  beforeAll(async () => {
    service = await startTestService();
    await service.query('delete from audit_entries');
    await service.query(`
      insert into audit_entries (at, via, user_id, action, resource, resource_id, after)
      select '2026-11-20T00:00:00Z'::timestamptz + n * interval '1 hour', 'api', 11 + n % 2, 'create',
        (array['closures', 'customers'])[1 + n / 5], 1 + n % 5, '{}'
      from generate_series(0, 9) n`);
  });

  afterAll(() => service.stop());

  const list = async (query: string) => {
    const { status, body } = await service.admin.get(`/audit?${query}`);
    expect(status).toBe(200);
    return body as { data: Listed[]; meta: Record<string, unknown> };
  };
  const hoursOf = async (query: string) =>
    (await list(query)).data.map(({ at }) => Number(at.slice('2026-11-20T'.length).slice(0, 2)));

  it('shows the newest entries first, with the meta of every list', async () => {
    const { data, meta } = await list('');
    expect(data.map(({ at }) => at)).toEqual(data.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1)));
    expect(data).toHaveLength(10);
    expect(meta).toEqual({
      page: 1,
      per_page: 25,
      total: 10,
      total_pages: 1,
      sort: 'at:desc',
      timestamp: '2026-11-20T08:00:00.000Z',
    });
  });

  it.each([
    ['resource=closures', [4, 3, 2, 1, 0]],
    ['resource=locations', []],
    ['resourceId=2', [6, 1]],
    ['resource=customers&resourceId=2', [6]],
    ['userId=12', [9, 7, 5, 3, 1]],
    ['userId=999999', []],
    ['from=2026-11-20T07:00:00Z', [9, 8, 7]],
    ['to=2026-11-20T02:00:00Z', [1, 0]],
    ['from=2026-11-20T02:00:00Z&to=2026-11-20T04:00:00Z', [3, 2]],
    ['from=2026-11-20&to=2026-11-20&userId=11&resource=customers', [8, 6]],
    ['from=2026-11-21', []],
    ['to=2026-11-19', []],
    ['from=2026-11-20T07:59:59.999Z&to=2026-11-20T08:00:00.500Z', [8]],
    ['from=2026-11-20T10:00:00%2B02:00', [9, 8]],
  ])('filters by %s', async (query, hours) => {
    expect(await hoursOf(query)).toEqual(hours);
    expect((await list(`${query}&length=1`)).meta).toMatchObject({ total: hours.length });
  });

  it('filters by the resource as paths and as events name it', async () => {
    for (const [ofEvent, ofPath] of Object.entries(PATH_NAMES))
      expect((await list(`resource=${ofEvent}`)).data).toEqual((await list(`resource=${ofPath}`)).data);
    expect(await hoursOf('resource=customer&resourceId=2')).toEqual([6]);
  });

  it.each([
    ['id', [0, 1, 2]],
    ['id:desc', [9, 8, 7]],
    ['at:asc', [0, 1, 2]],
    ['at:desc', [9, 8, 7]],
  ])('sorts by %s', async (sort, hours) => {
    expect(await hoursOf(`sort=${sort}&length=3`)).toEqual(hours);
  });

  it('breaks ties by id, so that pages never overlap', async () => {
    await service.query(
      `insert into audit_entries (at, via, action, resource, resource_id)
       select '2026-11-19T00:00:00Z', 'worker', 'create', 'users', n from generate_series(1, 7) n`,
    );
    const pages = [1, 2, 3, 4].map(
      async (page) => (await list(`resource=users&sort=at:desc&length=2&page=${page}`)).data,
    );
    expect((await Promise.all(pages)).flat().map(({ resourceId }) => resourceId)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(await list('resource=users&page=9&length=2')).toMatchObject({
      data: [],
      meta: { total: 7, page: 9, total_pages: 4 },
    });
  });

  it('reads dates in the time zone of the business', async () => {
    const losAngeles = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { BUSINESS_TIMEZONE: 'America/Los_Angeles' },
    });
    // Midnight there is 08:00 in UTC.
    const { body } = await losAngeles.admin.get('/audit?from=2026-11-20&to=2026-11-20&resource=customers');
    await losAngeles.stop();
    expect((body.data as Listed[]).map(({ at }) => at)).toEqual([
      '2026-11-20T01:00:00-08:00',
      '2026-11-20T00:00:00-08:00',
    ]);
  });

  it('reports all wrong parameters in one answer', async () => {
    const { status, body } = await service.admin.get(
      '/audit?resource=passwords&resourceId=0&userId=x&from=yesterday&to=2026-02-30&sort=resource&page=0&length=-1',
    );
    expect(status).toBe(422);
    expect(body.error.code).toBe('VALIDATION_ERROR');
    expect(Object.keys(body.error.details as object).sort()).toEqual([
      ...['from', 'length', 'page', 'resource', 'resourceId', 'sort', 'to', 'userId'],
    ]);
    expect(body.error.details.resource).toBe(
      'must be one of api-keys, appointments, business-feeds, business-hours, busy-calendars, categories, closures, customers, feeds, holds, location-feeds, locations, notifications, providers, resources, series, services, special-hours, time-off, users, visits, waitlist, webhooks',
    );
  });

  it('is available only to the role admin', async () => {
    expect((await service.anonymous.get('/audit')).status).toBe(401);
    for (const role of ['provider', 'staff'] as const) {
      const { status, body } = await (await service.as(role)).get('/audit');
      expect([status, body.error.code]).toEqual([403, 'forbidden']);
    }
    expect((await (await service.as('admin', 'staff')).get('/audit')).status).toBe(200);
  });

  it('accepts no method that writes', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await service.admin.send(method, '/audit', { body: {} })).status).toBe(404);
    }
  });

  it('filters by the UUID of a hold, of which it shows every change', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const place = async (start: string) =>
      (await service.admin.post('/holds', { providerId, serviceId, date: MONDAY, start })).body.data
        .id as string;
    const [id, other] = [await place('10:00'), await place('11:00')];
    await service.admin.delete(`/holds/${id}`);
    const actionsOf = async (query: string) =>
      (await list(query)).data.map((entry) => (entry as unknown as { action: string }).action);
    expect(await actionsOf(`resourceId=${id}`)).toEqual(['create', 'delete']);
    expect(await actionsOf(`resourceId=${id.toUpperCase()}&resource=hold`)).toEqual(['create', 'delete']);
    expect(await actionsOf(`resourceId=${other}&resource=holds`)).toEqual(['create']);
    expect(await actionsOf(`resourceId=${id}&resource=services`)).toEqual([]);
    expect(await actionsOf(`resourceId=${randomUUID()}`)).toEqual([]);
    expect(await actionsOf('resourceId=9999999999')).toEqual([]);
  });
});
