/**
 * Fails when a migration of the last release was edited, deleted or renamed, or when a new one is numbered before them: databases
 * have run them already. Compares `migrations/` of the working directory with the last tag.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'migrations';

process.exitCode = check();

function check() {
  if (git('tag', '--list', '--merged') === '') {
    console.log('There is no tag yet, so there is no released migration to compare with.');
    return 0;
  }
  const tag = git('describe', '--tags', '--abbrev=0').trim();
  const released = git('ls-tree', '--name-only', tag, `${FOLDER}/`).split('\n').filter(Boolean);
  const faults = [...released.flatMap((path) => changeOf(tag, path)), ...misnumbered(released)];
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log(`The ${released.length} migrations of ${tag} are unchanged.`);
  return faults.length === 0 ? 0 : 1;
}

function changeOf(tag, path) {
  if (!existsSync(path))
    return [`${path} was deleted or renamed after ${tag}. Restore it and add a new migration.`];
  const isSame = readFileSync(path, 'utf8') === git('show', `${tag}:${path}`);
  return isSame ? [] : [`${path} was edited after ${tag}. Restore it and add a new migration.`];
}

/** File names begin with a number of equal length, so their order is that of the numbers. */
function misnumbered(released) {
  const last = released.at(-1) ?? '';
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).map((name) => join(FOLDER, name)) : [];
  return files
    .filter((path) => !released.includes(path) && path < last)
    .map((path) => `${path} is new, but its number is lower than that of ${last}. Give it a higher number.`);
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
