import type { KeyView } from '../../src/people/api-keys/commands/key-view';
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
      key: expect.stringMatching(/^xsk_/),
    });
    expect(await statusWith(created.key)).toBe(200);
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
  ])('fails with one line and writes nothing: %s', async (fault, args) => {
    const before = await countKeys();
    expect(await cli('api:key', ...args)).toEqual({ code: 1, stdout: '', stderr: `error: ${fault}\n` });
    expect(await countKeys()).toBe(before);
  });

  it('list marks the keys of a deactivated user', async () => {
    await service.query(`insert into users (id, name, roles, created_at, updated_at)
      values (800, 'Leaver', '{staff}', now(), now())`);
    const { id, key } = await service.keyOf(800);
    await cli('user', 'deactivate', '--id', '800');
    expect(await statusWith(key)).toBe(401);
    expect(await list('--user', '800')).toEqual([expect.objectContaining({ id, status: 'user-inactive' })]);
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
