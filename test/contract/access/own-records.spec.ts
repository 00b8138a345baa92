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
    id = await aProvider(service.admin, { name: 'Ana Silva', password: 'correct horse' });
  });

  afterAll(() => service.stop());

  const emailNow = async () => (await service.admin.get(`/providers/${id}`)).body.data.email as string;

  const changes: Record<string, (email: string) => [method: string, body: object]> = {
    'PATCH of another e-mail address': () => ['PATCH', { email: 'mine@example.com' }],
    'PATCH of the address in other letters': (email) => ['PATCH', { email: email.toUpperCase() }],
    'PATCH of the address among other members': () => ['PATCH', { name: 'Ana', email: 'mine@example.com' }],
    'PUT of another e-mail address': () => ['PUT', { name: 'Ana Silva', email: 'mine@example.com' }],
    'PATCH of a password': () => ['PATCH', { password: 'battery staple' }],
    'PATCH of the password that it has': () => ['PATCH', { password: 'correct horse' }],
    'PATCH of no password': () => ['PATCH', { password: null }],
    'PATCH of no password among other members': () => ['PATCH', { name: 'Ana', password: null }],
    'PUT of a password': (email) => ['PUT', { name: 'Ana Silva', email, password: 'battery staple' }],
    'PUT of no password': (email) => ['PUT', { name: 'Ana Silva', email, password: null }],
    'PATCH of the end of its activity': () => ['PATCH', { active: false }],
    'PUT of the end of its activity': (email) => ['PUT', { name: 'Ana Silva', email, active: false }],
  };

  it.each(Object.entries(changes))('gets a 403 for a %s, and nothing changes', async (_what, write) => {
    const before = (await service.admin.get(`/providers/${id}`)).headers.get('etag');
    const [method, body] = write(await emailNow());
    const answer = await colleague.send(method, `/providers/${id}`, { body });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
    expect((await service.admin.get(`/providers/${id}`)).headers.get('etag')).toBe(before);
  });

  /** Members of which a change takes the role admin, with values that change nothing. Ana has no password here. */
  const noChanges: Record<string, (email: string) => object> = {
    'the same e-mail address': (email) => ({ email }),
    'the same e-mail address in spaces': (email) => ({ email: ` ${email} ` }),
    'the same e-mail address in full-width letters': (email) => ({ email: email.replace('@', '＠') }),
    'no password': () => ({ password: null }),
    'the same activity': () => ({ active: true }),
    'all of them': (email) => ({ email, password: null, active: true }),
  };

  describe.each(Object.entries(noChanges))('may send %s again', (_what, members) => {
    let email: string;
    const etagNow = async () => (await service.admin.get(`/providers/${id}`)).headers.get('etag');

    beforeEach(async () => {
      id = await aProvider(service.admin, { name: 'Ana Silva' });
      email = await emailNow();
    });

    it('in a PATCH of nothing else, which changes nothing', async () => {
      const before = await etagNow();
      expect((await colleague.patch(`/providers/${id}`, members(email))).status).toBe(200);
      expect(await etagNow()).toBe(before);
    });

    it('in a PATCH that changes something else', async () => {
      const patch = await colleague.patch(`/providers/${id}`, { phone: '030 901820', ...members(email) });
      expect(patch.status).toBe(200);
      expect(patch.body.data).toMatchObject({ name: 'Ana Silva', phone: '030 901820', email, active: true });
    });

    it('in a PUT that changes something else', async () => {
      const put = await colleague.put(`/providers/${id}`, { name: 'Ana', email, ...members(email) });
      expect(put.status).toBe(200);
      expect(put.body.data).toMatchObject({ name: 'Ana', email, active: true });
    });
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
    expect((await service.anonymous.get(new URL(link).pathname.slice('/api/v1'.length))).status).toBe(200);
  });

  it('may change the own address and password, and make and end the own link', async () => {
    const own = service.withKey((await service.keyOf(id)).key);
    expect((await own.patch(`/providers/${id}`, { email: `own${id}@example.com` })).status).toBe(200);
    expect((await own.patch(`/providers/${id}`, { password: 'correct horse' })).status).toBe(200);
    expect((await own.post(`/providers/${id}/feed`)).status).toBe(201);
    expect((await own.delete(`/providers/${id}/feed`)).status).toBe(200);
  });
});
