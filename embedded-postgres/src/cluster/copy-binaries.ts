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

/** Parts of the package that only the compilation of extensions needs: a third of its size. */
const NOT_NEEDED = /\.a$|^pkgconfig$|^pgxs$/;

/**
 * Copies the files of the package to `place/key`, unless that copy exists. Every user can read the copy; only we can write it.
 * It appears under its name only once it is complete.
 * @throws EmbeddedServerError when another user can write to the copy
 */
export async function copyBinaries(packageDir: string, key: string, place: string): Promise<string> {
  await mkdir(place, { recursive: true, mode: 0o755 });
  await assertOnlyWeWrite(place);
  const wanted = path.join(place, key);
  if (!(await isThere(wanted))) {
    const draft = await mkdtemp(path.join(place, '.copying-'));
    try {
      await copyTree(path.join(packageDir, 'native'), draft);
      await restoreLibraryLinks(packageDir, draft);
      await rename(draft, wanted);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      // Another process of the same user was faster.
      if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
    }
  }
  await assertOnlyWeWrite(wanted);
  return wanted;
}

/** In a shared folder (/tmp) another user may have created the directory, or a symbolic link in its place. */
async function assertOnlyWeWrite(directory: string): Promise<void> {
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
      // The umask of the installation may have hidden the files from other users.
      await chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}
