import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { CommandHost } from './command-host';
import { runAtTerminal } from './run-cli';
import { startTestService, type TestService } from '../support/test-service';

jest.setTimeout(60_000);

describe('The command customer:', () => {
  let service: TestService;
  let commands: CommandHost;
  let folder: string;
  let id: string;

  beforeAll(async () => {
    commands = await CommandHost.start();
    service = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-export-'));
    id = String((await service.admin.post('/customers', { name: 'Mia \u202eKeller' })).body.data.id);
  }, 180_000);

  afterAll(async () => {
    await commands.stop();
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const cli = (...args: string[]) =>
    commands.run({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder }, 'customer', ...args);

  it('export prints one JSON document, without characters that a terminal obeys', async () => {
    const { code, stdout, stderr } = await cli('export', '--id', id);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('\u202e');
    const { data } = (await service.admin.get(`/customers/${id}/export`)).body;
    expect(JSON.parse(stdout)).toEqual({ ...data, exportedAt: expect.any(String) });
  });

  it('export writes a file that only its owner may read, and overwrites none', async () => {
    const file = join(folder, 'mia.json');
    expect(await cli('export', '--id', id, '--to', file)).toEqual({
      code: 0,
      stdout: `The export of customer ${id} is in ${file}.\n`,
      stderr: '',
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('customer.lastName', '\u202eKeller');
    const { code, stderr } = await cli('export', '--id', id, '--to', file);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: EEXIST/);
  });

  it('export writes an archive with --format zip', async () => {
    const file = join(folder, 'mia.zip');
    await cli('export', '--id', id, '--format', 'zip', '--to', file);
    expect(Object.keys(unzipSync(await readFile(file)))).toEqual(['export.json', 'appointments.ics']);
  });

  it('export refuses another format, an archive for the terminal, and an unknown customer', async () => {
    const failures = [
      await cli('export', '--id', id, '--format', 'pdf'),
      await cli('export', '--id', id, '--format', 'zip'),
      await cli('export', '--id', '2147483647', '--to', join(folder, 'none.json')),
    ];
    expect(failures).toEqual([
      { code: 1, stdout: '', stderr: 'error: --format must be one of json, zip\n' },
      { code: 1, stdout: '', stderr: 'error: --format zip needs --to\n' },
      { code: 1, stdout: '', stderr: 'error: No such customer\n' },
    ]);
    expect(await readdir(folder)).not.toContain('none.json');
  });

  describe('erase at a terminal', () => {
    const erase = (typed: string, ...args: string[]) =>
      runAtTerminal(typed, { DATABASE_URL: service.databaseUrl }, 'customer', 'erase', ...args);
    const add = async (): Promise<string> =>
      String((await service.admin.post('/customers', { name: 'Tom \u202eBerg' })).body.data.id);
    const nameOf = async (customer: string) =>
      (await service.admin.get(`/customers/${customer}`)).body.data.firstName as string;

    it.each([
      ['no', 'n\r'],
      ['nothing', '\r'],
      ['another word', 'yesterday\r'],
      ['Ctrl-D', '\u0004'],
    ])('erases nothing when the answer is %s', async (_answer, typed) => {
      const customer = await add();
      const { code, stdout } = await erase(typed, '--id', customer);
      expect(stdout).toContain(`Erase customer ${customer}, Tom �Berg, for good? [y/N] `);
      expect(stdout).toContain(`error: customer ${customer} is not erased`);
      expect([code, await nameOf(customer)]).toEqual([1, 'Tom']);
    });

    it.each(['y\r', 'YES\r'])('erases when the answer is %j', async (typed) => {
      const customer = await add();
      expect((await erase(typed, '--id', customer)).code).toBe(0);
      expect(await nameOf(customer)).toBe('Erased');
    });

    it('asks nothing with --yes, and nothing about an unknown customer', async () => {
      const customer = await add();
      const erased = await erase('', '--id', customer, '--yes');
      expect([erased.code, erased.stdout]).toEqual([0, expect.not.stringContaining('?')]);
      expect(await nameOf(customer)).toBe('Erased');
      const unknown = await erase('y\r', '--id', '2147483647');
      expect([unknown.code, unknown.stdout.trim()]).toEqual([
        1,
        expect.stringContaining('error: No such customer'),
      ]);
      expect(unknown.stdout).not.toContain('?');
    });
  });

  it('erase erases without asking a script, and can be repeated', async () => {
    const first = await cli('erase', '--id', id, '--json');
    expect(first.code).toBe(0);
    const { body } = await service.admin.get(`/customers/${id}`);
    expect(body.data.firstName).toBe('Erased');
    const { erasedAt } = JSON.parse(first.stdout) as { erasedAt: string };
    expect(await cli('erase', '--id', id)).toEqual({
      code: 0,
      stdout: `Customer ${id} is erased since ${erasedAt}.\n`,
      stderr: '',
    });
    const { body: trail } = await service.admin.get(
      `/audit?resource=customers&resourceId=${id}&sort=id:desc`,
    );
    expect(trail.data[0]).toMatchObject({ via: 'command line', userId: null });
    expect((await cli('erase', '--id', '2147483647')).stderr).toBe('error: No such customer\n');
  });
});
