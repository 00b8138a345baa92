import { lstat, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../errors';

interface ListedLink {
  readonly source: string;
  readonly target: string;
}

/**
 * Creates the missing symbolic links of PostgreSQL's libraries under `native`, where we may write. npm packages cannot contain
 * links: the package lists them, and its install script creates them unless npm ran with `--ignore-scripts`.
 */
export async function restoreLibraryLinks(packageDir: string, native: string): Promise<void> {
  for (const { source, target } of await listedLinks(packageDir)) {
    const link = path.join(native, path.relative('native', target));
    if (await exists(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (!hasCode(error, 'EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ENOENT')) throw error;
    }
  }
}

async function listedLinks(packageDir: string): Promise<ListedLink[]> {
  try {
    const list = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
    return JSON.parse(list) as ListedLink[];
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
