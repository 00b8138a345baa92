import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const DIST = join(ROOT, 'dist');

/** Compiled into `dist/`, each folder under its own name. */
const FOLDERS = ['src', 'embedded-postgres/src', 'importers/easy-appointments/src', 'migrations'];
/** The result also depends on these: the compiler's settings and the versions of dependencies. */
const SETTINGS = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A deployment may contain `dist/` without sources. */
export function hasSources() {
  return existsSync(join(ROOT, 'src'));
}

/** A fact of each file that the result depends on. They differ after any of them is changed, added, renamed or removed. */
export function sourceFacts() {
  return [...sources(), ...SETTINGS].map(factOf);
}

/** A fact of each folder of sources and outputs. One differs after a file is added to the folder, renamed or removed. */
export function folderFacts() {
  return FOLDERS.flatMap((folder) => [...foldersUnder(folder), ...foldersUnder(`dist/${folder}`)]).map(
    factOf,
  );
}

/** @param fact of `sourceFacts` or `folderFacts` */
export function isStill(fact) {
  return factOf(fact.slice(0, fact.indexOf(':'))) === fact;
}

function factOf(path) {
  const found = statSync(`${ROOT}/${path}`, { throwIfNoEntry: false });
  return `${path}:${found?.size} ${Math.floor(found?.mtimeMs)}`;
}

/** Whether every source has been compiled. */
export function isComplete() {
  const outputs = new Set(FOLDERS.flatMap((folder) => filesUnder(DIST, folder)));
  return sources().every((path) => outputs.has(outputOf(path)));
}

/** Deletes the record of the incremental compiler, so that it writes every output. */
export function forgetOutputs() {
  if (!existsSync(DIST)) return;
  for (const name of readdirSync(DIST)) {
    if (name.endsWith('.tsbuildinfo')) rmSync(join(DIST, name), { force: true });
  }
}

/** Removes what was compiled from a source that is gone: a migration that is left over would run. */
export function removeLeftovers() {
  const wanted = new Set(sources().map(outputOf));
  for (const path of FOLDERS.flatMap((folder) => filesUnder(DIST, folder))) {
    if (!wanted.has(path.replace(/\.map$/, ''))) rmSync(join(DIST, path), { force: true });
  }
}

function outputOf(source) {
  return source.replace(/\.ts$/, '.js');
}

/** Paths from the checkout's folder, in a fixed order. */
function sources() {
  return FOLDERS.flatMap((folder) => filesUnder(ROOT, folder))
    .filter((path) => /(?<!\.spec|\.d)\.ts$|\.json$/.test(path))
    .sort();
}

/** Paths from `base`. */
function filesUnder(base, folder) {
  return entriesOf(join(base, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(base, path) : [path];
  });
}

/** The folder itself, which need not exist, and all below it. */
function foldersUnder(folder) {
  const below = entriesOf(join(ROOT, folder)).filter((entry) => entry.isDirectory());
  return [folder, ...below.flatMap(({ name }) => foldersUnder(`${folder}/${name}`))];
}

function entriesOf(path) {
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
}
