import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, run } from './run-cli';

const ROOT = join(__dirname, '../..');

/** What is done, about how long it takes, how long it has taken so far, and that it is done. */
const PROGRESS = /^Building: .* which can take a minute…\n( {2}\d+ s\n)*Built after \d+ s\.\n$/;

jest.setTimeout(90_000);

const SETTINGS = {
  compilerOptions: {
    ...{ target: 'ES2023', lib: ['ES5'], module: 'node20', types: [], rootDir: '.', outDir: 'dist' },
    ...{ incremental: true, tsBuildInfoFile: 'dist/.tsbuildinfo', strict: true, skipLibCheck: true },
  },
  include: ['src', 'migrations'],
};

/** Runs the real builder on a small checkout, which each test changes further. */
describe('bin/build-if-needed.mjs', () => {
  let folder: string;
  let first: readonly Ended[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-build-'));
    await cp(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
    await cp(join(ROOT, 'nest-cli.json'), join(folder, 'nest-cli.json'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await Promise.all(['src', 'migrations'].map((name) => mkdir(join(folder, name))));
    await write('tsconfig.build.json', JSON.stringify(SETTINGS));
    await write('src/main.ts', `export const text: string = 'one';`);
    await write('migrations/1-first.ts', 'export const first = 1;');
    first = await Promise.all([build(), build()]);
  });

  afterAll(() => rm(folder, { recursive: true }));

  const write = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
  const build = (...args: string[]): Promise<Ended> =>
    run(process.execPath, [join(folder, 'bin/build-if-needed.mjs'), ...args], {}, folder);
  const built = async (): Promise<string> =>
    (await run(process.execPath, ['-p', `require('./dist/src/main.js').text`], {}, folder)).stdout.trim();

  it('builds a fresh checkout once, also when two processes start at the same time', async () => {
    expect(first.map(({ code, stdout }) => ({ code, stdout }))).toEqual([
      { code: 0, stdout: '' },
      { code: 0, stdout: '' },
    ]);
    expect(first.map(({ stderr }) => stderr).sort()).toEqual(['', expect.stringMatching(PROGRESS)]);
    expect(await built()).toBe('one');
    expect(existsSync(join(folder, 'dist/.building'))).toBe(false);
  });

  it('does nothing until a source changes', async () => {
    expect(await build()).toEqual({ code: 0, stdout: '', stderr: '' });
    await write('src/main.ts', `export const text: string = 'another';`);
    expect(await build()).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(PROGRESS) });
    expect(await built()).toBe('another');
  });

  it('removes the output of a deleted migration', async () => {
    await rm(join(folder, 'migrations/1-first.ts'));
    await write('migrations/2-second.ts', 'export const second = 2;');
    expect((await build()).code).toBe(0);
    expect(await readdir(join(folder, 'dist/migrations'))).toEqual(['2-second.js']);
  });

  it('builds again after files were deleted from dist', async () => {
    await rm(join(folder, 'dist/src'), { recursive: true });
    expect((await build()).code).toBe(0);
    expect(await built()).toBe('another');
  });

  it('prints compile errors on stderr, and recovers from a builder that was killed', async () => {
    await write('src/main.ts', `export const text: string = 1;`);
    const failed = await build();
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('src/main.ts') });
    expect(failed.stderr).toMatch(/Failed after \d+ s\.\n$/);
    await write('src/main.ts', `export const text: string = 'mended';`);
    // No process can have this id.
    await write('dist/.building', '4194304');
    expect((await build()).code).toBe(0);
    expect(await built()).toBe('mended');
  });

  it('builds with --force even when the output is newer than the sources', async () => {
    await write('dist/src/main.js', `exports.text = 'tampered with';`);
    expect(await build()).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await build('--force')).code).toBe(0);
    expect(await built()).toBe('mended');
  });

  it('does nothing where there is only dist, as in an image', async () => {
    await Promise.all(['src', 'migrations'].map((name) => rm(join(folder, name), { recursive: true })));
    expect(await build()).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await built()).toBe('mended');
  });
});
