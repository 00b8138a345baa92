import { startTestService, type TestService } from '../../support/test-service';

const APP = 'https://app.example.com';
const STRANGER = 'https://evil.example.net';
/** The headers of a browser’s preflight request for a booking with a key. */
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,idempotency-key',
};

describe('the CORS policy', () => {
  let service: TestService;

  afterEach(() => service.stop());

  const start = async (origins: string, more: Record<string, string> = {}) => {
    service = await startTestService({ environment: { CORS_ORIGINS: origins, ...more } });
  };
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    fetch(`${service.url}${path}`, { method, headers });
  const allowedTo = (response: Response) => response.headers.get('access-control-allow-origin');

  it('sends no CORS headers while CORS_ORIGINS is empty', async () => {
    await start('');
    const preflight = await ask('OPTIONS', '/api/v1/appointments', { origin: APP, ...PREFLIGHT });
    expect(preflight.status).toBe(404);
    const answer = await ask('GET', '/api/v1/locations', { origin: APP });
    expect(answer.status).toBe(200);
    const names = [...preflight.headers.keys(), ...answer.headers.keys()];
    expect(names.filter((name) => /^(access-control-|vary)/.test(name))).toEqual([]);
  });

  it('lets the page of MANAGE_URL call the paths of links, and nothing else', async () => {
    await start('', { MANAGE_URL: `${APP}/manage/{token}` });
    const allowed = async (path: string, origin: string) =>
      allowedTo(await ask('GET', `/api/v1${path}`, { origin }));
    expect(await allowed('/manage/none', APP)).toBe(APP);
    const preflight = await ask('OPTIONS', '/api/v1/manage/none', { origin: APP, ...PREFLIGHT });
    expect([preflight.status, allowedTo(preflight)]).toEqual([204, APP]);
    expect(await allowed('/services', APP)).toBeNull();
    expect(await allowed('/manage/none', STRANGER)).toBeNull();
  });

  it('answers the preflight requests of a listed origin without a key and without counting them', async () => {
    await start(`https://other.example.com, ${APP}`, { RATE_LIMIT: '1' });
    for (let round = 0; round < 3; round++) {
      const { status, headers } = await ask('OPTIONS', '/api/v1/appointments', { origin: APP, ...PREFLIGHT });
      expect(status).toBe(204);
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
        'access-control-allow-headers':
          'Altcha,Authorization,Content-Type,Idempotency-Key,If-Match,If-None-Match,Prefer,X-Request-Id',
        'access-control-max-age': '7200',
        vary: 'Origin',
      });
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      expect(headers.has('ratelimit-limit')).toBe(false);
    }
    expect((await ask('GET', '/api/v1/locations', { origin: APP })).status).toBe(200);
  });

  it('lets a listed origin read the headers of successes and errors', async () => {
    await start(APP);
    for (const path of ['/api/v1/locations', '/api/v1/services', '/api/v1/nonsense', '/docs/openapi.json']) {
      const { headers } = await ask('GET', path, { origin: APP });
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-expose-headers':
          'X-Request-Id,RateLimit-Limit,RateLimit-Remaining,RateLimit-Reset,Retry-After,ETag,Idempotency-Replayed,Location,Preference-Applied',
        vary: expect.stringMatching(/\bOrigin\b/),
      });
    }
  });

  it('does not allow unlisted origins', async () => {
    await start(APP);
    for (const origin of [STRANGER, 'null', `${APP}.evil.net`, 'http://app.example.com', `${APP}:8443`]) {
      const preflight = await ask('OPTIONS', '/api/v1/appointments', { origin, ...PREFLIGHT });
      const answer = await ask('GET', '/api/v1/locations', { origin });
      expect([origin, allowedTo(preflight), allowedTo(answer)]).toEqual([origin, null, null]);
      expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/);
    }
  });

  it('allows every origin when CORS_ORIGINS is *', async () => {
    await start('*');
    expect(allowedTo(await ask('OPTIONS', '/api/v1/services', { origin: STRANGER, ...PREFLIGHT }))).toBe('*');
    expect(allowedTo(await ask('GET', '/api/v1/locations', { origin: STRANGER }))).toBe('*');
  });

  it('does not open what is not the API to other origins', async () => {
    await start('*');
    for (const path of ['/health/ready', '/metrics', '/docs'])
      expect([path, allowedTo(await ask('GET', path, { origin: APP }))]).toEqual([path, null]);
  });
});
