import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import { McpTools } from '../../../src/operating/mcp/tools/mcp-tools';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { sendHttp } from '../../support/send-http';
import { startTestService, type TestService } from '../../support/test-service';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ORIGIN = 'https://agent.example.com';

describe('POST /mcp', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { CORS_ORIGINS: ORIGIN } });
  });

  afterAll(() => service.stop());

  const send = async (
    headers: Readonly<Record<string, string>> = {},
    body: unknown = LIST,
    method = 'POST',
  ) => {
    const answer = await sendHttp(`${service.url}/mcp`, {
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${service.admin.key ?? ''}`,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: method === 'POST' ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined,
    });
    return { ...answer, body: JSON.parse(answer.text) };
  };

  it('answers with JSON, for no cache, and without a session', async () => {
    const { status, headers, body } = await send();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('mcp-session-id')).toBeNull();
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } });
  });

  it.each(['none', 'Bearer xsk_0000000000000000_wrong', 'Basic abc'])(
    'answers 401 with WWW-Authenticate without a valid key: %s',
    async (authorization) => {
      const { status, headers, body } = await send({ authorization });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(body.error.code).toBe('unauthorized');
    },
  );

  it('lets pages of CORS_ORIGINS in and refuses those of every other origin', async () => {
    expect((await send({ origin: ORIGIN })).status).toBe(200);
    const refused = await send({ origin: 'http://rebound.example.com' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toBe('Pages of this origin cannot use /mcp');
    const preflight = (origin: string) =>
      sendHttp(`${service.url}/mcp`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await preflight(ORIGIN);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version');
    expect(
      (await preflight('http://rebound.example.com')).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });

  it.each(['GET', 'DELETE', 'PUT'])('is the only method: %s is a 405 that says so', async (method) => {
    const { status, headers } = await send({}, undefined, method);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });

  it.each([
    ['without jsonrpc', { id: 1, method: 'tools/list' }],
    ['of another version', { ...LIST, jsonrpc: '1.0' }],
    ['without a method', { jsonrpc: '2.0', id: 1 }],
    ['with an id that is an object', { ...LIST, id: {} }],
    ['with params that are a list', { ...LIST, params: [] }],
    ['in a batch that has nothing else', [{ id: 1, method: 'tools/list' }]],
    ['in an empty batch', []],
    ['that is a number', 5],
    ['that is null', null],
  ])('answers Invalid Request (-32600) to a message %s', async (_what, body) => {
    const { status, headers, body: answer } = await send({}, JSON.stringify(body));
    expect(status).toBe(400);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(answer).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_600 } });
  });

  it.each([
    ['arguments that are a text', { name: 'list_services', arguments: 'x' }],
    ['arguments that are a list', { name: 'list_services', arguments: ['x'] }],
    ['arguments that are a number', { name: 'list_services', arguments: 5 }],
    ['no name', { arguments: {} }],
    ['a name that is a number', { name: 5 }],
    ['nothing', undefined],
  ])(
    'answers Invalid params (-32602) to a call with %s, beside the answers of its batch',
    async (_what, params) => {
      const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params };
      const { status, body } = await send({}, [call, LIST]);
      expect(status).toBe(200);
      expect(body).toContainEqual(
        expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32_602 }) }),
      );
      expect(body).toContainEqual(expect.objectContaining({ id: 1, result: expect.anything() }));
      expect((await send({}, call)).body).toMatchObject({ id: 2, error: { code: -32_602 } });
    },
  );

  it('takes null for no arguments', async () => {
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call' };
    const params = { name: 'list_services', arguments: null };
    const [alone, left] = [
      await send({}, { ...call, params }),
      await send({}, { ...call, params: { name: 'list_services' } }),
    ];
    expect(alone.body.result.structuredContent).toMatchObject({ data: [] });
    expect({
      ...alone.body.result,
      structuredContent: expect.anything(),
      content: expect.anything(),
    }).toEqual(left.body.result);
    expect((await send({}, [{ ...call, params }])).body.result.isError).toBeUndefined();
  });

  it('refuses bytes that are not UTF-8', async () => {
    const body = new Blob([Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"tools/\xe9"}`, 'latin1')]);
    const { status } = await sendHttp(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${service.admin.key ?? ''}`,
        'content-type': 'application/json',
      },
      body,
    });
    expect(status).toBe(400);
  });

  it('refuses what is no JSON, what is too large and what is no message, as 4xx', async () => {
    expect((await send({}, '{')).status).toBe(400);
    expect((await send({}, { ...LIST, params: { text: 'x'.repeat(1_100_000) } })).status).toBe(413);
    expect((await send({}, { hello: 'world' })).status).toBe(400);
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send({ accept: 'text/html' })).status).toBe(406);
  });

  it('takes nothing that a client says of the way by which it came', async () => {
    await service.admin.post('/locations', { name: 'Here' }, { headers: { via: 'mcp', 'x-via': 'mcp' } });
    const { body } = await service.admin.get('/audit?resource=locations');
    expect(body.data[0].via).toBe('api');
  });
});

describe('the rate limit of /mcp', () => {
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    service = await startTestService();
    const keys = service.app.get(ApiKeysService);
    const restrictions = { rateLimit: 10 };
    ({ key } = await keys.create(COMMAND_LINE, { userId: 1, name: 'Agent', restrictions }));
  });

  afterAll(() => service.stop());

  const call = (name: string, args: object = {}) =>
    sendHttp(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
  const left = async () => (await service.withKey(key).get('/services')).headers.get('ratelimit-remaining');

  it('counts a call once, with the weight of its operation, and says when it is used up', async () => {
    const serviceId = await aService(service.admin);
    await aProvider(service.admin);
    expect(await left()).toBe('9');
    await call('list_services');
    expect(await left()).toBe('7');
    // It weighs 3.
    await call('find_next_time', { serviceId, from: MONDAY });
    expect(await left()).toBe('3');
    await call('list_services');
    // The request itself counts as 1 of the 2 that are left, its operation as 2 more.
    const { text, status } = await call('find_next_time', { serviceId, from: MONDAY });
    expect(status).toBe(200);
    const { result } = JSON.parse(text);
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'rate_limited', retryAfterS: expect.any(Number) } },
    });
    // What is left stays, and is one: a light call has it, and the next one is refused at the door.
    expect((await call('list_services')).status).toBe(200);
    expect((await call('list_services')).status).toBe(429);
  });
});

describe('a batch of messages to /mcp', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const keyWith = async (rateLimit: number) => {
    const keys = service.app.get(ApiKeysService);
    return (await keys.create(COMMAND_LINE, { userId: 1, name: 'Agent', restrictions: { rateLimit } })).key;
  };
  const send = (key: string, messages: readonly object[]) =>
    sendHttp(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify(messages.map((message, id) => ({ jsonrpc: '2.0', id, ...message }))),
    });
  const listing = (count: number) => Array.from({ length: count }, () => ({ method: 'tools/list' }));

  it.each([
    ['lists of tools', listing(7), 7],
    ['pings', Array.from({ length: 10 }, () => ({ method: 'ping' })), 10],
    [
      'calls, which count as their operations',
      Array.from({ length: 3 }, () => ({ method: 'tools/call', params: { name: 'list_services' } })),
      3,
    ],
    ['messages of one list', listing(1), 1],
  ])('counts as the number of its messages: %s', async (_kind, messages, weight) => {
    const { status, headers } = await send(await keyWith(30), messages);
    expect(status).toBe(200);
    expect(headers.get('ratelimit-remaining')).toBe(String(30 - weight));
  });

  it('counts its calls no second time in their operations', async () => {
    const key = await keyWith(30);
    await send(
      key,
      Array.from({ length: 4 }, () => ({ method: 'tools/call', params: { name: 'list_services' } })),
    );
    const { headers } = await service.withKey(key).get('/services');
    expect(headers.get('ratelimit-remaining')).toBe(String(30 - 4 - 1));
  });

  it('is a 429 when it has more messages than are left of the rate limit', async () => {
    const key = await keyWith(12);
    expect((await send(key, listing(9))).status).toBe(200);
    expect((await send(key, listing(9))).status).toBe(429);
  });

  it.each([11, 100])('of %d messages is refused and counts as ten', async (count) => {
    const { status, text, headers } = await send(await keyWith(30), listing(count));
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32600 }, id: null });
    expect(headers.get('ratelimit-remaining')).toBe('20');
  });

  it('reads one list of tools for all callers with the same rights, and another one for others', () => {
    const tools = service.app.get(McpTools);
    const caller = { userId: 1, apiKeyId: 1, originId: 1, restrictions: null, roles: ['admin'] };
    const all = tools.of(caller);
    expect(tools.of({ ...caller, userId: 2, apiKeyId: 7, originId: 7 })).toBe(all);
    const scopes = ['appointments:read'];
    const reading = tools.of({ ...caller, restrictions: { scopes } });
    expect(reading.length).toBeLessThan(all.length);
    expect(tools.of({ ...caller, apiKeyId: 8, restrictions: { scopes: [...scopes] } })).toBe(reading);
    const narrowed = tools.of({ ...caller, restrictions: { scopes, providers: [1] } });
    expect(narrowed.map(({ tool }) => tool.name)).not.toEqual(all.map(({ tool }) => tool.name));
    expect(narrowed).not.toBe(reading);
  });
});
