import { Client } from 'pg';
import { startTestService, type TestService } from '../support/test-service';
import { CommandHost } from './command-host';
import { type Ended, runCli } from './run-cli';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

jest.setTimeout(60_000);

describe('The command user:', () => {
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
    commands.run({ DATABASE_URL: service.databaseUrl }, 'user', ...args);
  const create = (name: string, email: string, roles: string): Promise<Ended> =>
    cli('create', '--name', name, '--email', email, '--roles', roles, '--json');
  const usersIn = () => service.query<{ email: string | null }>('select * from users order by id');

  it('create stores the normalised name and e-mail address', async () => {
    const { code, stdout, stderr } = await create(
      ' Zoe\u0308 Quist ',
      ' Zoe@Example.com ',
      'staff,admin,staff',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const user = JSON.parse(stdout);
    expect(user).toEqual({
      id: expect.any(Number),
      name: 'Zoë Quist',
      email: 'Zoe@Example.com',
      subject: null,
      roles: ['staff', 'admin'],
      active: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect((await service.admin.get(`/providers/${user.id}`)).status).toBe(404);
  });

  it('create reports the new user in one line', async () => {
    const args = ['create', '--name', 'Mia', '--email', 'mia@example.com', '--roles', 'staff'];
    const { stdout, stderr } = await cli(...args);
    expect(stdout).toMatch(/^User \d+ \(Mia\) is created\.\n$/);
    expect(stderr).toBe('');
  });

  it('create with the role provider also creates a provider, under the same id', async () => {
    const { stdout } = await create('Ana Silva', 'ana@example.com', 'provider,admin');
    const { id, roles } = JSON.parse(stdout);
    expect(roles).toEqual(['provider', 'admin']);
    const { body } = await service.admin.get(`/providers/${id}`);
    expect(body.data).toMatchObject({
      id,
      name: 'Ana Silva',
      email: 'ana@example.com',
      slug: 'ana-silva',
      active: true,
    });
  });

  it.each(['staff', 'provider'])(
    'create refuses the e-mail address of another user, also in another case, for the role %s',
    async (role) => {
      await service.as('staff');
      const before = await usersIn();
      const refused = await create('Second', before.at(-1)?.email?.toUpperCase() ?? '', role);
      expect(refused).toEqual({
        code: 1,
        stdout: '',
        stderr: 'error: --email belongs to another user already\n',
      });
      expect(await usersIn()).toEqual(before);
    },
  );

  it('list shows all users, as a table and as JSON', async () => {
    await service.as('admin', 'staff');
    const { email } = (await usersIn()).at(-1) ?? {};
    const [{ stdout }, json] = await Promise.all([cli('list'), cli('list', '--json')]);
    expect(stdout).toMatch(/^ID +NAME +E-MAIL +ROLES +ACTIVE +CREATED\n1 +Administrator +admin +yes /);
    expect(stdout).toMatch(new RegExp(`^\\d+ +Test user +${email} +admin,staff +yes +\\S+$`, 'm'));
    expect(JSON.parse(json.stdout)).toHaveLength((await usersIn()).length);
    expect(JSON.parse(json.stdout)).toContainEqual(
      expect.objectContaining({ email, roles: ['admin', 'staff'] }),
    );
  });

  it('deactivate makes all keys of a user invalid, and may be repeated', async () => {
    const staff = await service.as('staff');
    const [row] = await service.query<{ id: number }>('select max(user_id) as id from api_keys');
    const id = String(row?.id);
    expect((await staff.get('/services')).status).toBe(200);
    const ended = await cli('deactivate', '--id', id);
    expect(ended).toEqual({ code: 0, stdout: `User ${id} (Test user) is deactivated.\n`, stderr: '' });
    expect((await staff.get('/services')).status).toBe(401);
    expect(JSON.parse((await cli('deactivate', '--id', id, '--json')).stdout)).toMatchObject({
      active: false,
    });
  });

  it('deactivate refuses an unknown user', async () => {
    expect(await cli('deactivate', '--id', '9999')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: No such user: 9999\n',
    });
  });

  const idOf = async (name: string, email: string, roles: string) =>
    String((JSON.parse((await create(name, email, roles)).stdout) as { id: number }).id);
  const refused = (fault: string) => ({ code: 1, stdout: '', stderr: `error: ${fault}\n` });

  it('activate does not bring back the keys that the user had', async () => {
    const staff = await service.as('staff');
    const [row] = await service.query<{ id: number }>('select max(user_id) as id from api_keys');
    const id = String(row?.id);
    await cli('deactivate', '--id', id);
    expect(await cli('activate', '--id', id)).toEqual({
      code: 0,
      stdout: `User ${id} (Test user) is active.\n`,
      stderr: '',
    });
    expect((await staff.get('/services')).status).toBe(401);
    expect((await service.withKey((await service.keyOf(Number(id))).key).get('/services')).status).toBe(200);
  });

  it('change sets only the given members', async () => {
    const id = await idOf('Eva', 'eva@example.com', 'staff');
    const changed = await cli('change', '--id', id, '--name', ' Eva Novak ', '--json');
    expect(JSON.parse(changed.stdout)).toMatchObject({
      name: 'Eva Novak',
      email: 'eva@example.com',
      roles: ['staff'],
      active: true,
    });
    expect(await cli('change', '--id', id, '--email', 'novak@example.com', '--roles', 'admin,staff')).toEqual(
      {
        code: 0,
        stdout: `User ${id} (Eva Novak) is changed.\n`,
        stderr: '',
      },
    );
    const [user] = await service.query('select name, email, roles from users where id = $1', [id]);
    expect(user).toEqual({ name: 'Eva Novak', email: 'novak@example.com', roles: ['admin', 'staff'] });
  });

  it('change refuses the address of another user, and an unknown user', async () => {
    const id = await idOf('Una', 'una@example.com', 'staff');
    await create('Uwe', 'uwe@example.com', 'staff');
    expect(await cli('change', '--id', id, '--email', 'UWE@example.com')).toEqual(
      refused('--email belongs to another user already'),
    );
    expect(await cli('change', '--id', '9999', '--name', 'x')).toEqual(refused('No such user: 9999'));
  });

  it('change with the role provider creates a provider, and change without it is refused', async () => {
    const id = await idOf('Pia Lang', 'pia@example.com', 'staff');
    expect((await service.admin.get(`/providers/${id}`)).status).toBe(404);
    expect((await cli('change', '--id', id, '--roles', 'staff,provider')).code).toBe(0);
    const { body } = await service.admin.get(`/providers/${id}`);
    expect(body.data).toMatchObject({ name: 'Pia Lang', slug: 'pia-lang', active: true });
    expect(await cli('change', '--id', id, '--roles', 'staff')).toEqual(
      refused(`User ${id} is a provider and keeps that role; user deactivate ends the work of a provider`),
    );
  });

  it('deactivate and change refuse to remove the last active administrator', async () => {
    await service.query(`update users set active = false where 'admin' = any(roles) and id <> 1`);
    const fault = refused('User 1 is the last active user with the role admin');
    expect(await cli('deactivate', '--id', '1')).toEqual(fault);
    expect(await cli('change', '--id', '1', '--roles', 'staff')).toEqual(fault);
    expect((await service.admin.get('/services')).status).toBe(200);
    expect((await cli('change', '--id', '1', '--name', 'Administrator')).code).toBe(0);
  });

  it('deactivate keeps one active administrator when the last two are deactivated at the same time', async () => {
    await service.query(`update users set active = false where 'admin' = any(roles) and id <> 1`);
    const id = await idOf('Second', 'second@example.com', 'admin');
    const rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin');
    await rival.query('select from users for update');
    const deactivate = (of: string) =>
      runCli({ DATABASE_URL: service.databaseUrl }, 'user', 'deactivate', '--id', of);
    const both = Promise.all([deactivate('1'), deactivate(id)]);
    while ((await service.query(WAITING)).length < 2);
    await rival.query('commit');
    await rival.end();
    const ended = await both;
    await service.query('update users set active = true where id = 1');
    expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  });

  it('no subcommand prints control or direction characters of a name to the terminal', async () => {
    const name = 'Ana\u202egnp\u009b31m';
    const id = await idOf(name, 'terminal@example.com', 'staff');
    const outputs = await Promise.all([
      cli('list'),
      cli('list', '--json'),
      cli('change', '--id', id, '--name', name),
      cli('deactivate', '--id', id),
    ]);
    const shown = outputs.map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(shown).toContain('Ana\ufffdgnp\ufffd31m');
    expect(shown).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/);
    expect(JSON.parse(outputs[1].stdout)).toContainEqual(expect.objectContaining({ name }));
  });
});
