import type { Restrictions } from '../../src/platform/restrictions';
import type { Answer, ApiClient } from '../support/api-client';
import { aProvider } from '../support/builders';
import { StreamReader } from '../support/event-stream';
import { eventsOf } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';
import { TokenIssuer } from '../support/token-issuer';

const ADMINISTRATOR = 1;
const BEYOND = [422, { reason: 'beyond', beyond: ['roles'] }];
const LAST_ADMIN = [422, { reason: 'last_admin' }];

describe('Users by the API', () => {
  let service: TestService;
  let issuer: TokenIssuer;
  let count = 0;

  beforeAll(async () => {
    issuer = await TokenIssuer.start();
    service = await startTestService({ environment: issuer.settings({ OIDC_ROLES_CLAIM: 'roles' }) });
    await service.query(`update users set subject = 'boss' where id = 1`);
  });

  afterAll(() => Promise.all([service.stop(), issuer.stop()]));

  const email = () => `user-${++count}@example.com`;
  const refusalOf = ({ status, body }: Answer) => [status, body.error?.details];
  const made = async (roles: readonly string[] = ['staff'], more: object = {}) => {
    const answer = await service.admin.post('/users', { name: 'Mia', email: email(), roles, ...more });
    expect([answer.status, answer.body.error?.details]).toEqual([201, undefined]);
    return answer.body.data as { id: number; email: string };
  };
  const patch = (id: number, body: object, client = service.admin) => client.patch(`/users/${id}`, body);
  const keyOf = async (restrictions: Restrictions, expiresAt: Date | null = null): Promise<ApiClient> => {
    if (expiresAt !== null) return service.withKey((await service.keyOf(ADMINISTRATOR, expiresAt)).key);
    return service.withKey(await service.credentialOf(ADMINISTRATOR, restrictions));
  };

  it('are made, listed and read, without a password; a key of theirs works at once', async () => {
    const answer = await service.admin.post('/users', {
      name: ' Mia ',
      email: 'Mia@Example.com',
      roles: ['staff'],
    });
    const { id, ...shown } = answer.body.data;
    expect([answer.status, shown]).toEqual([
      201,
      {
        ...{ name: 'Mia', email: 'Mia@Example.com', subject: null, roles: ['staff'], active: true },
        createdAt: '2026-11-20T08:00:00Z',
      },
    ]);
    expect((await service.admin.get(`/users/${id}`)).body.data).toEqual(answer.body.data);
    expect((await service.admin.get('/users?active=true&sort=name:asc')).body.data).toContainEqual(
      answer.body.data,
    );
    const { body } = await service.admin.post('/api-keys', { userId: id, name: 'Desk' });
    expect((await service.withKey(body.data.key as string).get('/customers')).status).toBe(200);
    expect((await service.withKey(body.data.key as string).get('/users')).status).toBe(403);
  });

  it('with the role provider are providers too, and keep that role', async () => {
    const { id } = await made(['provider', 'staff']);
    expect((await service.admin.get(`/providers/${id}`)).body.data).toMatchObject({ id, slug: 'mia' });
    expect(refusalOf(await patch(id, { roles: ['staff'] }))).toEqual([422, { reason: 'provider_role' }]);
    const other = await made(['staff']);
    expect((await patch(other.id, { roles: ['staff', 'provider'] })).status).toBe(200);
    expect((await service.admin.get(`/providers/${other.id}`)).status).toBe(200);
  });

  it.each<[member: string, body: object]>([
    ['name', { name: '' }],
    ['email', { email: 'no address' }],
    ['email', { email: null }],
    ['roles', { roles: ['boss'] }],
    ['roles', { roles: 'admin' }],
    ['active', { active: 'yes' }],
    ['subject', { subject: '' }],
  ])('are refused for their %s: %j', async (member, body) => {
    const { id } = await made();
    const whole = { name: 'Ida', email: email(), roles: [], ...body };
    for (const answer of [await service.admin.post('/users', whole), await patch(id, body)])
      expect([answer.status, Object.keys(answer.body.error.details as object)]).toEqual([422, [member]]);
  });

  it('have an e-mail address and a subject of their own', async () => {
    const [one, other] = [await made(['staff'], { subject: 'one' }), await made()];
    expect(
      Object.keys((await patch(other.id, { email: one.email.toUpperCase() })).body.error.details),
    ).toEqual(['email']);
    expect(Object.keys((await patch(other.id, { subject: 'one' })).body.error.details)).toEqual(['subject']);
  });

  it('change from the next request on, under If-Match', async () => {
    const { id } = await made(['staff']);
    const client = service.withKey((await service.keyOf(id)).key);
    const etag = (await service.admin.get(`/users/${id}`)).headers.get('etag') ?? '';
    const change = (body: object) =>
      service.admin.patch(`/users/${id}`, body, { headers: { 'if-match': etag } });
    expect((await client.get('/audit')).status).toBe(403);
    expect((await change({ roles: ['admin'] })).status).toBe(200);
    expect((await client.get('/audit')).status).toBe(200);
    expect((await change({ name: 'Too late' })).status).toBe(412);
  });

  it('who are deactivated lose their keys and streams for good', async () => {
    const { id } = await made(['admin']);
    const { key, id: keyId } = await service.keyOf(id);
    const reader = await StreamReader.open(service, { key });
    expect((await patch(id, { active: false })).body.data).toMatchObject({ active: false });
    expect((await service.withKey(key).get('/services')).status).toBe(401);
    expect(await reader.ended()).toBe(true);
    const refused = await service.admin.post('/api-keys', { userId: id, name: 'x' });
    expect(refusalOf(refused)).toEqual([422, { reason: 'user_inactive' }]);
    expect((await patch(id, { active: true })).status).toBe(200);
    expect((await service.withKey(key).get('/services')).status).toBe(401);
    expect((await service.admin.get(`/api-keys/${keyId}`)).status).toBe(404);
    const audited = await service.admin.get(`/audit?resource=api-keys&resourceId=${keyId}`);
    expect(audited.body.data).toContainEqual(expect.objectContaining({ action: 'update', via: 'api' }));
  });

  it('whom a version before has deactivated do not get their keys back', async () => {
    const { id } = await made();
    const { key } = await service.keyOf(id);
    await service.query('alter table users disable trigger end_keys');
    await service.query('update users set active = false where id = $1', [id]);
    await service.query('alter table users enable trigger end_keys');
    await patch(id, { active: true });
    expect((await service.withKey(key).get('/services')).status).toBe(401);
  });

  it('are told of in events and the audit trail', async () => {
    let [id, providerId] = [0, 0];
    const events = await eventsOf(service, async () => {
      ({ id } = await made());
      await patch(id, { name: 'Ida' });
      ({ id: providerId } = await made(['provider']));
      await patch(providerId, { roles: ['provider', 'admin'] });
    });
    expect(events.map(({ type, resourceId }) => [type, resourceId])).toEqual([
      ...[
        ['user.created', id],
        ['user.changed', id],
        ['provider.created', providerId],
        ['user.changed', providerId],
      ],
    ]);
    expect(events[1]).toMatchObject({ data: { name: 'Ida', roles: ['staff'] }, previous: { name: 'Mia' } });
    expect(events[3]).toMatchObject({
      data: { id: providerId, roles: ['provider', 'admin'] },
      previous: { roles: ['provider'] },
    });
    expect(JSON.stringify(events)).not.toMatch(/password/i);
    expect((await service.admin.get(`/audit?resource=users&resourceId=${id}`)).body.meta.total).toBe(2);
    await patch(providerId, { roles: ['provider'] });
  });

  describe('get nothing from a key that is less than its user', () => {
    const LESS: readonly [what: string, restrictions: Restrictions, expiresAt: Date | null][] = [
      ['scopes', { scopes: ['users:read', 'users:write', 'providers:write'] }, null],
      ['something that it hides', { hide: ['contacts'] }, null],
      ['addresses', { allowIp: ['127.0.0.1'] }, null],
      ['a lower rate limit', { rateLimit: 900 }, null],
      ['an end', {}, new Date('2027-01-01T00:00:00Z')],
    ];

    it.each(LESS)('with %s: no role, no way back, no other name', async (_what, restrictions, expiresAt) => {
      const client = await keyOf(restrictions, expiresAt);
      const [staff, gone] = [
        await made(['staff'], { subject: email() }),
        await made(['staff'], { active: false }),
      ];
      const provider = await made(['provider', 'admin']);
      const before = await service.query('select id, email, subject, roles, active from users order by id');
      const ups = [
        await client.post('/users', { name: 'Eve', email: email(), roles: ['staff'] }),
        await patch(staff.id, { roles: ['staff', 'admin'] }, client),
        await patch(ADMINISTRATOR, { roles: ['admin', 'staff'] }, client),
        await patch(gone.id, { active: true }, client),
        await patch(staff.id, { email: email() }, client),
        await patch(staff.id, { subject: 'eve' }, client),
        await client.patch(`/providers/${provider.id}`, { email: email() }),
        await client.put(`/providers/${provider.id}`, { name: 'Mia', email: email() }),
      ];
      expect(ups.map(refusalOf)).toEqual(ups.map(() => BEYOND));
      expect(await service.query('select id, email, subject, roles, active from users order by id')).toEqual(
        before,
      );
      const downs = [
        await patch(staff.id, { name: 'Less', roles: [], subject: null }, client),
        await patch(staff.id, { active: false }, client),
        await client.post('/users', { name: 'Without roles', email: email(), roles: [] }),
      ];
      expect(downs.map(({ status }) => status)).toEqual([200, 200, 201]);
      await patch(provider.id, { roles: ['provider'] });
    });

    it('nor by the way back of a provider who is more than that', async () => {
      const client = await keyOf({ scopes: ['providers:write'] });
      const [plain, more] = [await made(['provider']), await made(['provider', 'staff'])];
      for (const { id } of [plain, more]) await client.delete(`/providers/${id}`);
      expect(refusalOf(await client.patch(`/providers/${more.id}`, { active: true }))).toEqual(BEYOND);
      expect((await client.patch(`/providers/${plain.id}`, { active: true, email: email() })).status).toBe(
        200,
      );
    });

    it('nor from a token, which ends; a narrowed one does not get here', async () => {
      const { id } = await made();
      const token = async (claims: object) =>
        service.withKey(await issuer.sign({ sub: 'boss', roles: ['admin'], ...claims }));
      expect(refusalOf(await patch(id, { roles: ['admin'] }, await token({})))).toEqual(BEYOND);
      expect((await patch(id, { roles: [] }, await token({}))).status).toBe(200);
      const narrowed = await token({ scheduling_locations: [1] });
      expect(refusalOf(await narrowed.get('/users'))).toEqual([403, { narrowed: true }]);
      const reader = await token({ scope: '*:read' });
      expect(refusalOf(await reader.get('/users'))).toEqual([403, { scope: 'users:read' }]);
      expect((await (await token({ roles: ['staff'] })).get('/users')).status).toBe(403);
    });
  });

  describe('always have an administrator', () => {
    beforeEach(() =>
      service.query(`update users set active = false where 'admin' = any (roles) and id <> 1`),
    );

    it('whom neither a change of roles nor a deactivation takes away', async () => {
      expect(refusalOf(await patch(ADMINISTRATOR, { roles: ['staff'] }))).toEqual(LAST_ADMIN);
      expect(refusalOf(await patch(ADMINISTRATOR, { roles: [] }))).toEqual(LAST_ADMIN);
      expect(refusalOf(await patch(ADMINISTRATOR, { active: false }))).toEqual(LAST_ADMIN);
      expect((await service.admin.get('/users')).status).toBe(200);
    });

    it('whom the roles of a token neither replace nor take away', async () => {
      await service.query(`insert into users (id, name, subject, roles, created_at, updated_at)
        values (900, 'Kim', 'kim', '{staff}', now(), now())`);
      const client = service.withKey(await issuer.sign({ sub: 'kim', roles: ['admin'] }));
      expect(refusalOf(await patch(ADMINISTRATOR, { roles: ['staff'] }, client))).toEqual(LAST_ADMIN);
      expect(refusalOf(await patch(ADMINISTRATOR, { active: false }, client))).toEqual(LAST_ADMIN);
    });

    it('of whom one stays when two take away each other at the same time', async () => {
      const { id } = await made(['admin']);
      const other = service.withKey((await service.keyOf(id)).key);
      const answers = await Promise.all([
        patch(id, { active: false }),
        patch(ADMINISTRATOR, { roles: ['staff'] }, other),
      ]);
      expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
      const left = await service.query(`select id from users where active and 'admin' = any (roles)`);
      expect(left).toHaveLength(1);
      await service.query(`update users set roles = '{admin}', active = true where id = 1`);
    });

    it('who is a provider, too', async () => {
      const providerId = await aProvider(service.admin);
      await patch(providerId, { roles: ['provider', 'admin'] });
      const admin = service.withKey((await service.keyOf(providerId)).key);
      expect((await patch(ADMINISTRATOR, { roles: [] }, admin)).status).toBe(200);
      const answers = [
        await admin.delete(`/providers/${providerId}`),
        await admin.patch(`/providers/${providerId}`, { active: false }),
        await patch(providerId, { active: false }, admin),
      ];
      expect(answers.map(refusalOf)).toEqual([LAST_ADMIN, LAST_ADMIN, LAST_ADMIN]);
      await service.query(`update users set roles = '{admin}' where id = 1`);
    });
  });
});
