import { readFileSync } from 'node:fs';
import type { KeyView } from '../../src/people/api-keys/commands/key-view';
import { SCOPES_OF_BROWSERS } from '../../src/people/api-keys/restriction-lists';
import { aProvider } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { CommandHost } from './command-host';
import type { Ended } from './run-cli';

const KEY = /^xsk_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}\n$/;

type CreatedKey = KeyView & { readonly key: string };

jest.setTimeout(60_000);

describe('The command api:key', () => {
  let service: TestService;
  let commands: CommandHost;

  beforeAll(async () => {
    commands = await CommandHost.start();
    service = await startTestService();
  }, 180_000);

  afterAll(async () => {
    await commands.stop();
    await service.stop();
  });

  const cli = (...args: string[]): Promise<Ended> =>
    commands.run({ DATABASE_URL: service.databaseUrl, BUSINESS_TIMEZONE: 'Asia/Tokyo' }, ...args);
  const cliJson = async <T>(...args: string[]): Promise<T> =>
    JSON.parse((await cli('api:key', ...args, '--json')).stdout) as T;
  const create = (name: string, ...args: string[]): Promise<CreatedKey> =>
    cliJson('create', '--user', '1', '--name', name, ...args);
  const list = (...args: string[]): Promise<KeyView[]> => cliJson('list', ...args);
  /** The record of a use is written beside the request. */
  const shownUntil = async (id: number, isThere: (key: KeyView) => boolean) => {
    let shown = await cliJson<KeyView>('show', '--id', String(id));
    while (!isThere(shown)) shown = await cliJson<KeyView>('show', '--id', String(id));
    return shown;
  };
  const statusWith = async (key: string) => (await service.withKey(key).get('/services')).status;
  const countKeys = async () =>
    (await service.query<{ count: string }>('select count(*) from api_keys'))[0]?.count;

  it('create prints only the key, which works at once', async () => {
    const { code, stdout, stderr } = await cli('api:key', 'create', '--user', '1', '--name', 'First key');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(KEY);
    expect(await statusWith(stdout.trim())).toBe(200);
  });

  it('create --json prints the new key with all its members', async () => {
    const created = await create('  Büro  ');
    expect(created).toEqual({
      id: expect.any(Number),
      keyId: created.key.split('_')[1],
      userId: 1,
      name: 'Büro',
      status: 'active',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      lastUsedFrom: null,
      restrictions: null,
      originId: null,
      key: expect.stringMatching(/^xsk_/),
    });
    expect(await statusWith(created.key)).toBe(200);
  });

  it('create restricts a key to scopes, addresses and a rate limit of its own', async () => {
    const options = [
      '--scopes',
      'services:read, appointments:book',
      '--allow-ip',
      '127.0.0.1,::1',
      '--rate-limit',
      '5',
    ];
    const created = await create('Shop', ...options);
    expect(created.restrictions).toEqual({
      scopes: ['services:read', 'appointments:book'],
      allowIp: ['127.0.0.1', '::1'],
      rateLimit: 5,
    });
    const client = service.withKey(created.key);
    const [services, customers] = [await client.get('/services'), await client.get('/customers')];
    expect([services.status, services.headers.get('ratelimit-limit'), customers.status]).toEqual([
      200,
      '5',
      403,
    ]);
  });

  it('create narrows a key, hides members from it, or gives it to the pages of some origins', async () => {
    const [first, second] = [await aProvider(service.admin), await aProvider(service.admin)];
    const locationId = (await service.admin.post('/locations', { name: 'Salon' })).body.data.id as number;
    const narrowed = await create(
      'Stylist',
      '--providers',
      `${first}, ${second},${first}`,
      '--locations',
      String(locationId),
      '--hide',
      'payments,contacts',
    );
    expect(narrowed.restrictions).toEqual({
      providers: [first, second],
      locations: [locationId],
      hide: ['payments', 'contacts'],
    });
    const origins = ['https://salon.example', 'http://localhost:8080', 'https://xn--caf-dma.example'];
    const page = await create(
      'Page',
      '--scopes',
      'availability:read,appointments:book',
      '--origins',
      origins.join(),
    );
    expect(page.restrictions).toEqual({ scopes: ['availability:read', 'appointments:book'], origins });
  });

  it.each([
    ['No such provider: 1', ['--providers', '1']],
    ['No such provider: 2147483647', ['--providers', '2147483647', '--locations', '2147483647']],
    ['No such location: 2147483647', ['--locations', '2147483647']],
  ])('create refuses to narrow a key to what does not exist: %s', async (message, options) => {
    const before = await countKeys();
    const { code, stdout, stderr } = await cli('api:key', 'create', '--user', '1', '--name', 'x', ...options);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
    expect(await countKeys()).toBe(before);
  });

  it('show prints the settings and the last use of a key', async () => {
    const { id, key } = await create('Shop', '--scopes', 'services:read', '--allow-ip', '127.0.0.0/8');
    await service.withKey(key).get('/services');
    const used = await shownUntil(id, ({ lastUsedAt }) => lastUsedAt !== null);
    expect(used).toMatchObject({ id, name: 'Shop', lastUsedFrom: '127.0.0.1' });
    const { code, stdout } = await cli('api:key', 'show', '--id', String(id));
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.replace(/ {2,}/, ': '))).toEqual([
      `Id: ${id}`,
      `Key: xsk_${used.keyId}_…`,
      'Name: Shop',
      'User: 1',
      'Status: active',
      `Created: ${used.createdAt}`,
      'Expires: never',
      `Last used: ${used.lastUsedAt ?? ''} from ${used.lastUsedFrom ?? ''}`,
      'Scopes: services:read',
      'Works from: 127.0.0.0/8',
      'Rate limit: that of the service',
      '',
    ]);
  });

  it('show prints the pages, the providers, the locations and what is hidden of a key that has them', async () => {
    const providerId = await aProvider(service.admin);
    const { body } = await service.admin.post('/locations', { name: 'Centre' });
    const restrictions = ['--hide', 'payments,contacts', '--providers', String(providerId)];
    const place = ['--locations', String(body.data.id), '--rate-limit', '60'];
    const page = [
      '--origins',
      'https://salon.example,https://www.salon.example',
      '--scopes',
      'catalogue:read',
    ];
    const { id } = await create('Page', ...restrictions, ...place, ...page);
    const { stdout } = await cli('api:key', 'show', '--id', String(id));
    expect(
      stdout
        .split('\n')
        .map((line) => line.replace(/ {2,}/, ': '))
        .slice(-8),
    ).toEqual([
      'Scopes: catalogue:read',
      'Works from: every address',
      'Rate limit: 60 requests per window',
      'Pages: https://salon.example, https://www.salon.example',
      `Providers: ${providerId}`,
      `Locations: ${body.data.id}`,
      'Hides: payments, contacts',
      '',
    ]);
  });

  it.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['unknown', 'unknown'],
  ])('show prints the address %s of an earlier version as %s', async (stored, address) => {
    const { id } = await create('Old');
    await service.query('update api_keys set last_used_at = now(), last_used_from = $2 where id = $1', [
      id,
      stored,
    ]);
    expect((await cliJson<KeyView>('show', '--id', String(id))).lastUsedFrom).toBe(address);
    expect((await cli('api:key', 'show', '--id', String(id))).stdout).toContain(` from ${address}\n`);
  });

  it('rotate prints the new key alone, and the old one works until the grace ends', async () => {
    const old = await create('Till', '--scopes', 'services:read');
    const { code, stdout, stderr } = await cli('api:key', 'rotate', '--id', String(old.id), '--grace', '0');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(KEY);
    // The command runs by the clock of the machine.
    service.clock.set(new Date(Date.now() + 1_000).toISOString());
    expect([await statusWith(old.key), await statusWith(stdout.trim())]).toEqual([401, 200]);
    const [successor] = (await list()).slice(-1);
    expect(successor).toMatchObject({ name: 'Till', originId: old.id, restrictions: old.restrictions });
    const rotated = await cliJson<CreatedKey>('rotate', '--id', String(successor?.id));
    expect(rotated).toMatchObject({ originId: old.id, key: expect.stringMatching(/^xsk_/) });
  });

  it('create takes the options of every key in the guide', async () => {
    const guide = readFileSync('docs/guide/keys.md', 'utf8').replaceAll(/ \\\n */g, ' ');
    const commands = [...guide.matchAll(/api:key create --user \d (.*)/g)].map(([, options = '']) =>
      [...options.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
    );
    expect(commands).toHaveLength(6);
    for (const options of commands)
      expect(await cliJson('create', '--user', '1', ...options)).toMatchObject({ status: 'active' });
  });

  it('list shows the keys without their secrets', async () => {
    const { id, key } = await service.keyOf(1);
    const [keys, { stdout }] = await Promise.all([list(), cli('api:key', 'list')]);
    expect(keys.at(-1)).toMatchObject({ id, userId: 1, name: 'Test', status: 'active' });
    expect(stdout).toMatch(/^ID +KEY +USER +NAME +STATUS +CREATED +EXPIRES +LAST USED\n/);
    expect(stdout).toMatch(/^\d+ +xsk_[0-9A-Za-z]{12}_… +1 +Test +active +\S+ +never +never$/m);
    expect(JSON.stringify(keys) + stdout).not.toContain(key.split('_')[2]);
  });

  it('prints JSON when --json stands before the command, before its group, or after it', async () => {
    const inOrders = [
      await cli('--json', 'api:key', 'list'),
      await cli('api:key', '--json', 'list'),
      await cli('api:key', 'list', '--json'),
    ];
    const keys = await list();
    expect(inOrders.map(({ stdout }) => JSON.parse(stdout) as unknown)).toEqual([keys, keys, keys]);
  });

  it('list --user shows only the keys of that user', async () => {
    const staff = await service.as('staff');
    const [row] = await service.query<{ id: number }>('select max(id) as id from users');
    expect(await list('--user', String(row?.id))).toEqual([
      expect.objectContaining({ userId: row?.id, keyId: staff.key?.split('_')[1] }),
    ]);
  });

  it('revoke makes a key invalid from the next request on, and keeps the first time of revocation', async () => {
    const { id, key } = await service.keyOf(1);
    expect(await statusWith(key)).toBe(200);
    const revoked = await cli('api:key', 'revoke', '--id', String(id));
    expect(revoked).toEqual({ code: 0, stdout: `Key ${id} (Test) of user 1 is revoked.\n`, stderr: '' });
    expect(await statusWith(key)).toBe(401);
    const [row] = await service.query('select revoked_at from api_keys where id = $1', [id]);
    expect(await cliJson('revoke', '--id', String(id))).toMatchObject({ id, status: 'revoked' });
    expect(await service.query('select revoked_at from api_keys where id = $1', [id])).toEqual([row]);
  });

  it('a key that expires on a date works until that day ends in the time zone of the business', async () => {
    const { key, expiresAt } = await create('Season', '--expires', '2099-12-31');
    expect(expiresAt).toBe('2100-01-01T00:00:00+09:00');
    service.clock.set('2099-12-31T14:59:59Z');
    expect(await statusWith(key)).toBe(200);
    service.clock.set('2099-12-31T15:00:00Z');
    expect(await statusWith(key)).toBe(401);
  });

  it.each<[fault: string, args: string[]]>([
    ['No such user: 99', ['create', '--user', '99', '--name', 'x']],
    ['No such user: 99', ['list', '--user', '99']],
    ['The expiry is in the past', ['create', '--user', '1', '--name', 'x', '--expires', '2020-01-01']],
    ['No such API key', ['revoke', '--id', '9999']],
    ['No such API key', ['show', '--id', '9999']],
    ['No such API key', ['rotate', '--id', '9999']],
    [
      '--grace must be 0, or a time of at most 90 days such as 30m, 24h or 7d',
      ['rotate', '--id', '1', '--grace', '91d'],
    ],
    [
      '--allow-ip has 10.0.0.0/33, which is no IP address and no block such as 192.0.2.0/24',
      ['create', '--user', '1', '--name', 'x', '--allow-ip', '10.0.0.0/33'],
    ],
    [
      '--rate-limit must be an integer from 1 to 1000000',
      ['create', '--user', '1', '--name', 'x', '--rate-limit', '0'],
    ],
    [
      '--hide has prices, which is no group that can be hidden; these are payments and contacts',
      ['create', '--user', '1', '--name', 'x', '--hide', 'payments,prices'],
    ],
    ['--providers has 0, which is no id', ['create', '--user', '1', '--name', 'x', '--providers', '3,0']],
    ['--locations has , which is no id', ['create', '--user', '1', '--name', 'x', '--locations', '1,']],
    ...[
      'https://salon.example/',
      'HTTPS://salon.example',
      'null',
      '*',
      'salon.example',
      'ftp://salon.example',
      'https://*.salon.example',
      'https://Salon.example',
      'https://salon.example:443',
      'https://user@salon.example',
      'https://café.example',
    ].map((origin): [string, string[]] => [
      `--origins has ${origin}, which is no origin such as https://salon.example`,
      ['create', '--user', '1', '--name', 'x', '--scopes', 'availability:read', '--origins', origin],
    ]),
    [
      `--scopes must be given with origins, out of ${SCOPES_OF_BROWSERS}`,
      ['create', '--user', '1', '--name', 'x', '--origins', 'https://salon.example'],
    ],
    [
      `--scopes has appointments:read, which no page can have; with origins they are out of ${SCOPES_OF_BROWSERS}`,
      [
        ...['create', '--user', '1', '--name', 'x', '--origins', 'https://salon.example'],
        ...['--scopes', 'availability:read,appointments:read'],
      ],
    ],
  ])('fails with one line and writes nothing: %s', async (fault, args) => {
    const before = await countKeys();
    expect(await cli('api:key', ...args)).toEqual({ code: 1, stdout: '', stderr: `error: ${fault}\n` });
    expect(await countKeys()).toBe(before);
  });

  it('list shows the keys of a deactivated user as revoked', async () => {
    await service.query(`insert into users (id, name, roles, created_at, updated_at)
      values (800, 'Leaver', '{staff}', now(), now())`);
    const { id, key } = await service.keyOf(800);
    await cli('user', 'deactivate', '--id', '800');
    expect(await statusWith(key)).toBe(401);
    expect(await list('--user', '800')).toEqual([expect.objectContaining({ id, status: 'revoked' })]);
  });

  it('create refuses a deactivated user', async () => {
    await service.query(`insert into users (id, name, roles, active, created_at, updated_at)
      values (900, 'Ex', '{staff}', false, now(), now())`);
    const before = await countKeys();
    const refused = await cli('api:key', 'create', '--user', '900', '--name', 'x', '--json');
    expect(refused).toEqual({ code: 1, stdout: '', stderr: 'error: User 900 is not active\n' });
    expect(await countKeys()).toBe(before);
  });
});
