import type { Answer, ApiClient } from '../support/api-client';
import { operationsOf } from '../../src/platform/openapi/operations';
import { builtDocument } from '../support/openapi/built-document';
import { startTestService, type TestService } from '../support/test-service';

const WRONG_KEY = `xsk_${'0'.repeat(16)}_${'0'.repeat(48)}`;

/** Sends `times` requests, and counts the answers by status. */
async function ask(client: ApiClient, times: number, path = '/services'): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let request = 0; request < times; request++) {
    const { status } = await client.get(path);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

function limitsOf({ headers }: Answer) {
  return ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
}

describe('the default rate limit', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { RATE_LIMIT: '', RATE_LIMIT_WINDOW_S: '' } });
  });

  afterAll(() => service.stop());

  it('allows a key 120 requests in 60 seconds and refuses the 121st', async () => {
    expect(await ask(service.admin, 120)).toEqual({ 200: 120 });
    const refused = await service.admin.get('/services');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: { code: 'rate_limited', message: 'Too many requests; try again in 60 s' },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(limitsOf(refused)).toEqual(['120', '0', '60']);
  });

  it('allows the key new requests once the window has ended', async () => {
    service.clock.advance(59_000);
    expect((await service.admin.get('/services')).headers.get('retry-after')).toBe('1');
    service.clock.advance(1_000);
    const answer = await service.admin.get('/services');
    expect(answer.status).toBe(200);
    expect(limitsOf(answer)).toEqual(['120', '119', '60']);
  });
});

describe('the rate limit', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { RATE_LIMIT: '3', RATE_LIMIT_WINDOW_S: '10' } });
  });

  // A new window: nothing is counted yet.
  beforeEach(() => {
    service.clock.advance(10_000);
  });

  afterAll(() => service.stop());

  it('adds the remaining requests and seconds to the headers of each answer', async () => {
    expect(limitsOf(await service.admin.get('/services'))).toEqual(['3', '2', '10']);
    service.clock.advance(4_000);
    expect(limitsOf(await service.admin.get('/categories'))).toEqual(['3', '1', '6']);
  });

  it('counts all paths, methods and refusals of a key together', async () => {
    const staff = await service.as('staff');
    expect((await staff.get('/services/2147483647')).status).toBe(404);
    expect((await staff.post('/services', {})).status).toBe(403);
    expect((await staff.get('/services?page=0')).status).toBe(422);
    expect((await staff.get('/locations')).status).toBe(429);
  });

  it('counts each key separately, even two keys of one user', async () => {
    const other = service.withKey((await service.keyOf(1)).key);
    expect(await ask(service.admin, 4)).toEqual({ 200: 3, 429: 1 });
    expect(await ask(other, 4)).toEqual({ 200: 3, 429: 1 });
  });

  it('counts public requests without a key by address', async () => {
    expect(await ask(service.anonymous, 4, '/locations')).toEqual({ 200: 3, 429: 1 });
    expect(await ask(service.admin, 1, '/locations')).toEqual({ 200: 1 });
  });

  it('counts all wrong keys of an address together, and apart from its public requests', async () => {
    expect(await ask(service.withKey(WRONG_KEY), 2)).toEqual({ 401: 2 });
    expect(await ask(service.withKey('nonsense'), 2, '/locations')).toEqual({ 401: 1, 429: 1 });
    expect(await ask(service.anonymous, 1, '/locations')).toEqual({ 200: 1 });
    expect(await ask(service.admin, 1)).toEqual({ 200: 1 });
  });

  it('does not count requests that lack a required key', async () => {
    expect(await ask(service.anonymous, 10)).toEqual({ 401: 10 });
    const { headers } = await service.anonymous.get('/services');
    expect(headers.has('ratelimit-limit')).toBe(false);
    expect(await ask(service.anonymous, 3, '/locations')).toEqual({ 200: 3 });
  });

  it('does not count requests for unknown paths', async () => {
    expect(await ask(service.admin, 10, '/nonsense')).toEqual({ 404: 10 });
    expect(await ask(service.admin, 3)).toEqual({ 200: 3 });
  });

  it('refuses a request before the service checks its role and body', async () => {
    const staff = await service.as('staff');
    await ask(staff, 3);
    const unreadable = { raw: '{', headers: { 'content-type': 'application/json' } };
    expect((await staff.send('POST', '/services', unreadable)).status).toBe(429);
  });

  it('does not apply to the documentation and the health checks', async () => {
    for (const path of ['/docs', '/docs/openapi.json', '/health/live', '/health/ready']) {
      const statuses = [];
      for (let request = 0; request < 5; request++)
        statuses.push((await fetch(`${service.url}${path}`)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200]);
    }
  });

  it('keeps its Retry-After when an operator sets the wall clock back', async () => {
    await ask(service.admin, 3);
    service.clock.set('2026-11-20T06:00:00Z');
    const { headers } = await service.admin.get('/services');
    expect(headers.get('retry-after')).toBe('10');
  });

  it('ignores a forged X-Forwarded-For header', async () => {
    const from = (address: string) =>
      service.anonymous.get('/locations', { headers: { 'x-forwarded-for': address } });
    const answers = [
      await from('10.0.0.1'),
      await from('10.0.0.2'),
      await from('10.0.0.3'),
      await from('10.0.0.4'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });
});

describe('the rate limit behind a trusted proxy', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { RATE_LIMIT: '1', TRUST_PROXY: '1' } });
  });

  afterAll(() => service.stop());

  it('counts by the address that the proxy saw', async () => {
    const from = (address: string) =>
      service.anonymous.get('/locations', { headers: { 'x-forwarded-for': address } });
    expect((await from('10.0.0.1')).status).toBe(200);
    expect((await from('10.0.0.2')).status).toBe(200);
    expect((await from('10.0.0.1')).status).toBe(429);
    expect((await from('10.9.9.9, 10.0.0.2')).status).toBe(429);
  });

  it.each([
    ['an IPv4 address', ['203.0.113.20:50001', '203.0.113.20:50002', '203.0.113.20', '"203.0.113.20:1"']],
    ['an IPv4-mapped address', ['::ffff:203.0.113.21', '203.0.113.21', '[::FFFF:cb00:7115]:443']],
    [
      'an IPv6 address',
      ['[2001:db8:9::5]:443', '[2001:db8:9::5]:444', '2001:DB8:9::0005', '2001:db8:9::5%eth0'],
    ],
    ['a name that is no address', ['unknown', '_hidden', 'client-7', '203.0.113.20.1']],
  ])('counts each client once, however the proxy writes %s', async (_what, spellings) => {
    const statuses = [];
    for (const address of spellings) {
      const { status } = await service.anonymous.get('/locations', {
        headers: { 'x-forwarded-for': `10.9.9.9, ${address}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, ...spellings.slice(1).map(() => 429)]);
  });

  it('counts the requests of a client for the documentation so, too', async () => {
    const statusFrom = async (port: number) =>
      (
        await fetch(`${service.url}/docs/openapi.json`, {
          headers: { 'x-forwarded-for': `198.51.100.7:${port}` },
        })
      ).status;
    const statuses = [];
    for (let port = 50_000; port < 50_121; port++) statuses.push(await statusFrom(port));
    expect([statuses.indexOf(429), statuses.length]).toEqual([120, 121]);
  });

  it('counts all IPv6 addresses of one /64 network together', async () => {
    const from = (address: string) =>
      service.anonymous.get('/locations', { headers: { 'x-forwarded-for': address } });
    expect((await from('2001:db8:1:1::1')).status).toBe(200);
    expect((await from('2001:db8:1:1:ffff::2')).status).toBe(429);
    expect((await from('2001:db8:1:2::1')).status).toBe(200);
  });
});

describe('an expensive request', () => {
  let service: TestService;
  /** Sends a key of which nothing is counted yet. */
  let client: ApiClient;
  const items = (count: number) => Array.from({ length: count }, () => ({ serviceId: 1 }));
  const search = (count: number, to: string) => ({ items: items(count), from: '2026-12-01', to });
  const inRange = (to: string, more = '') => `serviceId=1&from=2026-12-01&to=${to}${more}`;

  beforeAll(async () => {
    service = await startTestService({ environment: { RATE_LIMIT: '120', RATE_LIMIT_WINDOW_S: '60' } });
  });

  beforeEach(async () => {
    client = service.withKey((await service.keyOf(1)).key);
  });

  afterAll(() => service.stop());

  it.each([
    ['POST', '/availability/search', search(1, '2026-12-01'), 1],
    ['POST', '/availability/search', search(3, '2026-12-31'), 3],
    ['POST', '/availability/search', search(10, '2027-03-02'), 20],
    ['POST', '/availability/search', search(190, '2199-12-31'), 20],
    ['POST', '/availability/search', { items: { length: 1e9 }, from: {}, to: [] }, 1],
    ['POST', '/availability/search', { items: items(2), from: '2026-12-02', to: '2026-12-01' }, 1],
    ['POST', '/visits', { items: items(4).map((item) => ({ ...item, providerId: 1 })) }, 4],
    ['POST', '/visits', { items: items(4) }, 12],
    ['POST', '/visits', { items: items(190) }, 30],
    ['POST', '/visits', {}, 1],
    ['POST', '/visits', { items: [null, 7, 'x', {}] }, 12],
    ['POST', '/series', {}, 5],
    ['POST', '/series', { rrule: 'FREQ=DAILY;COUNT=200', providerId: 1 }, 5],
    ['POST', '/series', { rrule: 'FREQ=DAILY;COUNT=200', anyProvider: true }, 40],
    ['POST', '/series', { rrule: 'FREQ=DAILY;UNTIL=20270101', anyProvider: true }, 40],
    ['POST', '/series', { rrule: 'FREQ=DAILY;COUNT=50', anyProvider: true, dryRun: true }, 10],
    ['POST', '/series', { rrule: 'COUNT=100', anyProvider: true, providerIds: Array(20).fill(1) }, 10],
    ['POST', '/series', { rrule: 'COUNT=999999999', anyProvider: true, providerIds: Array(900).fill(1) }, 40],
    ['POST', '/series', { rrule: { length: 7 }, anyProvider: 1, providerIds: 'all' }, 5],
    ['POST', '/appointments/reassign', {}, 10],
    ['POST', '/providers/1/time-off', { appointments: 'reassign', dryRun: true }, 10],
    ['POST', '/resources/1/time-off', { appointments: 'reassign' }, 10],
    ['POST', '/closures', { appointments: 'cancel' }, 5],
    ['POST', '/closures', { appointments: ['reassign'] }, 1],
    ['POST', '/providers', { password: 'correct horse' }, 10],
    ['POST', '/providers', { name: 'Ana' }, 1],
    ['GET', `/availability/summary?${inRange('2027-03-02', '&anyProvider=true')}`, undefined, 10],
    ['GET', `/availability/calendar?${inRange('2026-12-31', '&anyProvider=1')}`, undefined, 4],
    ['GET', '/availability/calendar?month=2026-12&providerId=1&serviceId=1', undefined, 1],
    ['GET', `/availability/summary?${inRange('2027-03-02', '&providerId=1')}`, undefined, 2],
    ['GET', '/availability/summary?from=x&from=y&to=9', undefined, 1],
    ['GET', '/availability/next-available?serviceId=1', undefined, 3],
    ['GET', '/customers/1/export', undefined, 5],
    ['GET', '/appointments/search?q=mi', undefined, 4],
    ['GET', '/appointments/search?q=mia', undefined, 1],
    ['GET', '/services', undefined, 1],
  ] as const)('%s %s counts by what it requests, %j', async (method, path, body, weight) => {
    const { headers } = await client.send(method, path, { body });
    expect(headers.get('ratelimit-remaining')).toBe(String(120 - weight));
  });

  it('is refused when it counts as more than is left, which others can still use', async () => {
    const heavy = search(10, '2027-03-02');
    for (const left of ['100', '80', '60', '40', '20']) {
      const answer = await client.post('/availability/search', heavy);
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).not.toEqual([429, left]);
    }
    await client.get('/services');
    const refused = await client.post('/availability/search', heavy);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.headers.get('ratelimit-remaining')).toBe('18');
    expect(await ask(client, 19)).toEqual({ 200: 18, 429: 1 });
  });

  it('is not counted twice when it is refused before its body is read', async () => {
    expect((await service.anonymous.post('/availability/search', search(10, '2027-03-02'))).status).toBe(401);
    const staff = await service.as('staff');
    const forbidden = await staff.post('/providers', { password: 'correct horse' });
    expect([forbidden.status, forbidden.headers.get('ratelimit-remaining')]).toEqual([403, '119']);
  });

  it('is possible while the whole limit is left, however small the limit is', async () => {
    const small = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { RATE_LIMIT: '3' },
    });
    const range = `/availability/summary?${inRange('2027-03-02', '&anyProvider=true')}`;
    const statuses = [(await small.admin.get(range)).status, (await small.admin.get(range)).status];
    await small.stop();
    expect(statuses).toEqual([422, 429]);
  });

  it('says in the document of its operation as how many it counts', () => {
    const weighed = operationsOf(builtDocument(service.app)).filter(({ operation }) =>
      operation.description?.includes('requests of the rate limit'),
    );
    expect(weighed.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['POST /availability/search', 'GET /availability/summary', 'POST /series']),
    );
  });
});
