import type { ApiClient } from '../../support/api-client';
import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('A colleague with the role provider', () => {
  let service: TestService;
  let colleague: ApiClient;
  let id: number;

  beforeAll(async () => {
    service = await startTestService();
    colleague = await service.as('provider');
  });

  beforeEach(async () => {
    id = await aProvider(service.admin, { name: 'Ana Silva' });
  });

  afterAll(() => service.stop());

  const emailNow = async () => (await service.admin.get(`/providers/${id}`)).body.data.email as string;

  const changes: Record<string, (email: string) => [method: string, body: object]> = {
    'PATCH of another e-mail address': () => ['PATCH', { email: 'mine@example.com' }],
    'PATCH of the address in other letters': (email) => ['PATCH', { email: email.toUpperCase() }],
    'PATCH of the address among other members': () => ['PATCH', { name: 'Ana', email: 'mine@example.com' }],
    'PUT of another e-mail address': () => ['PUT', { name: 'Ana Silva', email: 'mine@example.com' }],
    'PATCH of a password': () => ['PATCH', { password: 'correct horse' }],
    'PATCH of no password': () => ['PATCH', { password: null }],
    'PUT of a password': (email) => ['PUT', { name: 'Ana Silva', email, password: 'correct horse' }],
  };

  it.each(Object.entries(changes))('gets a 403 for a %s, and nothing changes', async (_what, write) => {
    const before = (await service.admin.get(`/providers/${id}`)).headers.get('etag');
    const [method, body] = write(await emailNow());
    const answer = await colleague.send(method, `/providers/${id}`, { body });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
    expect((await service.admin.get(`/providers/${id}`)).headers.get('etag')).toBe(before);
  });

  it('may send the same e-mail address again with a change of something else', async () => {
    const email = await emailNow();
    const put = await colleague.put(`/providers/${id}`, { name: 'Ana', email });
    const patch = await colleague.patch(`/providers/${id}`, { phone: '030 901820', email });
    expect([put.status, patch.status]).toEqual([200, 200]);
    expect(patch.body.data).toMatchObject({ name: 'Ana', phone: '030 901820', email });
  });

  it('can neither make nor end the link to the calendar, and the link stays', async () => {
    const link = (await service.admin.post(`/providers/${id}/feed`)).body.data.url as string;
    const answers = [
      await colleague.post(`/providers/${id}/feed`),
      await colleague.post(`/providers/${id}/feed`, undefined, { headers: { 'idempotency-key': 'again' } }),
      await colleague.delete(`/providers/${id}/feed`),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [403, 'forbidden']),
    );
    expect((await service.nobody.get(new URL(link).pathname.slice('/api/v1'.length))).status).toBe(200);
  });

  it('may change the own address and password, and make and end the own link', async () => {
    const own = service.withKey((await service.keyOf(id)).key);
    expect((await own.patch(`/providers/${id}`, { email: `own${id}@example.com` })).status).toBe(200);
    expect((await own.patch(`/providers/${id}`, { password: 'correct horse' })).status).toBe(200);
    expect((await own.post(`/providers/${id}/feed`)).status).toBe(201);
    expect((await own.delete(`/providers/${id}/feed`)).status).toBe(200);
  });
});
