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

  it('name the request, each by an id of its own', async () => {
    const first = (await service.admin.get('/services')).headers.get('x-request-id');
    const second = (await service.admin.get('/services')).headers.get('x-request-id');
    expect(first).toMatch(UUID);
    expect(second).toMatch(UUID);
    expect(second).not.toBe(first);
  });

  it.each(['4711', 'a.b:c-d_e', 'x'.repeat(128)])('keep the sane request id %s', async (id) => {
    expect(await requestIdOf(id)).toBe(id);
  });

  it.each(['', 'with space', '<script>', 'x'.repeat(129), 'a"b', 'é'])(
    'replace the request id %j',
    async (id) => {
      expect(await requestIdOf(id)).toMatch(UUID);
    },
  );

  it('is a new one in the place of an API key, which would reach the log', async () => {
    const given = service.admin.key ?? '';
    const { headers } = await service.admin.get('/services', { headers: { 'x-request-id': given } });
    expect(headers.get('x-request-id')).toMatch(UUID);
  });

  it('name the request where there is nothing, and where nobody may look', async () => {
    expect((await service.nobody.get('/nonsense')).headers.get('x-request-id')).toMatch(UUID);
    expect((await service.nobody.get('/services')).headers.get('x-request-id')).toMatch(UUID);
  });

  it('say how to authenticate, with a 401 alone', async () => {
    expect((await service.nobody.get('/services')).headers.get('www-authenticate')).toBe('Bearer');
    expect((await service.withKey('xsk_wrong').get('/services')).headers.get('www-authenticate')).toBe(
      'Bearer',
    );
    expect((await service.admin.get('/services')).headers.has('www-authenticate')).toBe(false);
    const staff = await service.as('staff');
    expect((await staff.post('/services', {})).headers.has('www-authenticate')).toBe(false);
  });

  it.each(['/services', '/nonsense'])('let a browser do nothing with %s', async (path) => {
    const { headers } = await service.admin.get(path);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each([
    ['GET', '/services', 200],
    ['GET', '/services/1', 404],
    ['GET', '/nonsense', 404],
    ['GET', '/services?page=0', 422],
    ['POST', '/services', 422],
  ])('let nobody keep what has no tag: %s %s, a %i', async (method, path, expected) => {
    const { status, headers } = await service.admin.send(method, path);
    expect([status, headers.get('cache-control')]).toEqual([expected, 'no-store']);
  });

  it('let nobody keep an answer to a write, and only the caller one that has a tag', async () => {
    const made = await service.admin.post('/services', { name: 'Haircut', durationMin: 45 });
    const path = `/services/${String(made.body.data.id)}`;
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect((await service.admin.get(path)).headers.get('cache-control')).toBe('private, no-cache');
    expect((await service.admin.patch(path, { price: 5 })).headers.get('cache-control')).toBe('no-store');
    expect((await service.nobody.get(path)).headers.get('cache-control')).toBe('no-store');
  });

  it('do not tell what the service is built with', async () => {
    const { headers } = await service.admin.get('/services');
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('server')).toBe(false);
  });

  it('say that the body is JSON in UTF-8', async () => {
    const { headers } = await service.admin.get('/services');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
