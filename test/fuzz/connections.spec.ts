import { SERVER_OPTIONS } from '../../src/platform/http/server/http-server';
import { startTestService, type TestService } from '../support/test-service';
import { RawConnection, say } from './support/raw-http';
import { World } from './support/world';

const HOST = 'Host: localhost';
const TYPE = 'Content-Type: application/json';
const SERVICE = '{"name": "Haircut", "durationMin": 45}';
const HALF = SERVICE.slice(0, 20);
const MANY = 60;

/** Sends bytes that no HTTP client library sends. */
describe('A connection', () => {
  let service: TestService;
  let world: World;
  let authorization: string;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '2' } });
    world = await World.open(service.databaseUrl, service.admin);
    authorization = `Authorization: Bearer ${service.admin.key ?? ''}`;
  });

  afterAll(async () => {
    await world.close();
    await service.stop();
  });

  const lines = (...parts: readonly string[]) => parts.join('\r\n');
  const request = (method: string, path: string, headers: readonly string[], body = '') =>
    lines(`${method} /api/v1${path} HTTP/1.1`, HOST, authorization, ...headers, '', body);
  const post = (headers: readonly string[], body: string) =>
    request('POST', '/services', [TYPE, ...headers], body);
  const lengthOf = (body: string) => `Content-Length: ${body.length}`;

  it.each([
    ['bytes that are not HTTP', '\u0016\u0003\u0001\u0002\u0000', 400],
    ['an unknown method', lines('BREW /api/v1/services HTTP/1.1', HOST, '', ''), 400],
    ['an unknown version', lines('GET /api/v1/services HTTP/9.9', HOST, '', ''), 400],
    ['a path with a line break', lines('GET /api/v1/a\nb HTTP/1.1', HOST, '', ''), 400],
    ['a path with NUL', lines('GET /api/v1/a\u0000b HTTP/1.1', HOST, '', ''), 400],
    [
      'a header with NUL',
      lines('GET /api/v1/services HTTP/1.1', HOST, 'X-Request-Id: a\u0000b', '', ''),
      400,
    ],
    ['a header without a name', lines('GET /api/v1/services HTTP/1.1', HOST, ': x', '', ''), 400],
    [
      'a header on two lines',
      lines('GET /api/v1/services HTTP/1.1', HOST, 'X: a\r\n b', ' : c', '', ''),
      400,
    ],
    ['a path of 20 kB', lines(`GET /api/v1/${'x'.repeat(20_000)} HTTP/1.1`, HOST, '', ''), 431],
    [
      'a header of 20 kB',
      lines('GET /api/v1/services HTTP/1.1', HOST, `If-Match: ${'x'.repeat(20_000)}`, '', ''),
      431,
    ],
    [
      'two Content-Length headers',
      lines('POST /api/v1/services HTTP/1.1', HOST, 'Content-Length: 1', 'Content-Length: 2', '', 'x'),
      400,
    ],
    [
      'Content-Length and chunks together',
      lines(
        'POST /api/v1/services HTTP/1.1',
        HOST,
        'Content-Length: 1',
        'Transfer-Encoding: chunked',
        '',
        'x',
      ),
      400,
    ],
    ['no Host header', lines('GET /api/v1/services HTTP/1.1', 'Connection: close', '', ''), 400],
    ['CONNECT', lines('CONNECT example.com:443 HTTP/1.1', HOST, '', ''), 400],
    ['an unknown expectation', lines('GET /api/v1/services HTTP/1.1', HOST, 'Expect: foo', '', ''), 417],
    [
      'a body with an unknown expectation',
      lines('POST /api/v1/services HTTP/1.1', HOST, 'Expect: foo', 'Content-Length: 2', '', '{}'),
      417,
    ],
    [
      'a Content-Length that is not a number',
      lines('POST /api/v1/services HTTP/1.1', HOST, 'Content-Length: -1', '', 'x'),
      400,
    ],
    [
      'an unknown transfer coding',
      lines('POST /api/v1/services HTTP/1.1', HOST, 'Transfer-Encoding: nonsense', '', 'x'),
      400,
    ],
  ])('that sends %s gets an error envelope and is closed', async (_what, text, status) => {
    const connection = await RawConnection.open(service.url);
    connection.say(Buffer.from(text, 'latin1'));
    const answer = await connection.answer();
    await connection.end();
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({
      error: { code: 'BAD_REQUEST', message: expect.stringMatching(/^[A-Z].{8,}/) },
    });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect((await service.admin.get('/services')).status).toBe(200);
  });

  it('with an incomplete chunk is closed, and the service writes nothing', async () => {
    const before = await world.fingerprint();
    const answer = await say(service.url, post(['Transfer-Encoding: chunked'], '5\r\n{"nam\r\nzz\r\n'));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'BAD_REQUEST' } });
    expect(await world.fingerprint()).toBe(before);
  });

  it('may send a body byte by byte', async () => {
    const chunks = Array.from(SERVICE)
      .map((byte) => `1\r\n${byte}\r\n`)
      .join('');
    expect(await say(service.url, post(['Transfer-Encoding: chunked'], `${chunks}0\r\n\r\n`))).toMatchObject({
      status: 201,
    });
  });

  it('with more bytes than its Content-Length is closed, and the service writes nothing', async () => {
    const before = await world.fingerprint();
    const connection = await RawConnection.open(service.url);
    connection.say(post([lengthOf(HALF)], SERVICE));
    expect(await connection.answer()).toMatchObject({ status: 400 });
    await connection.end();
    expect(await world.fingerprint()).toBe(before);
  });

  it.each(['GET', 'DELETE'])('stays open after %s with a body', async (method) => {
    const connection = await RawConnection.open(service.url);
    connection.say(
      request(method, '/services/2147483647', [TYPE, 'Content-Length: 100000'], '{'.repeat(100_000)),
    );
    connection.say(request('GET', '/services', []));
    expect([(await connection.answer()).status, (await connection.answer()).status]).toEqual([404, 200]);
    connection.hangUp();
  });

  it.each(['%0d%0aX-Injected:%20yes', '%0aX-Injected:%20yes', '%E5%98%8D%E5%98%8AX-Injected:%20yes'])(
    'cannot inject a header into an answer with %s',
    async (text) => {
      for (const [path, header] of [
        [`/services/${text}`, 'X: y'],
        [`/services?sort=${text}`, 'X: y'],
        ['/services/1', `X-Request-Id: ${text}`],
        ['/services/1', `If-None-Match: ${text}`],
      ] as const) {
        const { headers } = await say(service.url, request('GET', path, [header]));
        expect(headers.has('x-injected')).toBe(false);
      }
    },
  );

  it('with a slow body does not delay other requests, and gets its answer once the body is complete', async () => {
    const before = await world.fingerprint();
    const slow = await Promise.all(Array.from({ length: MANY }, () => RawConnection.open(service.url)));
    for (const connection of slow) connection.say(post([lengthOf(SERVICE)], HALF));
    expect((await service.admin.get('/services')).status).toBe(200);
    expect((await service.admin.post('/categories', { name: 'Hair' })).status).toBe(201);
    const [first, ...others] = slow;
    first?.say(SERVICE.slice(20));
    expect(await first?.answer()).toMatchObject({ status: 201 });
    const after = await world.fingerprint();
    for (const connection of others) connection.hangUp();
    expect((await service.admin.get('/services')).status).toBe(200);
    expect(after).not.toBe(before);
    expect(await world.fingerprint()).toBe(after);
  });

  it('bounds slow requests by 10 and 30 s, and idle connections by 75 s, which the service checks every two seconds', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = service.app.getHttpServer();
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 75_000,
    });
    expect(SERVER_OPTIONS.connectionsCheckingInterval).toBe(2_000);
  });
});
