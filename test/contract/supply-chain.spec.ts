import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../cli/run-cli';

const ROOT = join(__dirname, '../..');

interface Judgement {
  readonly bad: boolean;
  readonly line: string;
}

describe('the audit of the dependencies', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-audit-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** Runs in a child process, because Jest loads no ES modules. */
  const judge = async (judgement: 'judgeAudit' | 'judgeScripts', input: unknown): Promise<Judgement> => {
    const program = join(folder, 'judge.mjs');
    await writeFile(join(folder, 'input.json'), JSON.stringify(input));
    await writeFile(
      program,
      `import { readFileSync } from 'node:fs';
       import { ${judgement} } from '${pathToFileURL(join(ROOT, 'bin/audit.mjs')).href}';
       const input = JSON.parse(readFileSync(new URL('input.json', import.meta.url), 'utf8'));
       console.log(JSON.stringify(${judgement}(input)));`,
    );
    const { stdout, stderr } = await run(process.execPath, [program], {});
    expect(stderr).toBe('');
    return JSON.parse(stdout) as Judgement;
  };
  const report = (total: number, vulnerabilities: object) =>
    JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { total } } });

  it('passes without a known vulnerability', async () => {
    expect(await judge('judgeAudit', report(0, {}))).toMatchObject({ bad: false });
  });

  it('fails with a known vulnerability', async () => {
    const found = report(1, { left: { name: 'left', severity: 'low' } });
    expect(await judge('judgeAudit', found)).toEqual({
      bad: true,
      line: '1 known vulnerabilities: left (low)',
    });
  });

  it.each([JSON.stringify({ message: '405 Method Not Allowed' }), '', 'no JSON'])(
    'passes with the message “not audited” when the registry answers %j',
    async (output) => {
      expect(await judge('judgeAudit', output)).toEqual({
        bad: false,
        line: expect.stringMatching(/^not audited: /),
      });
    },
  );

  it('passes with the install scripts of package-lock.json', async () => {
    const lock: unknown = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    expect(await judge('judgeScripts', lock)).toMatchObject({ bad: false });
  });

  it('fails with an install script that is not on the list of reviewed ones', async () => {
    const packages = {
      'node_modules/a/node_modules/@b/new': { hasInstallScript: true },
      'node_modules/of-development': { hasInstallScript: true, dev: true },
      'node_modules/harmless': {},
    };
    expect(await judge('judgeScripts', { packages })).toEqual({
      bad: true,
      line: 'run a script when installed: @b/new',
    });
  });

  it('has each package with an install script refused by name in package.json, so that npm 11 warns of none', () => {
    const [lock, settings] = ['package-lock.json', 'package.json'].map((name) =>
      JSON.parse(readFileSync(join(ROOT, name), 'utf8')),
    ) as [Lock, { readonly allowScripts: Readonly<Record<string, boolean>> }];
    const scripted = Object.entries(lock.packages)
      .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript === true)
      .map(([path]) => path.split('node_modules/').at(-1) ?? '');
    expect(scripted.length).toBeGreaterThan(0);
    expect(Object.keys(settings.allowScripts).sort()).toEqual([...new Set(scripted)].sort());
    expect(Object.values(settings.allowScripts)).not.toContain(true);
  });
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: true }>>;
}

interface Packed {
  readonly name: string;
  readonly version: string;
}

describe('npm pack', () => {
  it.each(['.', 'clients/typescript'])('leaves a file in %s that git does not see', async (folder) => {
    const packed = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Packed;
    const file = `${packed.name}-${packed.version}.tgz`;
    const ignored = await run('git', ['check-ignore', file], {}, join(ROOT, folder));
    expect(ignored.stdout.trim()).toBe(file);
  });
});
