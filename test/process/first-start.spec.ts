import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, run } from '../cli/run-cli';
import { ApiClient } from '../support/api-client';
import { ServiceProcess } from './service-process';

const CHECKOUT = join(__dirname, '../..');
/** Runs the service at a terminal. */
const TERMINAL = ['sh', '-c', 'exec script --quiet --return --command "$0 $*" /dev/null'];

describe('A first start of the service', () => {
  let folder: string;
  let environment: Readonly<Record<string, string>>;

  beforeAll(build);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'first-start-'));
    environment = { DATA_DIR: join(folder, 'data') };
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('says at a terminal what it does, and then what to do next', async () => {
    const service = ServiceProcess.start(environment, { through: TERMINAL });
    await service.hasWritten('Ctrl-C');
    const url = await service.url();
    const { written } = await service.kill('SIGTERM');
    const lines = written.split(/\s*\n\s*/).filter((line) => line !== '');
    expect(lines.slice(0, 5)).toEqual([
      'Starting the embedded PostgreSQL…',
      `Creating the database in ${folder}/data/postgres, which can take a minute…`,
      'Loading the service…',
      'Migrating the database, which can take a minute…',
      'Scheduling service',
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        `Docs       ${url}/docs`,
        expect.stringMatching(/^Zone {7}UTC \(set BUSINESS_TIMEZONE /),
        'Make a key    npm run --silent cli -- api:key create --user 1 --name "First key"',
      ]),
    );
  });

  it('prints a command that makes a key of the running service, and the address of its documentation', async () => {
    const service = ServiceProcess.start(environment);
    const url = await service.url();
    await service.hasWritten('Ctrl-C');
    const command = /Make a key +(.*)/.exec(service.output)?.[1] ?? '';
    const docs = /Docs +(.*)/.exec(service.output)?.[1] ?? '';
    const { stdout } = await run('sh', ['-c', command], environment, CHECKOUT);
    expect((await new ApiClient(url, stdout.trim()).get('/services')).status).toBe(200);
    expect((await fetch(docs)).status).toBe(200);
    expect(await readFile(join(CHECKOUT, 'README.md'), 'utf8')).toContain(`KEY=$(${command})`);
    await service.kill('SIGTERM');
  });
});
