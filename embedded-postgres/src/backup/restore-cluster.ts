import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedServerError, hasCode, messageOf } from '../errors';
import { lockDataDirectory } from '../ownership/data-directory';
import { type RecoveryTarget, recoverTo } from './log-archive';
import { copyFolder, syncFolder, syncFolders } from './copy-folder';

export interface ClusterRestoration {
  /** The data directory to restore into: empty, or not there yet. */
  readonly dataDir: string;
  /** A folder that `backUpCluster` has filled. */
  readonly from: string;
  /** A folder of other files, which must be empty, too. */
  readonly otherFolder: string;
  /** Fills the other folder, before the cluster appears. */
  readonly copyOthers: () => Promise<void>;
  /** The moment to which the next start recovers; by default the end of the backup. */
  readonly target?: RecoveryTarget | undefined;
}

/**
 * Restores a copy of a cluster. The cluster appears under its name only after everything else is in place: without it no
 * server starts. The next start recovers to the moment of the backup, or to the target.
 * @throws EmbeddedServerError when a server uses the data directory, or a folder is not empty; errors of the file system
 */
export async function restoreCluster({
  dataDir,
  from,
  otherFolder,
  copyOthers,
  target,
}: ClusterRestoration): Promise<void> {
  const lock = await lockDataDirectory(dataDir);
  try {
    await assertEmpty(lock.home);
    await assertEmpty(otherFolder);
    const draft = await mkdtemp(path.join(lock.home, '.restoring-'));
    try {
      const data = path.join(draft, 'postgres');
      await copyFolder(from, data);
      if (target !== undefined) await recoverTo(data, target);
      await copyOthers();
      await syncFolders(data);
      await rename(data, path.join(lock.home, 'postgres'));
      await syncFolder(lock.home);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

async function assertEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw new EmbeddedServerError(`${folder} cannot be used: ${messageOf(error)}`);
  });
  if (names.length > 0) throw new EmbeddedServerError(`${folder} is not empty`);
}
