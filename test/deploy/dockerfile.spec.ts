import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createEmptyDatabase, type EmptyDatabase } from '../support/database/empty-database';
import { run } from '../cli/run-cli';
import { buildContext, ROOT, stages, textOf, wordsOf } from './files';

jest.setTimeout(180_000);

interface BuildSettings {
  readonly compilerOptions: object;
}

describe('The Dockerfile', () => {
  const [building = [], final = []] = stages();

  it('has two stages from an image with a pinned version', () => {
    expect(stages()).toHaveLength(2);
    for (const [[image = '']] of stages().map((stage) => wordsOf(stage, 'FROM') as [string[]])) {
      expect(image).toMatch(/^node:\d+-bookworm-slim$/);
    }
  });

  it('copies exactly the files of the build context', () => {
    const sources = wordsOf(building, 'COPY').flatMap((words) => words.slice(0, -1));
    expect(sources.toSorted()).toEqual(buildContext().toSorted());
  });

  it('copies files into the final stage only from the first one', () => {
    for (const [from] of wordsOf(final, 'COPY')) expect(from).toBe('--from=build');
  });

  it('does not run as root', () => {
    expect(wordsOf(final, 'USER')).toEqual([['node']]);
    expect(final.findIndex(({ name }) => name === 'USER')).toBeLessThan(
      final.findIndex(({ name }) => name === 'CMD'),
    );
  });

  it('labels the image with its name, licence, version and commit', () => {
    const [labels = ''] = wordsOf(final, 'LABEL').map((words) => words.join(' '));
    const named = [...labels.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)];
    const given = Object.fromEntries(named.map(([, name = '', value]) => [name, value]));
    const { name, description, license } = JSON.parse(textOf('package.json')) as Record<string, string>;
    expect(given).toEqual({
      title: name,
      description,
      licenses: license,
      version: '$VERSION',
      revision: '$REVISION',
    });
  });

  it('takes each argument that docker-bake.hcl passes', () => {
    const passed = [...textOf('docker-bake.hcl').matchAll(/^ {4}([A-Z_]+) += /gm)].map(([, name]) => name);
    const taken = stages().flatMap((stage) => wordsOf(stage, 'ARG').map(([word]) => word?.split('=')[0]));
    expect(passed.toSorted()).toEqual(taken.toSorted());
    expect(textOf('docker-bake.hcl')).toContain('platforms = ["linux/amd64", "linux/arm64"]');
  });
});

/**
 * Runs the steps of the Dockerfile without Docker, with the packages that are installed on this machine. The compiler does not
 * check the types again: a source that the image lacks still ends the service at its start.
 */
describe('The image of the Dockerfile', () => {
  const [building = [], final = []] = stages();
  let folder: string;
  let image: string;
  let database: EmptyDatabase;
  let service: ChildProcess | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-image-'));
    const stage = join(folder, 'build');
    image = join(folder, 'image');
    await mkdir(stage);
    for (const [...words] of wordsOf(building, 'COPY')) {
      const target = words.pop() ?? '';
      for (const source of words) {
        await cp(join(ROOT, source), join(stage, target === './' ? source : target), { recursive: true });
      }
    }
    await symlink(join(ROOT, 'node_modules'), join(stage, 'node_modules'));
    const settings = join(stage, 'tsconfig.build.json');
    const { compilerOptions, ...rest } = JSON.parse(await readFile(settings, 'utf8')) as BuildSettings;
    await writeFile(
      settings,
      JSON.stringify({ ...rest, compilerOptions: { ...compilerOptions, noCheck: true } }),
    );
    const built = await run('npm', ['run', 'build'], { HOME: folder }, stage);
    if (built.code !== 0) throw new Error(built.stderr);
    for (const [, source = '', target = ''] of wordsOf(final, 'COPY')) {
      const name = source.replace('/app/', '');
      await cp(join(stage, name), join(image, target === './' ? name : target), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    database = await createEmptyDatabase();
  });

  afterAll(async () => {
    service?.kill('SIGKILL');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts the command of the image. Returns the port of the service. */
  const start = (databaseUrl: string) => {
    const [command = ''] = wordsOf(final, 'CMD').map((words) => words.join(' '));
    const [, ...args] = JSON.parse(command) as string[];
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };
    service = spawn(process.execPath, args, {
      cwd: image,
      env: { ...env, HOST: '127.0.0.1', PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return portOf(service);
  };

  const end = async (signal: NodeJS.Signals) => {
    if (service?.kill(signal) === true) await once(service, 'exit');
  };

  it('runs the service, and its health check succeeds', async () => {
    const port = await start(database.url);
    const [check = ''] = wordsOf(final, 'HEALTHCHECK').map((words) => words.join(' '));
    const probe = JSON.parse(/CMD (\[.*\])$/.exec(check)?.[1] ?? '') as string[];
    const probed = (at: string) => run(process.execPath, probe.slice(1), { PORT: at });
    expect(await probed(port)).toMatchObject({ code: 0 });
    expect(await probed('1')).toMatchObject({ code: 1 });
    await end('SIGKILL');
  });

  it('runs the service with a PostgreSQL of its own when the image keeps that and no database is named', async () => {
    const port = await start('');
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    await end('SIGTERM');
  });
});

async function portOf(child: ChildProcess): Promise<string> {
  let written = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written += text));
  for (;;) {
    const port = /API +http:\/\/[^/]+:(\d+)\//.exec(written)?.[1];
    if (port !== undefined) return port;
    if (child.exitCode !== null || child.stdout === null) throw new Error(`it ended: ${written}`);
    await Promise.race([once(child, 'exit'), once(child.stdout, 'data')]);
  }
}
