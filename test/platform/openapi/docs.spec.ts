import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';

const FILES = [
  ['/docs', 'text/html'],
  ['/docs/', 'text/html'],
  ['/docs/docs.css', 'text/css'],
  ['/docs/docs.js', 'text/javascript'],
  ['/docs/swagger-ui.css', 'text/css'],
  ['/docs/swagger-ui.js', 'text/javascript'],
  ['/docs/favicon.png', 'image/png'],
  ['/docs/openapi.json', 'application/json'],
  ['/docs/openapi.yaml', 'application/yaml'],
] as const;

describe('The documentation', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { headers, redirect: 'manual' });

  it.each(FILES)('serves %s as %s to a client without a key', async (path, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(new RegExp(`^${type}(;|$)`));
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  it.each(FILES)('answers 304 for %s when the client sends its entity tag', async (path) => {
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
  });

  it('sends the document compressed when the client accepts gzip', async () => {
    const plain = await get('/docs/openapi.json', { 'Accept-Encoding': 'identity' });
    const gzipped = await get('/docs/openapi.json', { 'Accept-Encoding': 'gzip' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect(Number(gzipped.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 5,
    );
    expect(await gzipped.text()).toBe(await plain.text());
  });

  it('sends the document of the next week with a new entity tag', async () => {
    const tagAt = async (now: string) => {
      service.clock.set(now);
      return (await get('/docs/openapi.json')).headers.get('etag');
    };
    const today = await tagAt(START);
    expect(await tagAt('2026-11-28T08:00:00Z')).not.toBe(today);
    expect(await tagAt(START)).toBe(today);
  });

  it.each([
    ['/', 302],
    ['/api/docs', 301],
  ])('is the target of the redirect from %s', async (path, status) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, '/docs']);
  });

  it.each([
    '/docs/nonsense',
    '/docs/../package.json',
    '/docs/constructor',
    '/docs/%2e%2e/%2e%2e/package.json',
  ])('answers 404 in the error envelope for %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('Readers of the documentation', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { RATE_LIMIT: '2' } });
  });

  afterAll(() => service.stop());

  it('may make 120 requests a minute from one address, which do not count for the rate limit of the API', async () => {
    const statuses = [];
    for (let request = 1; request <= 121; request++)
      statuses.push((await fetch(`${service.url}/docs/favicon.png`)).status);
    expect(statuses.slice(0, 120).filter((status) => status !== 200)).toEqual([]);
    expect(statuses[120]).toBe(429);
    const refused = await fetch(`${service.url}/docs`);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    expect((await service.anonymous.get('/providers')).status).toBe(200);
  });
});
