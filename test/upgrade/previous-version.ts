import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(__dirname, '../..');

/** The version before this one, built in a folder of its own. */
export interface PreviousVersion {
  readonly folder: string;
  /** The commit, and why this one. */
  readonly description: string;
}

/** A commit may be one step of several that only build together. */
const MOST_STEPS_BACK = 12;

/**
 * Builds the version of `UPGRADE_FROM`; else of the last tag; else the last commit that builds without the migration that was added last,
 * so that the new version migrates while the previous one runs.
 * @param parent a folder that gets a folder for each attempt
 */
export async function buildPreviousVersion(parent: string): Promise<PreviousVersion> {
  const { refs, why } = await candidates();
  const faults: string[] = [];
  for (const [index, ref] of refs.entries()) {
    const folder = join(parent, `previous-${index}`);
    const fault = await buildIn(folder, ref);
    if (fault === undefined)
      return { folder, description: `${(await git('rev-parse', '--short', ref)).trim()}, ${why}` };
    faults.push(`${ref}: ${fault}`);
  }
  throw new Error(`No previous version builds. Name one in UPGRADE_FROM.\n${faults.join('\n')}`);
}

async function candidates(): Promise<{ refs: readonly string[]; why: string }> {
  const { UPGRADE_FROM: chosen } = process.env;
  if (chosen !== undefined) return { refs: [chosen], why: 'as UPGRADE_FROM says' };
  if ((await git('rev-parse', '--is-shallow-repository')).trim() === 'true') {
    throw new Error(
      'This clone is shallow: the previous version is not in it. Run git fetch --unshallow --tags.',
    );
  }
  if ((await git('tag', '--list', '--merged')) !== '') {
    const tag = (await git('describe', '--tags', '--abbrev=0')).trim();
    return { refs: [tag], why: `the last tag, ${tag}` };
  }
  const from = await lastWithoutAMigration();
  const refs = (await git('rev-list', '--first-parent', `--max-count=${MOST_STEPS_BACK}`, from)).split('\n');
  return { refs: refs.filter(Boolean), why: 'the last commit that lacks a migration of this version' };
}

/** Migrations are not always added in the order of their numbers, so this asks when they were added. */
async function lastWithoutAMigration(): Promise<string> {
  const committed = (await git('ls-tree', '--name-only', 'HEAD', 'migrations/')).split('\n').filter(Boolean);
  const present = (await readdir(join(ROOT, 'migrations'))).map((name) => `migrations/${name}`);
  if (present.some((path) => !committed.includes(path))) return 'HEAD';
  const added = await git(
    'log',
    '-1',
    '--first-parent',
    '--no-renames',
    '--diff-filter=A',
    '--format=%H',
    '--',
    ...committed,
  );
  return `${added.trim()}^`;
}

/** @returns what went wrong, if anything */
async function buildIn(folder: string, ref: string): Promise<string | undefined> {
  await mkdir(folder);
  const archive = join(folder, 'sources.tar');
  await git('archive', '--format=tar', `--output=${archive}`, ref);
  await run('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`]);
  await provideDependencies(folder);
  return run(process.execPath, ['bin/build-if-needed.mjs'], { cwd: folder }).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

/** Those of this checkout serve a version with the same lock file. */
async function provideDependencies(folder: string): Promise<void> {
  const [theirs, ours] = await Promise.all(
    [folder, ROOT].map((place) => readFile(join(place, 'package-lock.json'), 'utf8')),
  );
  if (theirs === ours) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: ROOT })).stdout;
}
