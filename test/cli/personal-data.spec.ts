import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { CommandHost } from './command-host';
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

  it('erase erases, and can be repeated', async () => {
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
