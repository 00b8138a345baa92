import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedServerError, hasCode } from '../errors';
import { restoreLibraryLinks } from './library-links';

/** Parts of the package that only serve to compile extensions: a third of its size. */
const NOT_NEEDED = /\.a$|^pkgconfig$|^pgxs$/;

/**
 * Copies the package's files once into `place/key`, readable to every user and writable to us alone.
 * The copy appears under its name only when complete, and one that others could have touched is not used.
 */
export async function copyBinaries(packageDir: string, key: string, place: string): Promise<string> {
  await mkdir(place, { recursive: true, mode: 0o755 });
  await requireOurs(place);
  const wanted = path.join(place, key);
  if (!(await isThere(wanted))) {
    const draft = await mkdtemp(path.join(place, '.copying-'));
    try {
      await copyTree(path.join(packageDir, 'native'), draft);
      await restoreLibraryLinks(packageDir, draft);
      await rename(draft, wanted);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      // Somebody else of ours was faster.
      if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
    }
  }
  await requireOurs(wanted);
  return wanted;
}

/** A directory in a shared place (/tmp) may have been put there by another user, or be a link to elsewhere. */
async function requireOurs(directory: string): Promise<void> {
  const found = await lstat(directory);
  const writableToOthers = (found.mode & 0o022) !== 0;
  if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid) || writableToOthers) {
    throw new EmbeddedServerError(`${directory} is not a directory that only this user can write to`);
  }
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (NOT_NEEDED.test(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      await copyTree(source, target);
    } else if (entry.isSymbolicLink()) {
      await symlink(await readlink(source), target);
    } else {
      const { mode } = await lstat(source);
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      // The install may have been made under a umask that hides files from others.
      await chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}
