import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

const ROWS = 3_000;

describe('An import', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService();
    files = await ImportFiles.create(host, service);
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  const count = async (table: string) => {
    const [{ count: rows } = { count: 0 }] = await service.query<{ count: number }>(
      `select count(*)::int as count from ${table}`,
    );
    return rows;
  };

  it('goes on when it runs again after it was killed, and leaves no row half written', async () => {
    const rows = Array.from({ length: ROWS }, (_, i) => `K${i},Kim ${i},k${i}@example.com\n`);
    const path = await files.write('many.csv', `id,name,email\n${rows.join('')}`);
    const cli = join(__dirname, '../../../bin/cli.mjs');
    const env = { PATH: process.env['PATH'] ?? '', ...files.environment };
    const child = spawn(process.execPath, [cli, 'import', 'csv', '--customers', path], {
      cwd: tmpdir(),
      env,
    });
    const ended = once(child, 'exit');
    while ((await count('customers')) === 0 && child.exitCode === null) await wait(5);
    child.kill('SIGKILL');
    await ended;
    const before = await count('customers');
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(ROWS);
    expect(await count('import_sources')).toBe(2 * before);
    const { code, stdout } = await files.run('csv', '--customers', path, '--json');
    expect({ code, counts: JSON.parse(stdout) as object }).toEqual({
      code: 0,
      counts: counts(ROWS - before, before, 0),
    });
    expect(await count('customers')).toBe(ROWS);
  });

  it('takes what two commands import at once only once', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => `T${i},Tom ${i}\n`);
    const path = await files.write('twice.csv', `id,name\n${rows.join('')}`);
    const second = await CommandHost.start();
    const args = ['import', 'csv', '--customers', path, '--json'];
    const ends = await Promise.all([files.run(...args.slice(1)), second.run(files.environment, ...args)]);
    await second.stop();
    const taken = ends.map(({ stdout }) => (JSON.parse(stdout) as { taken: number }).taken);
    expect(taken.reduce((sum, each) => sum + each, 0)).toBe(600);
    expect(await count(`customers where first_name = 'Tom'`)).toBe(600);
  });

  it('takes the templates of the guide as they are', async () => {
    expect(await aProvider(service.admin)).toBe(2);
    await aService(service.admin);
    for (const kind of ['customers', 'services', 'appointments', 'shifts']) {
      const path = join(__dirname, `../../../docs/guide/moving-in/${kind}.csv`);
      const { code, stdout, stderr } = await files.run(
        'csv',
        `--${kind}`,
        path,
        '--json',
        '--source',
        'templates',
      );
      expect({ code, stdout: JSON.parse(stdout) as object, stderr }).toEqual({
        code: 0,
        stdout: counts(1, 0, 0),
        stderr: `${path}: utf-8, columns separated by commas.\n`,
      });
    }
  });
});
