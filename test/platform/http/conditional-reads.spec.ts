import type { Answer } from '../../support/api-client';
import { aProvider, aService, anAppointment } from '../../support/builders';
import { RESOURCE_KINDS } from '../../support/resources';
import { startTestService, type TestService } from '../../support/test-service';

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? 'none';

describe('conditional reads', () => {
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
    it('has a tag, the same as long as nothing changes', async () => {
      const path = pathOf(await make(service.admin));
      const tag = tagOf(await service.admin.get(path));
      expect(tag).toMatch(/^"[\w-]{22}"$/);
      expect(tagOf(await service.admin.get(path))).toBe(tag);
    });

    it('shows who makes it the tag that it has when read', async () => {
      const made = await make(service.admin);
      const read = await service.admin.get(pathOf(made));
      expect([tagOf(made), made.body]).toEqual([tagOf(read), read.body]);
    });

    it('is not sent again to who has it', async () => {
      const path = pathOf(await make(service.admin));
      const tag = tagOf(await service.admin.get(path));
      const again = await readUnless(path, tag);
      expect([again.status, again.body, tagOf(again)]).toEqual([304, undefined, tag]);
      expect(again.headers.has('content-type')).toBe(false);
    });

    it('is sent to who has another state of it', async () => {
      const path = pathOf(await make(service.admin));
      const { status, body } = await readUnless(path, '"older"');
      expect([status, body]).toEqual([200, (await service.admin.get(path)).body]);
    });

    it('may be kept by its reader alone, who asks each time', async () => {
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
      ['a weak tag, as a proxy that compresses makes it', (tag: string) => `W/${tag}`],
      ['a tag that lost its quotes', (tag: string) => tag.slice(1, -1)],
      ['any state', () => '*'],
    ])('may name %s', async (_what, headerOf) => {
      const { path, tag } = await aTaggedService();
      expect((await readUnless(path, headerOf(tag))).status).toBe(304);
    });

    it.each(['', '"', 'W/', '"older", W/"older"', '"*"'])(
      'that names nothing of now is a plain read: %j',
      async (header) => {
        const { path } = await aTaggedService();
        expect((await readUnless(path, header)).status).toBe(200);
      },
    );

    it('counts for a client that also asks caches to be passed over, as fetch does', async () => {
      const { path, tag } = await aTaggedService();
      const headers = { 'if-none-match': tag, 'cache-control': 'no-cache' };
      expect((await service.admin.get(path, { headers })).status).toBe(304);
    });

    it('counts for HEAD, too', async () => {
      const { path, tag } = await aTaggedService();
      expect(tagOf(await service.admin.send('HEAD', path))).toBe(tag);
      expect((await readUnless(path, tag, 'HEAD')).status).toBe(304);
    });

    it('never lets in who may not read', async () => {
      const { path, tag } = await aTaggedService();
      const headers = { 'if-none-match': tag };
      expect((await service.nobody.get(path, { headers })).status).toBe(401);
    });

    it('is a 404 where nothing is, without a tag', async () => {
      const answer = await readUnless('/services/999999', '*');
      expect([answer.status, tagOf(answer)]).toEqual([404, 'none']);
    });

    it('spares who has no key, too', async () => {
      const { body } = await service.admin.post('/locations', { name: 'Main street' });
      const path = `/locations/${body.data.id}`;
      const headers = { 'if-none-match': tagOf(await service.nobody.get(path)) };
      expect((await service.nobody.get(path, { headers })).status).toBe(304);
    });
  });

  it('show a customer’s new name in their appointments', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const { id, customerId } = await anAppointment(service.admin, providerId, serviceId);
    const tag = tagOf(await service.admin.get(`/appointments/${id}`));
    expect((await readUnless(`/appointments/${id}`, tag)).status).toBe(304);
    await service.admin.patch(`/customers/${customerId}`, { firstName: 'Mia', lastName: 'Keller' });
    const changed = await readUnless(`/appointments/${id}`, tag);
    expect([changed.status, changed.body.data.customerName]).toEqual([200, 'Mia Keller']);
    expect(tagOf(changed)).not.toBe(tag);
  });

  it('have the same tag in every instance', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    const { path, tag } = await aTaggedService();
    const there = tagOf(await other.admin.get(path));
    await other.stop();
    expect(there).toBe(tag);
  });

  it.each(['/services', '/locations', '/appointments/counts', '/closures', '/appointments?length=1'])(
    'are not for lists and views: %s',
    async (path) => {
      const { headers } = await service.admin.get(path);
      expect(headers.has('etag')).toBe(false);
    },
  );
});
