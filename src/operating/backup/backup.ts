import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Clock } from '../../platform/clock';
import { copyFolder, syncFolder, syncFolders } from '../../../embedded-postgres/src/backup/copy-folder';
import type { Config } from '../../platform/config/config';
import { type EmbeddedServer, startEmbeddedServer } from '../../../embedded-postgres/src/embedded-postgres';
import { backUpCluster } from '../../../embedded-postgres/src/backup/base-backup';
import { folderPath } from '../../platform/storage/file-storage';
import { BackupRefusedError } from './backup.errors';
import { assertEmbedded, type BackupFacts, namesIn, PARTS } from './backup-folder';

/**
 * Copies the embedded database and the stored files, whether the service runs or not. The folder appears under its name
 * only when it is whole.
 * @param to a folder that is empty, or not there yet
 * @throws BackupRefusedError, EmbeddedServerError, and what the file system says
 */
export async function backUp(config: Config, clock: Clock, to: string): Promise<BackupFacts> {
  assertEmbedded(config, 'pg_dump, or the backups of whoever runs it');
  if (!existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) {
    throw new BackupRefusedError(`There is no embedded database in ${config.dataDir}`);
  }
  const target = resolve(to);
  if ((await namesIn(target)).length > 0) throw new BackupRefusedError(`${target} is not empty`);
  await mkdir(dirname(target), { recursive: true });
  await assertOutside(config, target);
  // When it ends by itself, the statement that is running fails and says so.
  const server = await startEmbeddedServer({ dataDir: config.dataDir, owner: 'cli' });
  try {
    return await complete(target, (draft) => fill(draft, server, config, clock));
  } finally {
    await server.stop();
  }
}

/** Gives a folder its name when the work in it is done. */
async function complete<T>(target: string, work: (draft: string) => Promise<T>): Promise<T> {
  const draft = await mkdtemp(`${target}.unfinished-`);
  try {
    const result = await work(draft);
    await syncFolders(draft);
    await rename(draft, target);
    await syncFolder(dirname(target));
    return result;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fill(
  draft: string,
  server: EmbeddedServer,
  config: Config,
  clock: Clock,
): Promise<BackupFacts> {
  const storage = join(draft, PARTS.files);
  const data = join(draft, PARTS.database);
  // Before and after: the database at its moment speaks of files that may come or go meanwhile.
  const before = await copyFiles(config, storage);
  const cluster = await backUpCluster(server.url, server.location, data);
  const after = await copyFiles(config, storage);
  const parts = [before, cluster, after];
  const facts = {
    takenAt: new Date(clock.now()).toISOString(),
    major: Number(await readFile(join(data, 'PG_VERSION'), 'utf8')),
    files: parts.reduce((sum, { files }) => sum + files, 0),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  await writeFile(join(draft, PARTS.about), `${JSON.stringify(facts, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  return facts;
}

/** Those that are not there yet; unfinished ones have a dot before their name. */
function copyFiles(config: Config, to: string) {
  return copyFolder(
    folderPath(config, ''),
    to,
    (entry, path) => entry.name.startsWith('.') || (entry.isFile() && existsSync(join(to, path))),
  );
}

/** A copy that copies itself has no end. */
async function assertOutside(config: Config, target: string): Promise<void> {
  const place = join(await realpath(dirname(target)), basename(target));
  for (const folder of [join(config.dataDir, 'postgres'), folderPath(config, '')]) {
    const real = await realpath(folder).catch(() => resolve(folder));
    if (`${place}${sep}`.startsWith(`${real}${sep}`)) {
      throw new BackupRefusedError(`${target} lies in ${folder}, which is to be copied`);
    }
  }
}
