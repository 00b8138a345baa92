import type { Answer } from '../../support/api-client';
import { aProvider, aService, anAppointment } from '../../support/builders';
import { RESOURCE_KINDS } from '../../support/resources';
import { startTestService, type TestService } from '../../support/test-service';

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? 'none';

describe('In conditional reads,', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const readUnless = (path: string, header: string, method = 'GET') =>
    service.admin.send(method, path, { headers: { 'if-none-match': header } });
  const aTaggedService = async () => {
    const path = `/services/${await aService(service.admin)}`;
    return { path, tag: tagOf(await service.admin.get(path)) };
  };

  describe.each(RESOURCE_KINDS)('$name', ({ make, pathOf }) => {
    it('has an entity tag that stays the same until the resource changes', async () => {
      const path = pathOf(await make(service.admin));
      const tag = tagOf(await service.admin.get(path));
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      expect(tagOf(await service.admin.get(path))).toBe(tag);
    });

    it('has the same entity tag in the answer that creates it and in a later read', async () => {
      const made = await make(service.admin);
      const read = await service.admin.get(pathOf(made));
      expect([tagOf(made), made.body]).toEqual([tagOf(read), read.body]);
    });

    it('is answered 304 without a body when If-None-Match names its present tag', async () => {
      const path = pathOf(await make(service.admin));
      const tag = tagOf(await service.admin.get(path));
      const again = await readUnless(path, tag);
      expect([again.status, again.body, tagOf(again)]).toEqual([304, undefined, tag]);
      expect(again.headers.has('content-type')).toBe(false);
    });

    it('is sent when If-None-Match names another tag', async () => {
      const path = pathOf(await make(service.admin));
      const { status, body } = await readUnless(path, '"older"');
      expect([status, body]).toEqual([200, (await service.admin.get(path)).body]);
    });

    it('may be kept only in a private cache that revalidates it for each request', async () => {
      const path = pathOf(await make(service.admin));
      const read = await service.admin.get(path);
      expect(read.headers.get('cache-control')).toBe('private, no-cache');
      const again = await readUnless(path, tagOf(read));
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
    });
  });

  describe('If-None-Match', () => {
    it.each([
      ['a list', (tag: string) => `"older", ${tag}`],
      ['a weak tag, such as a compressing proxy makes', (tag: string) => `W/${tag}`],
      ['a tag without quotes', (tag: string) => tag.slice(1, -1)],
      ['*', () => '*'],
    ])('may contain %s', async (_what, headerOf) => {
      const { path, tag } = await aTaggedService();
      expect((await readUnless(path, headerOf(tag))).status).toBe(304);
    });

    it.each(['', '"', 'W/', '"older", W/"older"', '"*"'])(
      'does not match the present tag when it is %j',
      async (header) => {
        const { path } = await aTaggedService();
        expect((await readUnless(path, header)).status).toBe(200);
      },
    );

    it('counts also when the client sends Cache-Control: no-cache, as fetch does', async () => {
      const { path, tag } = await aTaggedService();
      const headers = { 'if-none-match': tag, 'cache-control': 'no-cache' };
      expect((await service.admin.get(path, { headers })).status).toBe(304);
    });

    it('counts for HEAD as for GET', async () => {
      const { path, tag } = await aTaggedService();
      expect(tagOf(await service.admin.send('HEAD', path))).toBe(tag);
      expect((await readUnless(path, tag, 'HEAD')).status).toBe(304);
    });

    it('does not give access to a client whose key may not read', async () => {
      const { path, tag } = await aTaggedService();
      const headers = { 'if-none-match': tag };
      expect((await service.anonymous.get(path, { headers })).status).toBe(401);
    });

    it('gets a 404 without an entity tag when the resource does not exist', async () => {
      const answer = await readUnless('/services/999999', '*');
      expect([answer.status, tagOf(answer)]).toEqual([404, 'none']);
    });

    it('counts for a client without a key on a public endpoint', async () => {
      const { body } = await service.admin.post('/locations', { name: 'Main street' });
      const path = `/locations/${body.data.id}`;
      const headers = { 'if-none-match': tagOf(await service.anonymous.get(path)) };
      expect((await service.anonymous.get(path, { headers })).status).toBe(304);
    });
  });

  it('an appointment is sent again when its customer was renamed', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const { id, customerId } = await anAppointment(service.admin, providerId, serviceId);
    const tag = tagOf(await service.admin.get(`/appointments/${id}`));
    expect((await readUnless(`/appointments/${id}`, tag)).status).toBe(304);
    await service.admin.patch(`/customers/${customerId}`, { firstName: 'Mia', lastName: 'Keller' });
    const changed = await readUnless(`/appointments/${id}`, tag);
    expect([changed.status, changed.body.data.customerName]).toEqual([200, 'Mia Keller']);
    expect(tagOf(changed)).not.toBe(tag);
  });

  it('every instance uses the same entity tag', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    const { path, tag } = await aTaggedService();
    const there = tagOf(await other.admin.get(path));
    await other.stop();
    expect(there).toBe(tag);
  });

  it.each(['/services', '/locations', '/appointments/counts', '/closures', '/appointments?length=1'])(
    'the list or view %s has no entity tag',
    async (path) => {
      const { headers } = await service.admin.get(path);
      expect(headers.has('etag')).toBe(false);
    },
  );
});
