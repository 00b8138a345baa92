import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '../../../bin/check-migrations.mjs');
const FIRST = 'migrations/1790000000000-first.ts';
const SECOND = 'migrations/1790000001000-second.ts';
/** Newer than every migration from before the rules for upgrades. */
const NEWEST = 'migrations/1900000000000-newest.ts';

/** The text of a migration as TypeORM runs it. */
const migrationOf = (up: string) =>
  `export class Newest1900000000000 {
    async up(queryRunner) { await queryRunner.query(\`${up}\`); }
    async down(queryRunner) { await queryRunner.query('drop table services'); }
  }`;

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

  it.each([
    ['drops a column', 'alter table services drop column price'],
    ['drops a table', 'drop table services'],
    ['drops a function', 'drop function total(int)'],
    ['renames something', 'alter table services rename column price to fee'],
    ['changes the type of a column', 'alter table services\n  alter column price type bigint'],
    ['forbids null', 'alter table services alter price set not null'],
    ['drops a default', 'alter table services alter price drop default'],
    ['adds a constraint', 'alter table services add constraint paid check (price > 0)'],
    ['adds a unique index', 'create unique index services_name_key on services (name)'],
    [
      'adds the column fee, not null and without a default',
      'alter table services add column fee int not null',
    ],
  ])('fails when a new migration %s', async (what, sql) => {
    await write(NEWEST, migrationOf(sql));
    expect(check()).toEqual({
      status: 1,
      output: `${NEWEST} ${what}, but the version before it may run beside it. See "A new migration" in CONTRIBUTING.md.`,
    });
  });

  it.each([
    [
      'adds columns that the running version need not know',
      'alter table services add column fee int, add tax int not null default 0',
    ],
    [
      'makes a table and changes it',
      'create table rooms (id int); alter table rooms alter id set not null; create index rooms_idx on rooms (id)',
    ],
    ['names what it does not do in a comment', '-- It does not drop table services.\nselect 1'],
    [
      'replaces a function',
      'create or replace function f() returns void language plpgsql as $$ begin drop table scratch; end $$',
    ],
    [
      'says why an index is quick to build',
      '-- blocks writes: settings have one row.\ncreate index settings_idx on settings (name)',
    ],
    [
      'says why a unique index holds for what the version before writes',
      '-- holds for the version before: it never writes the column.\ncreate unique index services_code_key on services (code)',
    ],
  ])('passes when a new migration %s', async (_what, sql) => {
    await write(NEWEST, migrationOf(sql));
    expect(check().status).toBe(0);
  });

  it('fails when a new migration builds an index on a table that exists and does not say why that is short', async () => {
    await write(NEWEST, migrationOf('create index services_name_idx on services (name)'));
    expect(check().output).toBe(
      `${NEWEST} builds an index, which blocks writers of a table that has rows. Say in it with "-- blocks writes: …" why that is short.`,
    );
  });

  it('passes when a new migration removes what the last release does not use, and names that release', async () => {
    const contract = (number: string) =>
      migrationOf(
        `alter table services drop column price; comment on table migrations is 'Serves builds from ${number} on'`,
      );
    await write('migrations/1890000000000-third.ts', 'create table rooms');
    commit();
    git('tag', 'v1.0.0');
    await write(NEWEST, contract('1890000000000'));
    expect(check().status).toBe(0);
    await write(NEWEST, contract('1900000000000'));
    expect(check().output).toBe(
      `${NEWEST} serves builds from 1900000000000 on, which is not released yet. Keep what it removes for one release more.`,
    );
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
