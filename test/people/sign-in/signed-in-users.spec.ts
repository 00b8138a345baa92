import type { JWTPayload } from 'jose';
import type { EntityManager } from 'typeorm';
import { UsersService } from '../../../src/people/users/users.service';
import { Database } from '../../../src/platform/database/database';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { StreamReader } from '../../support/event-stream';
import { eventsOf } from '../../support/events';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { TokenIssuer } from '../../support/token-issuer';

const NOW = Date.parse(START) / 1_000;
const STRANGER = { status: 403, code: 'forbidden', details: { user: 'unknown' } };

describe('The person of a token', () => {
  let issuer: TokenIssuer;
  const services: TestService[] = [];

  beforeAll(async () => {
    issuer = await TokenIssuer.start();
  });

  afterEach(() => Promise.all(services.splice(0).map((service) => service.stop())));
  afterAll(() => issuer.stop());

  /** A service with a user who is Kim. */
  async function start(environment: Record<string, string> = {}): Promise<TestService> {
    const service = await startTestService({ environment: issuer.settings(environment) });
    services.push(service);
    await service.query(
      `insert into users (id, name, email, roles, created_at, updated_at) overriding system value
       values (900, 'Kim', 'kim@example.com', '{admin}', now(), now())`,
    );
    return service;
  }

  const send = async (service: TestService, claims: JWTPayload, path = '/webhooks') => {
    const { status, body } = await service.withKey(await issuer.sign(claims)).get(path);
    return { status, code: body.error?.code, details: body.error?.details };
  };
  const subjectOf = (service: TestService, subject: string, id = 900) =>
    service.query('update users set subject = $1 where id = $2', [subject, id]);

  it('is the user with the verified e-mail address, in any case of letters', async () => {
    const service = await start({ OIDC_USER_CLAIM: 'email' });
    const email = 'KIM@example.com';
    expect(await send(service, { email, email_verified: true })).toMatchObject({ status: 200 });
    expect(await send(service, { email, email_verified: false })).toEqual(STRANGER);
    expect(await send(service, { email })).toEqual(STRANGER);
    expect(await send(service, { sub: email })).toEqual(STRANGER);
  });

  it('is the user with the subject before one with the e-mail address, where another claim names users', async () => {
    const service = await start();
    await service.query(`update users set email = 'f00d' where id = 1`);
    expect(await send(service, { sub: 'kim@example.com' })).toMatchObject({ status: 200 });
    await subjectOf(service, 'f00d');
    await service.query(`update users set active = false where id = 900`);
    expect(await send(service, { sub: 'f00d' })).toEqual(STRANGER);
  });

  it.each([undefined, '', 7, ['kim@example.com'], 'no\0body', 'unknown@example.com'])(
    'is unknown, and refused with 403 on public operations too, when the claim is %j',
    async (sub) => {
      const service = await start();
      expect(await send(service, { sub: sub as never })).toEqual(STRANGER);
      expect(await send(service, { sub: sub as never }, '/providers')).toEqual(STRANGER);
    },
  );

  it('loses access with the deactivation, a role with the role, and gets them back', async () => {
    const service = await start();
    const client = service.withKey(await issuer.sign({ sub: 'kim@example.com' }));
    const status = async () => (await client.get('/webhooks')).status;
    expect(await status()).toBe(200);
    await service.query('update users set active = false where id = 900');
    expect(await status()).toBe(403);
    await service.query(`update users set active = true, roles = '{staff}' where id = 900`);
    expect((await client.get('/customers')).status).toBe(200);
    expect((await client.get('/webhooks')).body.error.details).toBeUndefined();
    await service.query(`update users set roles = '{admin}' where id = 900`);
    expect(await status()).toBe(200);
    await service.query(`update api_keys set revoked_at = now() where user_id = 900`);
    expect(await status()).toBe(401);
  });

  it('has the roles of the claim instead of those of the user', async () => {
    const service = await start({ OIDC_ROLES_CLAIM: 'https://example.com/roles' });
    const as = (roles?: unknown, path?: string) =>
      send(service, { sub: 'kim@example.com', 'https://example.com/roles': roles }, path);
    expect(await as(undefined)).toMatchObject({ status: 200 });
    expect(await as(['staff', 'boss'])).toMatchObject({ status: 403, code: 'forbidden', details: undefined });
    expect(await as('staff admin')).toMatchObject({ status: 200 });
    for (const none of [[], ['boss'], 7, {}, null])
      expect(await as(none, '/customers')).toMatchObject({
        status: 403,
        code: 'forbidden',
        details: undefined,
      });
    expect(await service.query('select roles from users where id = 900')).toEqual([{ roles: ['admin'] }]);
  });

  it('who is unknown becomes a user with OIDC_CREATE_USERS, once for two requests at a time', async () => {
    const service = await start({ OIDC_CREATE_USERS: 'staff' });
    const token = await issuer.sign({ sub: 'noor', name: 'Noor', jti: 'first' });
    const answers = await Promise.all([1, 2, 3].map(() => service.withKey(token).get('/customers')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await service.query(`select name, email, roles from users where subject = 'noor'`)).toEqual([
      { name: 'Noor', email: null, roles: ['staff'] },
    ]);
    const [entry] = await service.query(
      `select via, user_id, api_key_id, token_id from audit_entries where resource = 'users' order by id desc`,
    );
    expect(entry).toEqual({ via: 'oidc', user_id: null, api_key_id: null, token_id: 'first' });
  });

  it.each<[string, JWTPayload, string | undefined, string | undefined]>([
    ['no scope', {}, '/customers', '/services'],
    ['names that are none of the service', { scope: 'openid profile' }, '/customers', '/services'],
    ['a list', { scope: ['services:read', 'openid'] }, '/services', undefined],
    ['scp instead', { scp: 'services:read' }, '/services', undefined],
    ['scp beside a scope', { scope: 'services:read', scp: 'customers:read' }, '/services', undefined],
    ['a name that is misspelt', { scope: 'service:read' }, undefined, undefined],
  ])('with %s in the scope may do what that says', async (_what, claims, open, alsoOpen) => {
    const service = await start();
    for (const path of ['/services', '/customers'])
      expect([path, (await send(service, { sub: 'kim@example.com', ...claims }, path)).status]).toEqual([
        path,
        path === open || path === alsoOpen ? 200 : 403,
      ]);
  });

  it('sees nothing with empty lists of providers or locations, and unknown ids are as if absent', async () => {
    const service = await start();
    await aProvider(service.admin);
    const total = async (claims: JWTPayload) => {
      const token = await issuer.sign({ sub: 'kim@example.com', ...claims });
      const { status, body } = await service.withKey(token).get('/appointments');
      return [status, body.meta?.total] as const;
    };
    for (const ids of [[], [999_999], [Number.MAX_SAFE_INTEGER]]) {
      expect(await total({ scheduling_providers: ids })).toEqual([200, 0]);
      expect(await total({ scheduling_locations: ids })).toEqual([200, 0]);
    }
    expect(await send(service, { sub: 'kim@example.com', scheduling_hide: [] })).toMatchObject({
      status: 200,
    });
  });

  it('is named in the audit trail and in events, with the id of the token', async () => {
    const service = await start();
    const as = async (claims: JWTPayload) =>
      service.withKey(await issuer.sign({ sub: 'kim@example.com', ...claims }));
    let id = 0;
    const events = await eventsOf(service, async () => {
      const client = await as({ jti: 'token-7' });
      id = (await client.post('/customers', { name: 'Mia', email: 'mia@example.com' })).body.data
        .id as number;
      await (await as({})).patch(`/customers/${id}`, { notes: 'By token' });
      await service.admin.patch(`/customers/${id}`, { notes: 'By key' });
    });
    const who = { via: 'oidc', userId: 900, apiKeyId: null, tokenId: 'token-7' };
    expect(events).toMatchObject([
      { type: 'customer.created', ...who },
      { ...who, tokenId: null },
      { via: 'api', userId: 1, apiKeyId: expect.any(Number), tokenId: null },
    ]);
    const audited = await service.admin.get(`/audit?resource=customers&resourceId=${id}`);
    expect(audited.body.data).toContainEqual(expect.objectContaining({ ...who, userName: 'Kim' }));
  });

  it('has one rate limit for all tokens, and another one for keys', async () => {
    const service = await start({ RATE_LIMIT: '3' });
    const sent = async (credential: string) => (await service.withKey(credential).get('/services')).status;
    const tokens = await Promise.all(
      ['a', 'b', 'c', 'd'].map((jti) => issuer.sign({ sub: 'kim@example.com', jti })),
    );
    const statuses: number[] = [];
    for (const token of tokens) statuses.push(await sent(token));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await sent((await service.keyOf(900)).key)).toBe(200);
  });

  it('repeats a request with a later token, and gets the first answer; another body is refused', async () => {
    const service = await start();
    const post = async (jti: string, name: string, key = 'once') => {
      const client = service.withKey(await issuer.sign({ sub: 'kim@example.com', jti }));
      return client.post(
        '/customers',
        { name, email: 'ada@example.com' },
        { headers: { 'idempotency-key': key } },
      );
    };
    const first = await post('one', 'Ada');
    for (const jti of ['one', 'two']) {
      const again = await post(jti, 'Ada');
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(again.body).toEqual(first.body);
    }
    for (const jti of ['one', 'two'])
      expect((await post(jti, 'Eve')).body.error.details).toMatchObject({ reason: 'idempotency_key_reused' });
  });

  it('does not get the answer of a token that may do more', async () => {
    const service = await start();
    const providerId = await aProvider(service.admin);
    const serviceId = await aService(service.admin, { price: 40 });
    const book = async (more: object) =>
      service.withKey(await issuer.sign({ sub: 'kim@example.com', ...more })).post(
        '/appointments',
        {
          ...{ providerId, serviceId, date: MONDAY, start: '10:00' },
          name: 'Ada',
          email: 'ada@example.com',
        },
        { headers: { 'idempotency-key': 'more' } },
      );
    expect((await book({})).body.data.price).toBe(40);
    const { status, body } = await book({ scheduling_hide: ['payments'] });
    expect([status, body.error.details]).toEqual([422, { reason: 'idempotency_key_reused' }]);
  });

  it('gets a secret again with the same token alone', async () => {
    const service = await start();
    const ask = async (jti: string) => {
      const client = service.withKey(tokens[jti] ?? '');
      return (await client.post('/feed', undefined, { headers: { 'idempotency-key': 'feed' } })).body;
    };
    const tokens: Record<string, string> = {
      one: await issuer.sign({ sub: 'kim@example.com', jti: 'one' }),
      two: await issuer.sign({ sub: 'kim@example.com', jti: 'two' }),
    };
    const first = await ask('one');
    expect(first.data.url).toEqual(expect.stringContaining('http'));
    expect((await ask('one')).data.url).toBe(first.data.url);
    expect(await ask('two')).toMatchObject({ data: { url: null }, meta: { withheld: ['url'] } });
  });

  it('places holds that end with the deactivation, at most a hundred', async () => {
    const service = await start();
    const [providerId, token] = [
      await aProvider(service.admin),
      await issuer.sign({ sub: 'kim@example.com' }),
    ];
    const serviceId = await aService(service.admin, { providerIds: [providerId], capacity: 200 });
    const hold = () =>
      service
        .withKey(token)
        .post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00', ttlSec: 3_600 });
    for (let placed = 0; placed < 100; placed++) expect((await hold()).status).toBe(201);
    expect((await hold()).body.error.details).toMatchObject({ reason: 'too_many_holds' });
    const users = service.app.get(UsersService);
    const end = (tx: EntityManager) => users.update(tx, 900, { active: false });
    await service.app.get(Database).transaction(COMMAND_LINE, end);
    expect(await service.query(`select from holds where expires_at > '${START}'`)).toEqual([]);
  });

  it('places holds with the roles of the claim alone', async () => {
    const service = await start({ OIDC_ROLES_CLAIM: 'roles' });
    await service.query(`update users set roles = '{}' where id = 900`);
    const providerId = await aProvider(service.admin);
    const serviceId = await aService(service.admin, { providerIds: [providerId] });
    const client = service.withKey(await issuer.sign({ sub: 'kim@example.com', roles: ['staff'] }));
    const hold = { providerId, serviceId, date: MONDAY, start: '10:00' };
    expect((await client.post('/holds', hold)).status).toBe(201);
  });

  it('reads a stream of events until the token ends', async () => {
    const service = await start();
    const key = await issuer.sign({ sub: 'kim@example.com', exp: NOW - 59 });
    const reader = await StreamReader.open(service, { key });
    expect(await reader.ended()).toBe(true);
  });
});
