import { operationsOf } from '../../../src/platform/openapi/operations';
import { builtDocument } from '../../support/openapi/built-document';
import { startTestService, type TestService } from '../../support/test-service';

const SERVICE = { name: 'Haircut', durationMin: 45 };
const STRICT = { prefer: 'handling=strict' };
const UNKNOWN = 'has no meaning in this request';

describe('Prefer: handling=strict', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.admin.post('/services', SERVICE);
    await service.admin.post('/providers', { name: 'Ana Silva', email: 'ana@example.com' });
  });

  afterAll(() => service.stop());

  const sent = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.admin.send(method, path, { body, headers: { ...STRICT, ...headers } });

  it.each([
    ['a resource', '/services/1?full=1', { full: UNKNOWN }],
    ['a list', '/services?locationid=1&page=1', { locationid: UNKNOWN }],
    ['a view without parameters', '/business-hours?x=1', { x: UNKNOWN }],
    ['a report', '/appointments/summary?locationID=1', { locationID: UNKNOWN }],
    [
      'all faults of a query',
      '/services?page=0&Sort=name',
      { page: 'must be an integer from 1 to 2147483647', Sort: UNKNOWN },
    ],
  ])('refuses unknown query parameters of %s', async (_what, path, details) => {
    const { status, body, headers } = await sent('GET', path);
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'VALIDATION_ERROR' });
    expect(body.error.details).toEqual(details);
    expect(headers.get('preference-applied')).toBe('handling=strict');
  });

  it('refuses unknown members with all other faults of body and query, nested ones by their path', async () => {
    const schedule = [
      { day: 'monday', start: '09:00', end: '17:00', colour: 'red', breaks: [{ begin: '12:00' }] },
    ];
    const { body } = await sent('PATCH', '/providers/2?dry=1', { schedule, Name: 'Ana', email: 'none' });
    expect(body.error.details).toMatchObject({
      dry: UNKNOWN,
      Name: UNKNOWN,
      email: 'must be an e-mail address',
      'schedule[0].colour': UNKNOWN,
      'schedule[0].breaks[0].begin': UNKNOWN,
      'schedule[0].breaks[0].start': 'is required',
    });
    expect((await service.admin.get('/providers/2')).body.data.name).toBe('Ana Silva');
  });

  it('refuses the members of a body that a POST does not need', async () => {
    const document = builtDocument(service.app);
    const withoutBody = operationsOf(document).filter(
      ({ method, operation }) => method === 'POST' && operation.requestBody === undefined,
    );
    expect(withoutBody.length).toBeGreaterThan(5);
    for (const { path } of withoutBody) {
      const { status, body } = await sent('POST', path.replaceAll(/\{\w+\}/g, '999'), { force: true });
      expect({ path, status, details: body.error.details }).toEqual({
        path,
        status: 422,
        details: { force: UNKNOWN },
      });
    }
  });

  it('refuses unknown names before the existence of the path’s id', async () => {
    expect((await sent('PATCH', '/services/999', { colour: 'red' })).status).toBe(422);
    expect((await sent('PATCH', '/services/999', { name: 'Cut' })).status).toBe(404);
  });

  it('is named in the header of a success, a later refusal and a 304, and not without the preference', async () => {
    const read = await sent('GET', '/services/1');
    const { headers } = await sent('GET', '/services/1', undefined, {
      'if-none-match': read.headers.get('etag') ?? '',
    });
    expect((await sent('DELETE', '/services/999')).headers.get('preference-applied')).toBe('handling=strict');
    expect([read.headers, headers].map((each) => each.get('preference-applied'))).toEqual([
      'handling=strict',
      'handling=strict',
    ]);
    for (const prefer of ['handling=lenient', 'respond-async']) {
      const lenient = await sent('GET', '/services/1?x=1', undefined, { prefer });
      expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, null]);
    }
  });

  it('is not named in the header of an answer that was made before it applied', async () => {
    const answer = await service.anonymous.send('GET', '/services?x=1', { headers: STRICT });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([401, null]);
  });

  it('does not concern health checks', async () => {
    const { status } = await fetch(`${service.url}/health/live?x=1`, { headers: STRICT });
    expect(status).toBe(200);
  });

  it('accepts a resource that is written back as it was read', async () => {
    const { data } = (await service.admin.get('/services/1')).body;
    expect((await sent('PUT', '/services/1', data)).status).toBe(200);
  });

  it('refuses a filter that a request without a key cannot use', async () => {
    const { status } = await service.anonymous.send('GET', '/providers?metadata[a]=b', { headers: STRICT });
    expect(status).toBe(422);
  });

  it('is replayed with an Idempotency-Key, a refusal as well as a success', async () => {
    for (const [key, body, status] of [
      ['s1', { ...SERVICE, colour: 'red' }, 422],
      ['s2', SERVICE, 201],
    ] as const) {
      const post = () => sent('POST', '/services', body, { 'idempotency-key': key });
      const [first, again] = [await post(), await post()];
      expect([first.status, again.status, again.body]).toEqual([status, status, first.body]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('preference-applied')).toBe('handling=strict');
    }
  });

  it('makes another request for an Idempotency-Key only where it refuses', async () => {
    const post = (key: string, body: object, headers: Record<string, string>) =>
      service.admin.post('/services', body, { headers: { 'idempotency-key': key, ...headers } });
    expect((await post('k1', { ...SERVICE, colour: 1 }, {})).status).toBe(201);
    expect((await post('k1', { ...SERVICE, colour: 1 }, STRICT)).status).toBe(422);
    const first = await post('k2', SERVICE, {});
    expect((await post('k2', SERVICE, STRICT)).body).toEqual(first.body);
  });
});
