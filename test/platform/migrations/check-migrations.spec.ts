import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../../../bin/check-migrations.mjs');
const FIRST = 'migrations/1790000000000-first.ts';
const SECOND = 'migrations/1790000001000-second.ts';

describe('The check of released migrations', () => {
  let repository: string;

  beforeEach(async () => {
    repository = await mkdtemp(join(tmpdir(), 'check-migrations-'));
    await mkdir(join(repository, 'migrations'));
    git('init', '--quiet');
    await write(FIRST, 'create table users');
    await write(SECOND, 'create table services');
    commit();
  });

  afterEach(() => rm(repository, { recursive: true, force: true }));

  const write = (path: string, content: string) => writeFile(join(repository, path), content);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
  const commit = () => {
    git('add', '--all');
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'Change');
  };
  const check = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT], {
      cwd: repository,
      encoding: 'utf8',
    });
    return { status, output: (stdout + stderr).trim() };
  };

  it('passes before the first tag, and prints that there is nothing to compare with', async () => {
    await write(FIRST, 'create table people');
    expect(check()).toEqual({
      status: 0,
      output: 'There is no tag yet, so there is no released migration to compare with.',
    });
  });

  it('passes when a migration is added after the tag', async () => {
    git('tag', 'v1.0.0');
    await write('migrations/1800000000000-third.ts', 'create table rooms');
    expect(check()).toEqual({ status: 0, output: 'The 2 migrations of v1.0.0 are unchanged.' });
  });

  it('fails when a migration of the tag was edited and the edit is committed', async () => {
    git('tag', 'v1.0.0');
    await write(FIRST, 'create table people');
    commit();
    expect(check()).toEqual({
      status: 1,
      output: `${FIRST} was edited after v1.0.0. Restore it and add a new migration.`,
    });
  });

  it('fails when a migration of the tag was deleted', async () => {
    git('tag', 'v1.0.0');
    await rm(join(repository, SECOND));
    expect(check()).toEqual({
      status: 1,
      output: `${SECOND} was deleted or renamed after v1.0.0. Restore it and add a new migration.`,
    });
  });

  it('fails when a migration of the tag was renamed', async () => {
    git('tag', 'v1.0.0');
    await rename(join(repository, SECOND), join(repository, 'migrations/1790000002000-second.ts'));
    expect(check().output).toContain(`${SECOND} was deleted or renamed`);
  });

  it('fails when a new migration is numbered before those of the tag', async () => {
    git('tag', 'v1.0.0');
    await write('migrations/1790000000500-between.ts', 'create table rooms');
    expect(check()).toEqual({
      status: 1,
      output: `migrations/1790000000500-between.ts is new, but its number is lower than that of ${SECOND}. Give it a higher number.`,
    });
  });
});
