import { startTestService, type TestService } from '../support/test-service';
import { build, type Ended, runCli } from '../cli/run-cli';

jest.setTimeout(60_000);

describe('the command user', () => {
  let service: TestService;

  beforeAll(async () => {
    await build();
    service = await startTestService();
  }, 180_000);

  afterAll(() => service.stop());

  const cli = (...args: string[]): Promise<Ended> =>
    runCli({ DATABASE_URL: service.databaseUrl }, 'user', ...args);
  const create = (name: string, email: string, roles: string): Promise<Ended> =>
    cli('create', '--name', name, '--email', email, '--roles', roles, '--json');
  const usersIn = () => service.query<{ email: string | null }>('select * from users order by id');

  it('create stores name and address in their normalised form', async () => {
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
    'create refuses the address of another user, also in another case, for the role %s',
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
    expect(stdout).toMatch(new RegExp(`^\\d+ +Somebody +${email} +admin,staff +yes +\\S+$`, 'm'));
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
    expect(ended).toEqual({ code: 0, stdout: `User ${id} (Somebody) is deactivated.\n`, stderr: '' });
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
});
