import { Database } from '../../src/platform/database/database';
import { COMMAND_LINE } from '../../src/platform/database/write-context';
import type { Restrictions } from '../../src/platform/restrictions';
import type { Answer, ApiClient } from '../support/api-client';
import { aProvider } from '../support/builders';
import { StreamReader } from '../support/event-stream';
import { eventsOf, numberEvents } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';
import { TokenIssuer } from '../support/token-issuer';

const ADMINISTRATOR = 1;
const SOON = '2026-12-01T00:00:00Z';
const LATER = '2027-12-01T00:00:00Z';
const WRITES = ['api-keys:read', 'api-keys:write'];
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const PAGE = { origins: ['https://salon.example'], scopes: ['catalogue:read'] };

describe('API keys by the API', () => {
  let service: TestService;
  let issuer: TokenIssuer;
  let providerId: number;
  let locationId: number;

  beforeAll(async () => {
    issuer = await TokenIssuer.start();
    service = await startTestService({ environment: issuer.settings() });
    providerId = await aProvider(service.admin);
    locationId = (await service.admin.post('/locations', { name: 'Salon' })).body.data.id as number;
    await service.query(`update users set subject = 'boss' where id = 1`);
  });

  afterAll(() => Promise.all([service.stop(), issuer.stop()]));

  const made = async (body: object = {}, client = service.admin) => {
    const answer = await client.post('/api-keys', { userId: ADMINISTRATOR, name: 'Till', ...body });
    expect([answer.status, answer.body.error?.details]).toEqual([201, undefined]);
    return answer.body.data as { id: number; key: string };
  };
  const limited = async (restrictions: Restrictions, expiresAt?: string) => {
    const { scopes, hide, allowIp, rateLimit } = restrictions;
    const body = { scopes, hide, allowIp, rateLimit, expiresAt };
    return service.withKey((await made(body)).key);
  };
  const refusalOf = ({ status, body }: Answer) => [status, body.error?.details];
  const beyond = (...options: string[]) => [422, { reason: 'beyond', beyond: options }];
  const countKeys = async () => (await service.query('select from api_keys')).length;

  it('are not found while KEYS_BY_API is off, with a valid body and without', async () => {
    const off = await startTestService({ environment: { KEYS_BY_API: 'off' } });
    const answers = await Promise.all([
      off.admin.get('/api-keys'),
      off.admin.post('/api-keys', { name: 7 }),
      off.admin.post('/api-keys/1/rotate', {}),
      off.admin.delete('/api-keys/1'),
      (await off.as('staff')).get('/api-keys'),
    ]);
    await off.stop();
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403]);
  });

  it('are made with all options, work at once, and show the key itself only then', async () => {
    const options = {
      scopes: ['appointments:read', '*:read'],
      hide: ['payments'],
      providerIds: [providerId],
      locationIds: [locationId],
      allowIp: ['127.0.0.1', '::1/128'],
      rateLimit: 60,
      expiresAt: SOON,
    };
    const { key, ...shown } = await made({ ...options, name: '  Büro  ' });
    expect(shown).toEqual({
      ...{ id: expect.any(Number), keyId: key.split('_')[1], userId: 1, name: 'Büro', ...options },
      ...{ origins: null, originId: null, createdAt: '2026-11-20T08:00:00Z' },
      ...{ lastUsedAt: null, lastUsedFrom: null },
    });
    const { status, headers } = await service.withKey(key).get('/services');
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, '60']);
    const path = `/api-keys/${shown.id}`;
    expect((await service.admin.get(path)).body.data).toMatchObject(options);
    const { body } = await service.admin.get('/api-keys?length=100&userId=1');
    expect(body.data).toContainEqual(expect.objectContaining({ id: shown.id }));
    expect(JSON.stringify(body)).not.toContain(key.split('_')[2]);
  });

  it('are unrestricted with null, with empty scopes and without the members', async () => {
    const none = { scopes: null, hide: null, providerIds: null, locationIds: null, allowIp: null };
    for (const body of [{}, { scopes: [], hide: [] }, { ...none, rateLimit: null, origins: null }]) {
      const { id } = await made(body);
      expect(await service.query('select restrictions from api_keys where id = $1', [id])).toEqual([
        { restrictions: null },
      ]);
    }
  });

  it.each<[member: string, body: object]>([
    ['userId', { userId: 2_000_000_000 }],
    ['name', { name: ' ' }],
    ['scopes', { scopes: ['appointment:read'] }],
    ['scopes', { scopes: 'appointments:read' }],
    ['hide', { hide: ['prices'] }],
    ['providerIds', { providerIds: [2_000_000_000] }],
    ['providerIds', { providerIds: [] }],
    ['locationIds', { locationIds: [2_000_000_000] }],
    ['locationIds', { locationIds: [] }],
    ['allowIp', { allowIp: ['10.0.0.0/33'] }],
    ['allowIp', { allowIp: [] }],
    ['rateLimit', { rateLimit: 0 }],
    ['origins', { ...PAGE, origins: ['https://salon.example/'] }],
    ['scopes', { origins: PAGE.origins }],
    ['scopes', { ...PAGE, scopes: ['customers:read'] }],
    ['expiresAt', { expiresAt: '2026-11-20T08:00:00Z' }],
    ['expiresAt', { expiresAt: '2027-01-01' }],
  ])('are refused for their %s: %j', async (member, body) => {
    const before = await countKeys();
    const answer = await service.admin.post('/api-keys', { userId: ADMINISTRATOR, name: 'x', ...body });
    expect([answer.status, Object.keys(answer.body.error.details as object)]).toEqual([422, [member]]);
    expect(await countKeys()).toBe(before);
    if (member === 'userId') return;
    const { id } = await made();
    const patched = await service.admin.patch(`/api-keys/${id}`, body);
    expect([patched.status, Object.keys(patched.body.error.details as object)]).toEqual([422, [member]]);
  });

  it('change from the next request on, member by member, under If-Match', async () => {
    const { id, key } = await made({ scopes: ['services:read'], hide: ['payments'] });
    const [path, client] = [`/api-keys/${id}`, service.withKey(key)];
    expect((await client.get('/customers')).status).toBe(403);
    const etag = (await service.admin.get(path)).headers.get('etag') ?? '';
    const change = (body: object, ifMatch: string) =>
      service.admin.patch(path, body, { headers: { 'if-match': ifMatch } });
    const changed = await change({ scopes: ['services:read', 'customers:read'], expiresAt: SOON }, etag);
    expect(changed.body.data).toMatchObject({ hide: ['payments'], expiresAt: SOON, name: 'Till' });
    expect((await client.get('/customers')).status).toBe(200);
    expect((await change({ name: 'Other' }, etag)).status).toBe(412);
    expect(
      (await change({ scopes: null, name: 'Other' }, changed.headers.get('etag') ?? '')).body.data,
    ).toEqual((await service.admin.get(path)).body.data);
    expect((await client.get('/events')).status).toBe(200);
  });

  it('end at once by DELETE and are listed no more; the audit trail keeps them', async () => {
    const { id, key } = await made();
    const path = `/api-keys/${id}`;
    expect((await service.admin.delete(path)).body.data).toEqual({ id, deleted: true });
    expect((await service.withKey(key).get('/services')).status).toBe(401);
    const again = [
      await service.admin.get(path),
      await service.admin.delete(path),
      await service.admin.patch(path, { name: 'x' }),
      await service.admin.post(`${path}/rotate`, {}),
    ];
    expect(again.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { body } = await service.admin.get('/api-keys?length=100');
    expect((body.data as { id: number }[]).map((each) => each.id)).not.toContain(id);
    const audited = await service.admin.get(`/audit?resource=api-keys&resourceId=${id}`);
    expect(audited.body.meta.total).toBe(2);
    expect(JSON.stringify(audited.body)).not.toContain(key.split('_')[2]);
  });

  it('are rotated: the successor has the same settings, and the old one ends after the grace', async () => {
    const old = await made({ scopes: ['services:read'], expiresAt: LATER });
    const rotated = await service.admin.post(`/api-keys/${old.id}/rotate`, { graceMin: 0 });
    expect(rotated.status).toBe(201);
    const { id, key, originId, scopes, expiresAt } = rotated.body.data;
    expect({ originId, scopes, expiresAt }).toEqual({
      ...{ originId: old.id, scopes: ['services:read'], expiresAt: LATER },
    });
    const status = async (each: string) => (await service.withKey(each).get('/services')).status;
    expect([id === old.id, await status(old.key), await status(key as string)]).toEqual([false, 401, 200]);
    for (const graceMin of [-1, 10_081, '5'])
      expect((await service.admin.post(`/api-keys/${id}/rotate`, { graceMin })).status).toBe(422);
    const next = await service.admin.post(`/api-keys/${id}/rotate`);
    expect(next.body.data.originId).toBe(old.id);
    const [row] = await service.query('select expires_at from api_keys where id = $1', [id]);
    expect(row).toEqual({ expires_at: new Date('2026-11-21T08:00:00Z') });
    expect(refusalOf(await service.admin.post(`/api-keys/${id}/rotate`))).toEqual([
      422,
      { reason: 'key_rotated' },
    ]);
    expect(refusalOf(await service.admin.patch(`/api-keys/${old.id}`, { expiresAt: null }))).toEqual([
      ...[422, { reason: 'key_ended' }],
    ]);
  });

  it('are made and rotated once for an Idempotency-Key, whose record never has the key', async () => {
    const { id } = await made();
    for (const [path, body] of [
      ['/api-keys', { userId: ADMINISTRATOR, name: 'Once' }],
      [`/api-keys/${id}/rotate`, { graceMin: 5 }],
    ] as const) {
      const send = () =>
        service.admin.post(path, body, { headers: { 'idempotency-key': path.replaceAll('/', '.') } });
      const first = await send();
      const before = await countKeys();
      const { key, ...shown } = first.body.data;
      const again = await send();
      expect([again.status, again.body]).toEqual([201, { data: shown, meta: { withheld: ['key'] } }]);
      expect(await countKeys()).toBe(before);
      const rows = await service.query<{ row: string }>(
        `select r::text as row from idempotency_records r where sealed is null and body like '%"keyId"%'`,
      );
      const stored = rows.map(({ row }) => row).join();
      expect(stored).toContain(shown.keyId);
      expect(stored).not.toContain((key as string).split('_')[2]?.slice(0, 12));
    }
  });

  it('are told of in events and the audit trail, without a secret', async () => {
    let id = 0;
    const events = await eventsOf(service, async () => {
      ({ id } = await made({ scopes: ['services:read'] }));
      await service.admin.patch(`/api-keys/${id}`, { name: 'Desk' });
      const { body } = await service.admin.post(`/api-keys/${id}/rotate`, { graceMin: 5 });
      await service.admin.delete(`/api-keys/${body.data.id}`);
    });
    expect(events.map(({ type }) => type)).toEqual([
      ...['api_key.created', 'api_key.changed', 'api_key.rotated', 'api_key.changed', 'api_key.deleted'],
    ]);
    expect(events[0]?.data).toMatchObject({ id, name: 'Till', scopes: ['services:read'], lastUsedAt: null });
    expect(events[1]).toMatchObject({ previous: { name: 'Till' }, resource: 'api_key', via: 'api' });
    expect(events[2]?.data).toMatchObject({ originId: id });
    expect(JSON.stringify(events)).not.toMatch(/secret|hash/i);
  });

  it('end their open streams within a second, by DELETE and by any change of what they may do', async () => {
    const keys = [await made(), await made({ hide: [] }), await made()];
    const [ended, changed, renamed] = await Promise.all(
      keys.map(({ key }) => StreamReader.open(service, { key })),
    );
    await service.admin.patch(`/api-keys/${keys[2]?.id}`, { name: 'Other' });
    await service.admin.patch(`/api-keys/${keys[1]?.id}`, { hide: ['contacts'] });
    await service.admin.delete(`/api-keys/${keys[0]?.id}`);
    expect([await ended?.ended(), await changed?.ended()]).toEqual([true, true]);
    await service.admin.post('/categories', { name: 'Still read' });
    await numberEvents(service);
    expect((await renamed?.has(1))?.length).toBeGreaterThan(0);
    await renamed?.close();
  });

  describe('give no more than the key of the request has', () => {
    const create = (client: ApiClient, body: object) =>
      client.post('/api-keys', { userId: ADMINISTRATOR, name: 'More', ...body });

    it.each<[options: string[], own: Restrictions, body: object]>([
      [['scopes'], { scopes: WRITES }, {}],
      [['scopes'], { scopes: WRITES }, { scopes: [] }],
      [['scopes'], { scopes: WRITES }, { scopes: ['customers:read'] }],
      [['scopes'], { scopes: [...WRITES, 'users:read'] }, { scopes: ['*:read'] }],
      [['scopes'], { scopes: ['*:read', 'api-keys:write'] }, { scopes: ['users:read'] }],
      [['scopes'], { scopes: ['*:read', 'api-keys:write'] }, { scopes: ['api-keys:read'] }],
      [['scopes'], { scopes: [...WRITES, 'appointments:write'] }, { scopes: ['appointments:book'] }],
      [['hide'], { hide: ['payments'] }, {}],
      [['hide'], { hide: ['payments', 'contacts'] }, { hide: ['payments'] }],
      [['allowIp'], { allowIp: ['127.0.0.0/8'] }, {}],
      [['allowIp'], { allowIp: ['127.0.0.0/8'] }, { allowIp: ['127.0.0.0/7'] }],
      [['allowIp'], { allowIp: ['127.0.0.0/8'] }, { allowIp: ['127.0.0.1', '::/0'] }],
      [['rateLimit'], { rateLimit: 900 }, {}],
      [['rateLimit'], { rateLimit: 900 }, { rateLimit: 901 }],
      [
        ['scopes', 'hide', 'allowIp', 'rateLimit'],
        {
          ...{ scopes: WRITES, hide: ['contacts'], allowIp: ['127.0.0.1'], rateLimit: 900 },
        },
        {},
      ],
    ])('a new one not in %j', async (options, own, body) => {
      const client = await limited(own);
      const before = await countKeys();
      expect(refusalOf(await create(client, body))).toEqual(beyond(...options));
      expect(await countKeys()).toBe(before);
    });

    it('a new one neither lives longer nor may send more than the service allows a key', async () => {
      const client = await limited({}, SOON);
      for (const expiresAt of [undefined, null, LATER])
        expect(refusalOf(await create(client, { expiresAt }))).toEqual(beyond('expiresAt'));
      expect((await create(client, { expiresAt: SOON })).status).toBe(201);
      const own = await startTestService({
        databaseUrl: service.databaseUrl,
        environment: { RATE_LIMIT: '500' },
      });
      expect(refusalOf(await create(own.admin, { rateLimit: 501 }))).toEqual(beyond('rateLimit'));
      expect((await create(own.admin, { rateLimit: 500 })).status).toBe(201);
      await own.stop();
    });

    it('a new one within each of its options is made', async () => {
      const own: Restrictions = {
        scopes: ['*:read', ...WRITES],
        hide: ['contacts'],
        allowIp: ['127.0.0.0/8'],
      };
      const client = await limited({ ...own, rateLimit: 900 });
      const body = { scopes: ['services:read'], hide: ['contacts', 'payments'], allowIp: ['127.0.0.1'] };
      expect((await create(client, { ...body, rateLimit: 900 })).status).toBe(201);
    });

    it('none raises itself, by a change or by its successor', async () => {
      const { id, key } = await made({ scopes: WRITES, hide: ['contacts'], expiresAt: SOON });
      const client = service.withKey(key);
      for (const [option, value] of [
        ['scopes', null],
        ['scopes', [...WRITES, 'customers:read']],
        ['hide', []],
        ['expiresAt', null],
        ['expiresAt', LATER],
      ] as const)
        expect(refusalOf(await client.patch(`/api-keys/${id}`, { [option]: value }))).toEqual(beyond(option));
      const { data } = (await client.post(`/api-keys/${id}/rotate`, { graceMin: 5 })).body;
      expect(data).toMatchObject({ scopes: WRITES, hide: ['contacts'], expiresAt: SOON });
    });

    it('a stronger one is not rotated, which would hand it out', async () => {
      const stronger = await made();
      const client = await limited({ scopes: WRITES });
      const forAWhile = await limited({}, SOON);
      const before = await countKeys();
      expect(refusalOf(await client.post(`/api-keys/${stronger.id}/rotate`))).toEqual(beyond('scopes'));
      expect(refusalOf(await forAWhile.post(`/api-keys/${stronger.id}/rotate`))).toEqual(beyond('expiresAt'));
      expect(await countKeys()).toBe(before);
    });

    it('a stronger one gets nothing that the key of the request does not have itself', async () => {
      const stronger = await made({ scopes: ['customers:read', 'customers:write'], hide: ['contacts'] });
      const client = await limited({ scopes: [...WRITES, 'services:read'] });
      const path = `/api-keys/${stronger.id}`;
      // It hides nothing itself, but reads no customers: together they would read contacts.
      expect(refusalOf(await client.patch(path, { hide: [] }))).toEqual(beyond('scopes'));
      expect(refusalOf(await client.patch(path, { scopes: ['customers:read', 'services:read'] }))).toEqual(
        beyond('scopes'),
      );
      expect((await client.patch(path, { scopes: ['services:read'], hide: [] })).status).toBe(200);
    });

    it('a narrower setting, a name and an end are free', async () => {
      const stronger = await made();
      const client = await limited({ scopes: WRITES }, SOON);
      const path = `/api-keys/${stronger.id}`;
      const less = {
        name: 'Less',
        scopes: ['customers:read'],
        hide: ['contacts'],
        rateLimit: 5,
        expiresAt: LATER,
      };
      expect((await client.patch(path, less)).body.data).toMatchObject(less);
      expect((await client.patch(path, { providerIds: [providerId], allowIp: ['192.0.2.1'] })).status).toBe(
        200,
      );
      expect((await client.delete(path)).status).toBe(200);
    });

    it('a browser key stays one, because everyone can read it, and takes no scope of staff', async () => {
      const { id } = await made(PAGE);
      const patch = async (body: object) => refusalOf(await service.admin.patch(`/api-keys/${id}`, body));
      expect(await patch({ origins: null })).toEqual([
        422,
        { origins: expect.stringContaining('create another') },
      ]);
      expect(await patch({ scopes: null })).toEqual([422, { scopes: expect.any(String) }]);
      expect(await patch({ scopes: ['customers:read'] })).toEqual([422, { scopes: expect.any(String) }]);
      expect((await patch({ origins: ['https://www.salon.example'] }))[0]).toBe(200);
    });

    it('neither a narrowed key nor a browser key gets here, nor a scope of another resource', async () => {
      const keys = [
        { providerIds: [providerId] },
        { locationIds: [locationId] },
        PAGE,
        { scopes: ['*:read', 'users:read'] },
      ];
      const clients = await Promise.all(keys.map(async (body) => service.withKey((await made(body)).key)));
      const details = [{ narrowed: true }, { narrowed: true }, undefined, { scope: 'api-keys:read' }];
      for (const [index, client] of clients.entries())
        expect(refusalOf(await client.get('/api-keys'))).toEqual([403, details[index]]);
      const [body = {}] = keys;
      const narrowed = service.withKey((await made(body)).key);
      expect(refusalOf(await narrowed.post('/api-keys', {}))).toEqual([403, { narrowed: true }]);
    });

    it('a key that ended while its request waited gives nothing', async () => {
      const own = await made();
      const before = await countKeys();
      let sent: Promise<Answer> | undefined;
      await service.app.get(Database).transaction(COMMAND_LINE, async (tx) => {
        await tx.query('update api_keys set revoked_at = now() where id = $1', [own.id]);
        sent = create(service.withKey(own.key), {});
        while ((await service.query(WAITING)).length === 0);
      });
      expect((await sent)?.status).toBe(401);
      expect(await countKeys()).toBe(before);
    });

    describe('and a token', () => {
      const bearer = async (claims: object) => service.withKey(await issuer.sign({ sub: 'boss', ...claims }));

      it('gives keys that end with it, with its scopes alone', async () => {
        const client = await bearer({});
        expect(refusalOf(await create(client, {}))).toEqual(beyond('expiresAt'));
        const expiresAt = '2026-11-20T08:01:00Z';
        expect((await create(client, { expiresAt })).status).toBe(201);
        const scoped = await bearer({ scope: WRITES.join(' '), scheduling_hide: ['contacts'] });
        expect(refusalOf(await create(scoped, { expiresAt }))).toEqual(beyond('scopes', 'hide'));
        expect(refusalOf(await (await bearer({ scheduling_providers: [] })).get('/api-keys'))).toEqual([
          ...[403, { narrowed: true }],
        ]);
      });

      it('has no key that could be seen, rotated, changed or ended here', async () => {
        await (await bearer({})).get('/services');
        const [row] = await service.query<{ id: number }>(
          `select id from api_keys where key_id = 'tokens-1'`,
        );
        const path = `/api-keys/${row?.id}`;
        const answers = [
          await service.admin.get(path),
          await service.admin.patch(path, { name: 'x' }),
          await service.admin.post(`${path}/rotate`),
          await service.admin.delete(path),
        ];
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      });
    });
  });
});
