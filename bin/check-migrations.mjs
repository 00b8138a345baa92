/**
 * Fails when a migration of the last release was edited, deleted or renamed, when a new one is numbered before them, because
 * databases have run them already, and when a new one breaks the version that runs in parallel during an upgrade. Compares
 * `migrations/` of the working directory with the last tag.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEFORE_THE_RULES, breakingChanges } from './breaking-changes.mjs';

const FOLDER = 'migrations';

process.exitCode = check();

function check() {
  const tag = lastTag();
  const released = tag === undefined ? [] : pathsIn(tag);
  const faults = [
    ...released.flatMap((path) => changeOf(tag, path)),
    ...misnumbered(released),
    ...breaking(released),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  console.log(
    tag === undefined
      ? 'There is no tag yet, so there is no released migration to compare with.'
      : `The ${released.length} migrations of ${tag} are unchanged.`,
  );
  return 0;
}

function lastTag() {
  if (git('tag', '--list', '--merged') === '') return undefined;
  return git('describe', '--tags', '--abbrev=0').trim();
}

function pathsIn(tag) {
  return git('ls-tree', '--name-only', tag, `${FOLDER}/`).split('\n').filter(Boolean);
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
  return paths()
    .filter((path) => !released.includes(path) && path < last)
    .map((path) => `${path} is new, but its number is lower than that of ${last}. Give it a higher number.`);
}

/** Of the migrations that are not released, those that the last release cannot run with. */
function breaking(released) {
  const newestReleased = Math.max(BEFORE_THE_RULES, ...released.map(numberOf));
  return paths()
    .filter((path) => !released.includes(path) && numberOf(path) > BEFORE_THE_RULES)
    .flatMap((path) => breakingChanges(path, readFileSync(path, 'utf8'), newestReleased));
}

function numberOf(path) {
  return Number(/\d{13}/.exec(path)?.[0] ?? 0);
}

function paths() {
  return existsSync(FOLDER) ? readdirSync(FOLDER).map((name) => join(FOLDER, name)) : [];
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
