import { join, resolve } from 'node:path';
import { copyFolder, restoreCluster, syncFolders } from '../../../embedded-postgres/src/index';
import type { Config } from '../../platform/config/config';
import { folderPath } from '../../platform/storage/file-storage';
import { assertEmbedded, type BackupFacts, factsOf, PARTS } from './backup-folder';

/**
 * Puts a backup into an empty DATA_DIR (and STORAGE_DIR) that no service uses. The next start recovers by itself.
 * @throws BackupRefusedError, EmbeddedServerError, and errors of the file system
 */
export async function restore(config: Config, from: string): Promise<BackupFacts> {
  assertEmbedded(config, 'pg_restore, or psql');
  const source = resolve(from);
  const facts = await factsOf(source);
  const storage = folderPath(config, '');
  await restoreCluster({
    dataDir: config.dataDir,
    from: join(source, PARTS.database),
    otherFolder: storage,
    copyOthers: async () => {
      await copyFolder(join(source, PARTS.files), storage);
      await syncFolders(storage);
    },
  });
  return facts;
}
