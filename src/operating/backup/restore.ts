import { join, resolve } from 'node:path';
import {
  copyFolder,
  type RecoveryTarget,
  restoreCluster,
  syncFolders,
} from '../../../embedded-postgres/src/index';
import type { Config } from '../../platform/config/config';
import { folderPath } from '../../platform/storage/folder-path';
import { BackupRefusedError } from './backup.errors';
import { assertEmbedded, type BackupFacts, factsOf, PARTS } from './backup-folder';

/**
 * Puts a backup into an empty DATA_DIR (and STORAGE_DIR) that no service uses. The next start recovers by itself.
 * @param instant the moment to recover the database to, from the archive of its log; by default the end of the backup
 * @throws BackupRefusedError, EmbeddedServerError, and errors of the file system
 */
export async function restore(config: Config, from: string, instant?: Date): Promise<BackupFacts> {
  assertEmbedded(config, 'pg_restore, or psql');
  const source = resolve(from);
  const facts = await factsOf(source);
  const target = targetOf(config, facts, instant);
  const storage = folderPath(config, '');
  await restoreCluster({
    dataDir: config.dataDir,
    from: join(source, PARTS.database),
    target,
    otherFolder: storage,
    copyOthers: async () => {
      await copyFolder(join(source, PARTS.files), storage);
      await syncFolders(storage);
    },
  });
  return facts;
}

/** A cluster with an archive always recovers from it, so that it begins a new timeline there. */
function targetOf(
  { walArchiveDir: archive }: Config,
  { takenAt }: BackupFacts,
  instant: Date | undefined,
): RecoveryTarget | undefined {
  if (instant === undefined) return archive === undefined ? undefined : { archive };
  if (archive === undefined)
    throw new BackupRefusedError(
      'WAL_ARCHIVE_DIR must name the archive from which to recover to that moment',
    );
  if (instant < new Date(takenAt))
    throw new BackupRefusedError(`The backup was made at ${takenAt}, after that moment: use an earlier one`);
  return { archive, instant };
}
