import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyFolder, syncFolder, syncFolders } from '../../../embedded-postgres/src/backup/copy-folder';
import type { Config } from '../../platform/config/config';
import { holdDataDirectory } from '../../../embedded-postgres/src/ownership/data-directory';
import { folderPath } from '../../platform/storage/file-storage';
import { BackupRefusedError } from './backup.errors';
import { assertEmbedded, type BackupFacts, factsOf, namesIn, PARTS } from './backup-folder';

/**
 * Puts a backup into an empty DATA_DIR (and STORAGE_DIR), of which no service runs. The next start recovers by itself.
 * @throws BackupRefusedError, EmbeddedServerError, and what the file system says
 */
export async function restore(config: Config, from: string): Promise<BackupFacts> {
  assertEmbedded(config, 'pg_restore, or psql');
  const source = resolve(from);
  const facts = await factsOf(source);
  const storage = folderPath(config, '');
  const held = await holdDataDirectory(config.dataDir);
  try {
    for (const folder of [held.home, storage]) {
      if ((await namesIn(folder)).length > 0) throw new BackupRefusedError(`${folder} is not empty`);
    }
    await copyInto(held.home, source, storage);
    return facts;
  } finally {
    held.release();
  }
}

/** The database comes last, under its name when it is whole: without one there is nothing to start on. */
async function copyInto(home: string, source: string, storage: string): Promise<void> {
  const draft = await mkdtemp(join(home, '.restoring-'));
  try {
    const data = join(draft, PARTS.database);
    await copyFolder(join(source, PARTS.database), data);
    await copyFolder(join(source, PARTS.files), storage);
    for (const folder of [data, storage]) await syncFolders(folder);
    await rename(data, join(home, 'postgres'));
    await syncFolder(home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
