import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { CommandHost } from './command-host';
import { type Ended, run, runAtTerminal, runCli } from './run-cli';

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
  ['user change --id <userId>', 'Change the name, the e-mail address or the roles of a user'],
  ['user deactivate --id <userId>', 'Deactivate a user; all keys of the user end for good'],
  ['user activate --id <userId>', 'Activate a deactivated user, who needs new keys'],
  [
    'customer export --id <customerId>',
    'Print everything that is kept about a customer, or write it to a file',
  ],
  [
    'customer erase --id <customerId>',
    'Erase a customer for good; the anonymous appointments stay. Can be repeated',
  ],
  [
    'zones review',
    'List, or move, the appointments to come that changed zone rules have taken from their wall clock',
  ],
  ['messages preview --event <event>', 'Print a message with example data, as customers would get it'],
  [
    'import csv',
    'Take over customers, services, appointments or shifts from a file of comma-separated values',
  ],
  [
    'import ics --provider <providerId> --file <file>',
    'Make time off, or appointments, of a calendar file of a provider',
  ],
  [
    'import system --from <folder>',
    'Take over what another system knows, from a folder that an importer has written',
  ],
  ['import folder --from <folder>', 'Bring what an export has written into an empty instance, with its ids'],
  [
    'import easy-appointments --url <address>',
    'Take over what a running Easy!Appointments knows, over its REST API',
  ],
  [
    'export --to <folder>',
    'Write everything that the business has entered to files: JSON lines, CSV and a calendar',
  ],
  ['demo', 'Add a small example business, or remove it again'],
  ['doctor', 'Check everything that the service needs; exit code 1 if something does not work'],
  ['backup --to <folder>', 'Copy the embedded database and the stored files, also while the service runs'],
  ['restore --from <folder>', 'Put a backup into an empty DATA_DIR, before the service starts'],
] as const;

const PERSON = ['user', 'create', '--name', 'Ana', '--email', 'ana@example.com', '--roles', 'staff'];
interface Package {
  readonly scripts: { readonly cli: string };
}

const KEY = ['api:key', 'create', '--user', '1', '--name', 'First key'];

jest.setTimeout(60_000);

describe('the command line', () => {
  let commands: CommandHost;

  beforeAll(async () => {
    commands = await CommandHost.start();
  }, 180_000);

  afterAll(() => commands.stop());

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
    const ended = await Promise.all(calls.map(([, args]) => commands.run(NO_DATABASE, ...args)));
    const refused = calls.map(([fault]) => ({ code: 1, stdout: '', stderr: `error: ${fault}\n` }));
    expect(ended).toEqual(refused);
  }

  it('refuses unknown commands, options and arguments in one line', async () => {
    await expectRefused([
      ["unknown command 'keys'", ['keys']],
      ["unknown command 'make'", ['api:key', 'make']],
      ["unknown command 'make'", ['user', 'make', '--id', '1']],
      ["unknown command 'make�'", ['make\u009b']],
      ["unknown option '--id'", ['user', '--id', '1']],
      ["unknown option '--colour'", ['--colour']],
      ["unknown option '--purge'", ['demo', '--purge']],
      ["too many arguments for 'demo'. Expected 0 arguments but got 1.", ['demo', '--remove', 'all']],
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
      ['user change needs --name, --email or --roles', ['user', 'change', '--id', '1']],
      ["option '--name <label>' argument missing", ['api:key', 'create', '--user', '1', '--name', '--json']],
      ['--name needs a value', ['api:key', 'create', '--user', '1', '--name', '--expires']],
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

  it('prints the version of package.json', async () => {
    expect(await cli('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('ends quietly when the reader of its output has ended, as head does', async () => {
    const script = `set -o pipefail; "$0" bin/cli.mjs --help | true`;
    const checkout = join(__dirname, '../..');
    expect(await run('bash', ['-c', script, process.execPath], {}, checkout)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  describe('with --env-file', () => {
    let folder: string;
    let file: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'scheduling-cli-'));
      file = join(folder, 'scheduling.env');
      await writeFile(file, '# Settings\nDATABASE_URL="postgres://ana:s3cret@127.0.0.1:2/nothing"\n');
    });

    afterAll(() => rm(folder, { recursive: true }));

    const refusedAt = (port: number) => ({
      code: 1,
      stdout: '',
      stderr: `error: The database is away: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    });

    it('a command reads its settings from that file, wherever the option stands', async () => {
      expect(await runCli({}, 'user', 'list', '--env-file', file)).toEqual(refusedAt(2));
      expect(await runCli({}, '--env-file', file, 'user', 'list')).toEqual(refusedAt(2));
    });

    it('the environment overrides the file', async () => {
      expect(await cli('user', 'list', '--env-file', file)).toEqual(refusedAt(1));
    });

    it.each<[where: string, args: (absent: string) => string[]]>([
      ['before a command', (absent) => ['--env-file', absent, 'user', 'list']],
      ['after a command', (absent) => ['doctor', '--env-file', absent]],
      ['with an equals sign', (absent) => ['user', 'list', `--env-file=${absent}`]],
    ])('a file that does not exist is one line that names it, and exit code 1: %s', async (_where, args) => {
      expect(await cli(...args(join(folder, 'absent.env')))).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^error: The file of settings cannot be read: ENOENT.*absent\.env.*\n$/,
        ),
      });
    });

    it.each<[what: string, args: (folder: string) => string[], fault: (folder: string) => string]>([
      ['an empty value', () => ['user', 'list', '--env-file='], () => '--env-file needs a value'],
      ['an empty value before a command', () => ['--env-file=', 'doctor'], () => '--env-file needs a value'],
      ['a blank value', () => ['user', 'list', '--env-file', ' '], () => '--env-file needs a value'],
      [
        'a folder',
        (at) => ['user', 'list', '--env-file', at],
        (at) => `The file of settings cannot be read: ${at} is a folder`,
      ],
      [
        'a folder with a slash, before a command',
        (at) => [`--env-file=${at}/`, 'doctor'],
        (at) => `The file of settings cannot be read: ${at} is a folder`,
      ],
    ])('%s is one line that says so, and exit code 1', async (_what, args, fault) => {
      expect(await cli(...args(folder))).toEqual({
        code: 1,
        stdout: '',
        stderr: `error: ${fault(folder)}\n`,
      });
    });

    it('with a value that is not UTF-8 is one line that names the setting, and comments may be in any encoding', async () => {
      const file = join(folder, 'latin.env');
      await writeFile(file, Buffer.from('# B\xfcro\nBUSINESS_NAME=B\xfcro\n', 'latin1'));
      const stderr = `error: BUSINESS_NAME in ${file} has bytes that are not UTF-8\n`;
      expect(await cli('--env-file', file, 'doctor')).toEqual({ code: 1, stdout: '', stderr });
      await writeFile(file, Buffer.from('# B\xfcro\nBUSINESS_NAME=Buero\n', 'latin1'));
      expect((await cli('--env-file', file, 'doctor')).stderr).not.toContain('UTF-8');
    });

    it('npm run cli and the script of a deployment keep Node from reading the file itself', async () => {
      const checkout = join(__dirname, '../..');
      const script = (JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as Package).scripts
        .cli;
      expect(script).toBe('exec node -- bin/cli.mjs');
      expect(await readFile(join(checkout, 'deploy/scheduling'), 'utf8')).toContain(
        'node -- dist/src/cli.js "$@"',
      );
    });
  });

  it('reports an unreachable database in one line', async () => {
    expect(await cli(...KEY)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: The database is away: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });

  it('tells a person at a terminal that it waits for a database, which does not answer here', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const environment = { DATABASE_URL: `postgres://someone@127.0.0.1:${port}/nothing` };
    const { code, stdout } = await runAtTerminal('', environment, 'user', 'list');
    expect({ code, lines: stdout.split('\r\n') }).toEqual({
      code: 1,
      lines: ['Waiting for the database…', expect.stringMatching(/^error: The database is away: /), ''],
    });
    silent.close();
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
