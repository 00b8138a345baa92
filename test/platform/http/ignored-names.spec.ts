import { startTestService, type TestService } from '../../support/test-service';

const SERVICE = { name: 'Haircut', durationMin: 45 };

describe('meta.ignored', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.admin.post('/services', SERVICE);
    await service.admin.post('/providers', { name: 'Ana Silva', email: 'ana@example.com' });
  });

  afterAll(() => service.stop());

  const ignoredBy = async (path: string, client = service.admin) =>
    (await client.get(path)).body.meta?.ignored as unknown;
  const sent = async (method: string, path: string, body: unknown) => {
    const answer = await service.admin.send(method, path, { body });
    expect(answer.status).toBeLessThan(300);
    return answer.body.meta?.ignored as unknown;
  };

  it('is absent when every name has a meaning', async () => {
    expect((await service.admin.get('/services/1')).body).not.toHaveProperty('meta');
    expect((await service.admin.get('/services?page=1&sort=name:desc')).body.meta).not.toHaveProperty(
      'ignored',
    );
    expect((await service.admin.post('/services', SERVICE)).body).not.toHaveProperty('meta');
  });

  it('lists unknown query parameters of one resource, of a list, and of a view', async () => {
    expect(await ignoredBy('/services/1?full=1')).toEqual(['full']);
    expect(await ignoredBy('/services?locationid=1&page=1')).toEqual(['locationid']);
    expect(await ignoredBy('/providers/2/schedule?week=3')).toEqual(['week']);
  });

  it.each([
    'slots?serviceId=1&date=2026-12-01',
    'summary?serviceId=1&from=2026-12-01&to=2026-12-01',
    'calendar?serviceId=1&month=2026-12',
  ])('lists the provider of availability/%s when anyProvider takes its place', async (view) => {
    const path = `/availability/${view}&providerId=2`;
    expect(await ignoredBy(`${path}&anyProvider=true`)).toEqual(['providerId']);
    expect(await ignoredBy(`${path}&anyProvider=false`)).toBeUndefined();
    const headers = { prefer: 'handling=strict' };
    const { status, body } = await service.admin.get(`${path}&anyProvider=1`, { headers });
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, ['providerId']]);
  });

  it('appears with the pagination members of a list', async () => {
    const { meta } = (await service.admin.get('/services?x=1')).body;
    expect(meta).toMatchObject({ page: 1, per_page: 25, ignored: ['x'] });
  });

  it('lists unknown query parameters of a public endpoint for a request without a key', async () => {
    expect(await ignoredBy('/providers?colour=red', service.anonymous)).toEqual(['colour']);
  });

  it('lists an API key in the query by its name, without its value', async () => {
    const { body } = await service.admin.get('/services/1?api_key=xsk_1234');
    expect(body.meta).toEqual({ ignored: ['api_key'] });
    expect(JSON.stringify(body)).not.toContain('xsk_1234');
  });

  it('lists query parameters of a write and of a delete', async () => {
    const made = await service.admin.post('/categories?dry_run=1', { name: 'Hair' });
    expect(made.body.meta).toEqual({ ignored: ['dry_run'] });
    const deleted = await service.admin.delete(`/categories/${String(made.body.data.id)}?force=1`);
    expect(deleted.body.meta).toEqual({ ignored: ['force'] });
  });

  it('lists unknown members of a body', async () => {
    expect(await sent('POST', '/services', { ...SERVICE, duration: 45 })).toEqual(['duration']);
    expect(await sent('PATCH', '/services/1', { Name: 'Cut', constructor: 1 })).toEqual([
      'Name',
      'constructor',
    ]);
  });

  it('does not list members that the answers of the resource have', async () => {
    const { data } = (await service.admin.get('/services/1')).body;
    expect(await sent('PUT', '/services/1', data)).toBeUndefined();
    const hours = (await service.admin.get('/business-hours')).body.data as object;
    expect(await sent('PUT', '/business-hours', hours)).toBeUndefined();
  });

  it('lists members that a PATCH cannot change, although the answers have them', async () => {
    expect(await sent('PATCH', '/services/1', { id: 1, createdAt: 'x', name: 'Cut' })).toEqual([
      'id',
      'createdAt',
    ]);
    const visit = await service.admin.post('/visits', {
      ...{ name: 'Mia', email: 'mia@example.com', date: '2026-11-23', start: '10:00' },
      items: [{ serviceId: 1, providerId: 2 }],
    });
    const path = `/visits/${visit.body.data.id}`;
    expect(await sent('PATCH', path, { end: '11:00', appointments: [] })).toEqual(['end', 'appointments']);
    const [{ id }] = visit.body.data.appointments as [{ id: number }];
    expect(await sent('PATCH', `/appointments/${id}/status`, { status: 'pending', notes: 'x' })).toEqual([
      'notes',
    ]);
    expect(await sent('PATCH', `/appointments/${id}`, { customerName: 'Ann', notes: 'x' })).toEqual([
      'customerName',
    ]);
  });

  it('lists every member that is sent to an operation without a body, although the answers have it', async () => {
    expect(await sent('POST', '/providers/2/feed', { url: 'https://example.com', rotate: true })).toEqual([
      'url',
      'rotate',
    ]);
    const headers = { prefer: 'handling=strict' };
    const refused = await service.admin.post('/providers/2/feed', { url: 'x', rotate: true }, { headers });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual({
      url: 'has no meaning in this request',
      rotate: 'has no meaning in this request',
    });
  });

  it('lists the name of a customer when one of its parts takes its place', async () => {
    const parts = { firstName: 'Mia', name: 'Ann Lee' };
    expect(await sent('POST', '/customers', parts)).toEqual(['name']);
    expect(await sent('PATCH', '/customers/1', parts)).toEqual(['name']);
    expect(await sent('PUT', '/customers/1', { lastName: '', ...parts })).toEqual(['name']);
    expect(await sent('PATCH', '/customers/1', { firstName: 'Mia', name: null })).toBeUndefined();
    expect(await sent('PATCH', '/customers/1', { name: 'Ann Lee' })).toBeUndefined();
    const headers = { prefer: 'handling=strict' };
    const refused = await service.admin.patch('/customers/1', parts, { headers });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      { name: 'has no meaning in this request' },
    ]);
  });

  it('lists the members of a body that a POST does not need, and nothing of one that is not JSON', async () => {
    await service.admin.post('/locations', { name: 'Main' });
    expect(await sent('POST', '/locations/1/set-primary', { id: 1, force: true })).toEqual(['id', 'force']);
    expect(await sent('POST', '/providers/2/feed', { days: 5 })).toEqual(['days']);
    for (const raw of ['{"force":', '[1]', 'force', `"${'x'.repeat(2_000_000)}"`]) {
      const headers = { 'content-type': 'application/json' };
      const answer = await service.admin.send('POST', '/locations/1/set-primary', { raw, headers });
      expect([answer.status, answer.body.meta]).toEqual([200, undefined]);
    }
  });

  it('lists unknown members of nested objects by their path', async () => {
    const schedule = [
      { day: 'monday', start: '09:00', end: '17:00', foo: 1 },
      { weekday: 2, start_time: '09:00', endTime: '17:00', breaks: [{ start: '12:00', end: '13:00', x: 1 }] },
    ];
    expect(await sent('PATCH', '/providers/2', { schedule })).toEqual([
      'schedule[0].foo',
      'schedule[1].breaks[0].x',
    ]);
  });

  it('lists an alias when the name that is read instead of it is present', async () => {
    const request = { provider_id: 2, serviceId: 1, service_id: 7, date: '2026-11-23', startTime: '10:00' };
    expect(await sent('POST', '/availability/check', request)).toEqual(['service_id']);
  });

  it('has at most 20 names of at most 64 characters', async () => {
    const names = Array.from({ length: 30 }, (_, nth) => `${'😀'.repeat(70)}${nth}`);
    const body = { ...SERVICE, ...Object.fromEntries(names.map((name) => [name, 1])) };
    expect(await sent('POST', '/services', body)).toEqual(Array.from({ length: 20 }, () => '😀'.repeat(64)));
  });

  it('is part of an answer that an Idempotency-Key replays', async () => {
    const post = () =>
      service.admin.post('/services', { ...SERVICE, extra: 1 }, { headers: { 'idempotency-key': 'k1' } });
    const first = await post();
    const again = await post();
    expect(first.body.meta).toEqual({ ignored: ['extra'] });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('does not change the entity tag', async () => {
    const [plain, noted] = [
      await service.admin.get('/services/1'),
      await service.admin.get('/services/1?x=1'),
    ];
    expect(noted.headers.get('etag')).toBe(plain.headers.get('etag'));
  });
});

describe('A required member that is absent', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it.each([
    ['text and number', '/services', {}, { name: 'is required', durationMin: 'is required' }],
    [
      'nested',
      '/providers',
      { name: 'Ana', email: 'a@example.com', schedule: [{ day: 1, end: '12:00' }] },
      { 'schedule[0].start': 'is required' },
    ],
  ])('is reported as required: %s', async (_what, path, body, details) => {
    expect((await service.admin.post(path, body)).body.error.details).toEqual(details);
  });

  it('is reported as required in a query', async () => {
    const { body } = await service.admin.get('/availability/slots?date=2026-11-23');
    expect(body.error.details).toMatchObject({ serviceId: 'is required' });
  });

  it('is not reported as required when it is null', async () => {
    const { body } = await service.admin.post('/services', { name: null, durationMin: 45 });
    expect(body.error.details).toEqual({ name: 'must be a string' });
  });
});
