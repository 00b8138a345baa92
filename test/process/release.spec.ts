import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../cli/run-cli';

jest.setTimeout(180_000);

const ROOT = join(__dirname, '../..');
const SOMEONE = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  npm_config_offline: 'true',
};

/** Releases scratch clones of this checkout. Nothing of it needs a network. */
describe('npm run release', () => {
  let clone: string;

  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'release-'));
    await git('clone', '--quiet', '--depth', '1', `file://${ROOT}`, '.');
    // What this checkout has not committed yet is released, too.
    const changed = (await run('git', ['diff', 'HEAD', '--binary'], {}, ROOT)).stdout;
    if (changed !== '') {
      await writeFile(join(clone, '.git/changed'), changed);
      await git('apply', '--index', '.git/changed');
      await git('commit', '--quiet', '--message', 'Change');
    }
    await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    await writeFile(join(clone, '.git/info/exclude'), 'node_modules\n');
  });

  afterAll(() => rm(clone, { recursive: true, force: true }));

  const git = async (...words: string[]) => {
    const { code, stdout, stderr } = await run('git', words, SOMEONE, clone);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const release = (...words: string[]) =>
    run(process.execPath, ['bin/release.mjs', ...words], SOMEONE, clone);
  const textOf = (file: string) => readFile(join(clone, file), 'utf8');

  it('names each reason why it does not release', async () => {
    expect(await release('1.0')).toMatchObject({
      code: 1,
      stderr: 'Name the version: npm run release -- 1.2.3\n',
    });
    const changelog = await textOf('CHANGELOG.md');
    await writeFile(join(clone, 'CHANGELOG.md'), changelog.replaceAll(/^- /gm, ''));
    await git('tag', 'v0.9.0');
    const { code, stderr } = await release('0.9.0', '--dry-run');
    await git('checkout', '--quiet', 'CHANGELOG.md');
    await git('tag', '--delete', 'v0.9.0');
    expect({ code, faults: stderr.trim().split('\n') }).toEqual({
      code: 1,
      faults: [
        'The checkout has changes that are not committed.',
        expect.stringMatching(/^0\.9\.0 is lower than \d+\.\d+\.\d+, the version of package\.json\.$/),
        'There is a tag v0.9.0 already.',
        'CHANGELOG.md lists nothing under [Unreleased].',
      ],
    });
  });

  it('prints the notes and writes nothing with --dry-run', async () => {
    const { code, stdout } = await release('97.0.0', '--dry-run');
    expect({ code, first: stdout.split('\n')[0] }).toEqual({
      code: 0,
      first: '97.0.0 can be released. Its notes:',
    });
    expect(stdout).toContain('\n- ');
    expect(await git('status', '--porcelain')).toBe('');
    expect(await git('tag')).toBe('');
  });

  it('writes the version everywhere, dates the changelog, tags, and leaves what a release consists of', async () => {
    const { version: before } = JSON.parse(await textOf('package.json')) as { version: string };
    const { code, stderr } = await release('97.0.0', '--to', 'release');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await git('describe')).toBe('v97.0.0');
    expect(await git('status', '--porcelain')).toBe('');
    expect(await textOf('CHANGELOG.md')).toMatch(
      /^## \[Unreleased\]\n\n## \[97\.0\.0\] - \d{4}-\d\d-\d\d\n\n\S/m,
    );
    const written = ['--', ':!CHANGELOG.md', ':!docs/released'];
    expect((await git('show', '--format=', '--name-only', 'HEAD', ...written)).split('\n')).toEqual([
      'clients/typescript/README.md',
      'clients/typescript/package.json',
      'deploy/kubernetes/migrate.yaml',
      'deploy/kubernetes/scheduling.yaml',
      'docker-bake.hcl',
      'docs/openapi.json',
      'docs/operating/operations.md',
      'package-lock.json',
      'package.json',
    ]);
    const changed = await git('show', '--format=', '--unified=0', 'HEAD', ...written);
    const removed = changed.split('\n').filter((line) => /^-(?!-)/.test(line));
    const added = changed.split('\n').filter((line) => /^\+(?!\+)/.test(line));
    expect(added).toEqual(removed.map((line) => line.replace('-', '+').replaceAll(before, '97.0.0')));

    const folder = join(clone, 'release');
    const [archive, materials] = ['scheduling-service-97.0.0.tar.gz', 'scheduling-service-97.0.0.cdx.json'];
    expect((await readdir(folder)).toSorted()).toEqual(['NOTES.md', 'SHA256SUMS', materials, archive]);
    for (const line of (await textOf('release/SHA256SUMS')).trim().split('\n')) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex'),
      ).toBe(sum);
    }
    const listed = (await run('tar', ['--list', '--file', join(folder, archive)], {})).stdout;
    expect(listed).toContain('scheduling-service-97.0.0/src/main.ts\n');
    const bill = JSON.parse(await textOf(`release/${materials}`)) as Materials;
    expect(bill.metadata.component).toMatchObject({ name: 'scheduling-service', version: '97.0.0' });
    expect(bill.components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['typeorm', 'scheduling-service-client']),
    );
    expect(bill.components.map(({ name }) => name)).not.toContain('jest');
    expect(await textOf('release/NOTES.md')).toMatch(/^# scheduling-service 97\.0\.0\n[^]*\n- /);
  });

  it('refuses to release the same version again', async () => {
    const { stderr } = await release('97.0.0', '--dry-run');
    expect(stderr).toContain('There is a tag v97.0.0 already.');
  });
});

interface Materials {
  readonly metadata: { readonly component: object };
  readonly components: readonly { readonly name: string }[];
}
