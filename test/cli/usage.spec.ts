import { build, type Ended, runCli } from './run-cli';

/** Nothing listens at this address: a command that opens the database fails with another error than these tests expect. */
const NO_DATABASE = { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nothing' };

const COMMANDS = [
  ['api:key create --user <userId> --name <label>', 'Create a key for a user and print it, only this once'],
  ['api:key list', 'List the keys, without their secrets'],
  ['api:key revoke --id <id>', 'Revoke a key for good; it stops working at once'],
  [
    'user create --name <name> --email <address> --roles <roles>',
    'Create a user; with the role provider, also a provider',
  ],
  ['user list', 'List the users'],
  ['user deactivate --id <userId>', 'Deactivate a user; all keys of the user stop working'],
  ['demo', 'Fill an empty database with a small example business'],
  ['doctor', 'Check everything that the service needs; exit code 1 if something does not work'],
  ['backup --to <folder>', 'Copy the embedded database and the stored files, also while the service runs'],
  ['restore --from <folder>', 'Put a backup into an empty DATA_DIR, before the service starts'],
] as const;

const PERSON = ['user', 'create', '--name', 'Ana', '--email', 'ana@example.com', '--roles', 'staff'];
const KEY = ['api:key', 'create', '--user', '1', '--name', 'First key'];

jest.setTimeout(60_000);

describe('the command line', () => {
  beforeAll(build, 180_000);

  const cli = (...args: string[]): Promise<Ended> => runCli(NO_DATABASE, ...args);

  it.each([['--help'], ['-h'], []])(
    'lists every command with its required options and its description: %s',
    async (...args) => {
      const { code, stdout, stderr } = await cli(...args);
      expect(code).toBe(0);
      expect(stderr).toBe('');
      for (const [usage, description] of COMMANDS) {
        expect(stdout).toMatch(new RegExp(`^ +${usage} {2,}${description}$`, 'm'));
      }
    },
  );

  it('shows the sub-commands of a group and the options of a command', async () => {
    const [group, command] = await Promise.all([cli('api:key'), cli('api:key', 'create', '--help')]);
    expect(group).toMatchObject({ code: 0, stdout: expect.stringContaining('api:key revoke --id <id>') });
    expect(group.stdout).not.toContain('user create');
    expect(command).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/--expires <when> +end of a date/),
    });
  });

  /** Runs each call and expects its fault as the only line. */
  async function expectRefused(calls: readonly [fault: string, args: string[]][]): Promise<void> {
    const ended = await Promise.all(calls.map(([, args]) => cli(...args)));
    const refused = calls.map(([fault]) => ({ code: 1, stdout: '', stderr: `error: ${fault}\n` }));
    expect(ended).toEqual(refused);
  }

  it('refuses unknown commands, options and arguments in one line', async () => {
    await expectRefused([
      ["unknown command 'keys'", ['keys']],
      ["unknown command 'make'", ['api:key', 'make']],
      ["unknown option '--colour'", ['--colour']],
      ["unknown option '--colour'", [...KEY, '--colour']],
      ["too many arguments for 'list'. Expected 0 arguments but got 1.", ['user', 'list', 'all']],
    ]);
  });

  it('names a missing option or value in one line', async () => {
    await expectRefused([
      ["required option '--user <userId>' not specified", ['api:key', 'create', '--name', 'First key']],
      ["required option '--name <label>' not specified", ['api:key', 'create', '--user', '1']],
      ["required option '--id <id>' not specified", ['api:key', 'revoke']],
      ["option '--name <label>' argument missing", ['api:key', 'create', '--user', '1', '--name']],
      ['--name needs a value', ['api:key', 'create', '--user', '1', '--name', '--json']],
    ]);
  });

  it('refuses wrong values by the rules of the API, in one line', async () => {
    await expectRefused([
      ['--name must not be blank', [...KEY, '--name', ' ']],
      ['--name must be at most 200 characters long', [...PERSON, '--name', 'é'.repeat(201)]],
      ['--user must be the id of an existing one, a positive integer', [...KEY, '--user', '1e3']],
      ['--email must be an e-mail address', [...PERSON, '--email', 'ana@']],
      ['--roles must be a comma-separated list of admin, provider, staff', [...PERSON, '--roles', 'admin,']],
      [
        '--expires must be a date as YYYY-MM-DD, or a number of days such as 90d',
        [...KEY, '--expires', '3w'],
      ],
    ]);
  });

  it('reports an unreachable database in one line', async () => {
    expect(await cli(...KEY)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: The database is away: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });

  it('reports all faults of the configuration in one line', async () => {
    expect(await runCli({ ...NO_DATABASE, PORT: 'http', RATE_LIMIT: '0' }, ...KEY)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: PORT must be a whole number from 0 to 65535; RATE_LIMIT must be a whole number from 1 to 1000000000\n',
    });
  });
});
