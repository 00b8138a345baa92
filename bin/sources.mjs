import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const DIST = join(ROOT, 'dist');

/** Compiled into `dist/`, each folder under its own name. */
const FOLDERS = ['src', 'embedded-postgres/src', 'migrations'];
/** The result also depends on these: the compiler's settings and the versions of dependencies. */
const SETTINGS = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A deployment may contain `dist/` without sources. */
export function hasSources() {
  return existsSync(join(ROOT, 'src'));
}

/** Differs after any source is changed, added, renamed or removed. */
export function fingerprint() {
  const hash = createHash('sha1');
  for (const path of [...sources(), ...SETTINGS.filter((name) => existsSync(join(ROOT, name)))]) {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    hash.update(`${path} ${size} ${Math.floor(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

/** Whether every source has been compiled. */
export function isComplete() {
  return sources().every((path) => existsSync(join(DIST, path.replace(/\.ts$/, '.js'))));
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
  const wanted = new Set(sources().map((path) => path.replace(/\.ts$/, '.js')));
  for (const path of FOLDERS.flatMap((folder) => filesUnder(DIST, folder))) {
    if (!wanted.has(path.replace(/\.map$/, ''))) rmSync(join(DIST, path), { force: true });
  }
}

/** Paths from the checkout's folder, in a fixed order. */
function sources() {
  return FOLDERS.flatMap((folder) => filesUnder(ROOT, folder))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.endsWith('.d.ts'))
    .sort();
}

function filesUnder(base, folder) {
  if (!existsSync(join(base, folder))) return [];
  return readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(base.length)
        .replace(/^[\\/]/, ''),
    );
}
