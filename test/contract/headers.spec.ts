import { startTestService, type TestService } from '../support/test-service';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the headers of an answer', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const requestIdOf = async (given: string) => {
    const { headers } = await service.admin.get('/services', { headers: { 'x-request-id': given } });
    return headers.get('x-request-id');
  };

  it('contain a new request id for each request', async () => {
    const first = (await service.admin.get('/services')).headers.get('x-request-id');
    const second = (await service.admin.get('/services')).headers.get('x-request-id');
    expect(first).toMatch(UUID);
    expect(second).toMatch(UUID);
    expect(second).not.toBe(first);
  });

  it.each(['4711', 'a.b:c-d_e', 'x'.repeat(128)])(
    'repeat the valid request id %s of the caller',
    async (id) => {
      expect(await requestIdOf(id)).toBe(id);
    },
  );

  it.each(['', 'with space', '<script>', 'x'.repeat(129), 'a"b', 'é'])(
    'replace the invalid request id %j of the caller',
    async (id) => {
      expect(await requestIdOf(id)).toMatch(UUID);
    },
  );

  it('replace a request id that is an API key, because the service logs request ids', async () => {
    const given = service.admin.key ?? '';
    const { headers } = await service.admin.get('/services', { headers: { 'x-request-id': given } });
    expect(headers.get('x-request-id')).toMatch(UUID);
  });

  it('contain a request id when the answer is a 404 or a 401', async () => {
    expect((await service.anonymous.get('/nonsense')).headers.get('x-request-id')).toMatch(UUID);
    expect((await service.anonymous.get('/services')).headers.get('x-request-id')).toMatch(UUID);
  });

  it('name the authentication scheme only when the answer is a 401', async () => {
    expect((await service.anonymous.get('/services')).headers.get('www-authenticate')).toBe('Bearer');
    expect((await service.withKey('xsk_wrong').get('/services')).headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token"',
    );
    expect((await service.admin.get('/services')).headers.has('www-authenticate')).toBe(false);
    const staff = await service.as('staff');
    expect((await staff.post('/services', {})).headers.has('www-authenticate')).toBe(false);
  });

  it.each(['/services', '/nonsense'])(
    'forbid a browser to run, embed or sniff the answer of %s',
    async (path) => {
      const { headers } = await service.admin.get(path);
      expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  it.each([
    ['GET', '/services', 200],
    ['GET', '/services/1', 404],
    ['GET', '/nonsense', 404],
    ['GET', '/services?page=0', 422],
    ['POST', '/services', 422],
  ])('forbid caches to store an answer without an ETag: %s %s, a %i', async (method, path, expected) => {
    const { status, headers } = await service.admin.send(method, path);
    expect([status, headers.get('cache-control')]).toEqual([expected, 'no-store']);
  });

  it('forbid caches to store answers to writes, and shared caches to store a resource with an ETag', async () => {
    const made = await service.admin.post('/services', { name: 'Haircut', durationMin: 45 });
    const path = `/services/${String(made.body.data.id)}`;
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect((await service.admin.get(path)).headers.get('cache-control')).toBe('private, no-cache');
    expect((await service.admin.patch(path, { price: 5 })).headers.get('cache-control')).toBe('no-store');
    expect((await service.anonymous.get(path)).headers.get('cache-control')).toBe('no-store');
  });

  it('do not name the software of the service', async () => {
    const { headers } = await service.admin.get('/services');
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('server')).toBe(false);
  });

  it('say that the body is JSON in UTF-8', async () => {
    const { headers } = await service.admin.get('/services');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
