import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import type { Answer, ApiClient } from '../../support/api-client';
import { startTestService, type TestService } from '../../support/test-service';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';

describe('an API key', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const withHeader = (authorization: string, path = '/services') =>
    service.anonymous.get(path, { headers: { authorization } });

  it('has the form xsk_<key_id>_<secret>', () => {
    expect(service.admin.key).toMatch(/^xsk_[0-9a-zA-Z]+_[0-9a-zA-Z]{32,}$/);
  });

  it.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme %s', async (scheme) => {
    expect((await withHeader(`${scheme} ${service.admin.key ?? ''}`)).status).toBe(200);
  });

  it('is required by operations that are not public', async () => {
    expectUnauthorized(await service.anonymous.get('/services'), 'Bearer');
  });

  it('is not accepted in the query under any common name', async () => {
    const key = service.admin.key ?? '';
    const query = ['api_key', 'apikey', 'key', 'token', 'access_token']
      .map((name) => `${name}=${key}`)
      .join('&');
    expectUnauthorized(await service.anonymous.get(`/services?${query}`), 'Bearer');
    expect((await service.anonymous.get(`/locations?${query}`)).status).toBe(200);
  });

  it('is not accepted in another header, a cookie or a body', async () => {
    const key = service.admin.key ?? '';
    const headers = { 'x-api-key': key, cookie: `api_key=${key}` };
    expectUnauthorized(await service.anonymous.get('/services', { headers }), 'Bearer');
    expectUnauthorized(await service.anonymous.post('/services', { api_key: key }), 'Bearer');
  });

  it.each([
    ['another scheme', (key: string) => `Token ${key}`],
    ['Basic with the key as user', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['Basic with the key as password', (key: string) => `Basic ${Buffer.from(`:${key}`).toString('base64')}`],
    ['no scheme', (key: string) => key],
    ['a scheme alone', () => 'Bearer'],
    ['something after the key', (key: string) => `Bearer ${key} x`],
    ['two schemes', (key: string) => `Bearer Bearer ${key}`],
    ['the id alone', (key: string) => `Bearer ${key.split('_').slice(0, 2).join('_')}`],
    ['an empty secret', (key: string) => `Bearer ${key.split('_').slice(0, 2).join('_')}_`],
    ['another secret', (key: string) => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
    ['a longer secret', (key: string) => `Bearer ${key}0`],
    ['a shorter secret', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['another case', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['an unknown id', (key: string) => `Bearer ${key.replace(/_[^_]+_/, '_0123456789abcdef_')}`],
    // Keys of the first releases have no checksum, so these are looked up.
    ['the secret without its checksum', (key: string) => `Bearer ${key.slice(0, -6)}`],
    ['another secret of the right form', (key: string) => `Bearer ${key.slice(0, -49)}${'a'.repeat(43)}`],
    ['an unknown id of the right form', () => `Bearer xsk_0123456789ab_${'a'.repeat(43)}`],
    ['SQL', () => "Bearer xsk_'or'1'='1_x"],
    ['a very long key', () => `Bearer xsk_${'a'.repeat(4_000)}_${'b'.repeat(4_000)}`],
  ])('is refused when the Authorization header has %s', async (_what, authorizationOf) => {
    const authorization = authorizationOf(service.admin.key ?? '');
    expectUnauthorized(await withHeader(authorization));
    expectUnauthorized(await withHeader(authorization, '/locations'));
  });

  it('is refused when it has the id of one key and the secret of another', async () => {
    const [first, second] = [(await service.as('staff')).key ?? '', service.admin.key ?? ''];
    const mixed = [...first.split('_').slice(0, 2), second.split('_')[2]].join('_');
    expectUnauthorized(await service.withKey(mixed).get('/services'));
  });

  it('stops working at once when it is revoked, while the other keys of its user keep working', async () => {
    const { id, key } = await service.keyOf(1);
    const client = service.withKey(key);
    expect((await client.get('/services')).status).toBe(200);
    await service.app.get(ApiKeysService).revoke(COMMAND_LINE, id);
    expectUnauthorized(await client.get('/services'));
    expectUnauthorized(await client.get('/locations'));
    expect((await service.admin.get('/services')).status).toBe(200);
  });

  it('stops working at once on every instance that has accepted it before', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    const { id, key } = await service.keyOf(1);
    for (const instance of [service, other])
      expect((await instance.withKey(key).get('/services')).status).toBe(200);
    await service.app.get(ApiKeysService).revoke(COMMAND_LINE, id);
    for (const instance of [service, other]) expectUnauthorized(await instance.withKey(key).get('/services'));
    await other.stop();
  });

  it('stops working the moment it expires', async () => {
    const now = service.clock.now();
    const client = service.withKey((await service.keyOf(1, new Date(now + 60_000))).key);
    service.clock.advance(59_999);
    expect((await client.get('/services')).status).toBe(200);
    service.clock.advance(1);
    expectUnauthorized(await client.get('/services'));
  });

  it('stops working at once when its user is deactivated', async () => {
    const client = await service.as('staff');
    await service.query('update users set active = false where id = $1', [await userOf(client)]);
    expectUnauthorized(await client.get('/services'));
  });

  it('loses a permission at once when its user loses the role', async () => {
    const client = await service.as('provider');
    expect((await client.post('/services', {})).status).toBe(422);
    await service.query(`update users set roles = '{staff}' where id = $1`, [await userOf(client)]);
    expect((await client.post('/services', {})).status).toBe(403);
  });

  async function userOf({ key = '' }: ApiClient): Promise<number> {
    const [row] = await service.query<{ user_id: number }>('select user_id from api_keys where key_id = $1', [
      key.split('_')[1],
    ]);
    return row?.user_id ?? 0;
  }
});

/** All refused keys get the same answer, so that it does not reveal which part was wrong. */
function expectUnauthorized(
  { status, headers, body }: Answer,
  challenge = 'Bearer error="invalid_token"',
): void {
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe(challenge);
  expect(body).toEqual({
    error: { code: 'unauthorized', message: 'A valid API key is required: Authorization: Bearer xsk_…' },
  });
}
