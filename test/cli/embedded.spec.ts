import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { build, type Ended, runCli } from './run-cli';

const MAIN = join(__dirname, '../../dist/src/main.js');

jest.setTimeout(90_000);

describe('the command line with an embedded database', () => {
  let folder: string;
  let environment: Readonly<Record<string, string>>;
  let service: ChildProcess | undefined;

  beforeAll(async () => {
    await build();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-cli-'));
    environment = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' };
  }, 180_000);

  afterAll(async () => {
    service?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const createKey = (): Promise<Ended> =>
    runCli(environment, 'api:key', 'create', '--user', '1', '--name', 'First key');

  /** Starts the service as `npm start` does. @returns where it listens */
  async function start(): Promise<string> {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    service = child;
    let written = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      written += text as string;
      const url = /API +(http:\/\/\S+)\/api\/v1/.exec(written)?.[1];
      if (url !== undefined) return url;
    }
    throw new Error(`the service ended: ${written}`);
  }

  it('leaves no data behind when it is called wrongly', async () => {
    await runCli(environment, 'api:key', 'create', '--user', '1');
    await runCli(environment, '--help');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('makes keys before the service runs, and while it runs', async () => {
    const before = await createKey();
    expect(before).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^xsk_\w+\n$/),
      stderr: expect.stringMatching(
        /^Creating the database in .+\/data.*, which can take a minute…\nMigrating the database, which can take a minute…\n$/,
      ),
    });
    const url = await start();
    const meanwhile = await createKey();
    expect(meanwhile).toMatchObject({ code: 0, stdout: expect.stringMatching(/^xsk_\w+\n$/), stderr: '' });
    for (const { stdout } of [before, meanwhile]) {
      expect((await new ApiClient(url, stdout.trim()).get('/services')).status).toBe(200);
    }
  });

  it('leaves the running service its database', async () => {
    const ended = service && once(service, 'exit');
    await createKey();
    service?.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const { stdout } = await runCli(environment, 'api:key', 'list', '--json');
    expect(JSON.parse(stdout)).toHaveLength(3);
  });

  it('prints the address of the running service, not of the port in its own environment', async () => {
    const shown = async () =>
      JSON.parse((await runCli({ ...environment, PORT: '1' }, 'demo', '--json')).stdout) as object;
    const url = await start();
    expect(await shown()).toMatchObject({ isNew: true, url });
    const ended = service && once(service, 'exit');
    service?.kill('SIGTERM');
    await ended;
    expect(await shown()).toMatchObject({ isNew: false, url: null, requests: [] });
  });
});
