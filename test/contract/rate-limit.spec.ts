import type { Answer, ApiClient } from '../support/api-client';
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

  beforeEach(async () => {
    service = await startTestService({ environment: { RATE_LIMIT: '3', RATE_LIMIT_WINDOW_S: '10' } });
  });

  afterEach(() => service.stop());

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
    expect(await ask(service.nobody, 4, '/locations')).toEqual({ 200: 3, 429: 1 });
    expect(await ask(service.admin, 1, '/locations')).toEqual({ 200: 1 });
  });

  it('counts all wrong keys of an address together, and apart from its public requests', async () => {
    expect(await ask(service.withKey(WRONG_KEY), 2)).toEqual({ 401: 2 });
    expect(await ask(service.withKey('nonsense'), 2, '/locations')).toEqual({ 401: 1, 429: 1 });
    expect(await ask(service.nobody, 1, '/locations')).toEqual({ 200: 1 });
    expect(await ask(service.admin, 1)).toEqual({ 200: 1 });
  });

  it('does not count requests that lack a required key', async () => {
    expect(await ask(service.nobody, 10)).toEqual({ 401: 10 });
    const { headers } = await service.nobody.get('/services');
    expect(headers.has('ratelimit-limit')).toBe(false);
    expect(await ask(service.nobody, 3, '/locations')).toEqual({ 200: 3 });
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
      service.nobody.get('/locations', { headers: { 'x-forwarded-for': address } });
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
      service.nobody.get('/locations', { headers: { 'x-forwarded-for': address } });
    expect((await from('10.0.0.1')).status).toBe(200);
    expect((await from('10.0.0.2')).status).toBe(200);
    expect((await from('10.0.0.1')).status).toBe(429);
    expect((await from('10.9.9.9, 10.0.0.2')).status).toBe(429);
  });

  it('counts all IPv6 addresses of one /64 network together', async () => {
    const from = (address: string) =>
      service.nobody.get('/locations', { headers: { 'x-forwarded-for': address } });
    expect((await from('2001:db8:1:1::1')).status).toBe(200);
    expect((await from('2001:db8:1:1:ffff::2')).status).toBe(429);
    expect((await from('2001:db8:1:2::1')).status).toBe(200);
  });
});
