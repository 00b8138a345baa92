import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import {
  backUpCluster,
  copyFolder,
  type EmbeddedServer,
  hasCluster,
  startEmbeddedServer,
  syncFolder,
  syncFolders,
} from '../../../embedded-postgres/src/index';
import type { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { withoutDeletions } from '../../platform/storage/deletion-lock';
import { folderPath } from '../../platform/storage/folder-path';
import { BackupRefusedError } from './backup.errors';
import { assertEmbedded, type BackupFacts, namesIn, PARTS } from './backup-folder';

/**
 * Copies the embedded database and the stored files, whether the service runs or not. The folder gets its name only when it is complete.
 * @param to an empty or missing folder @throws BackupRefusedError, EmbeddedServerError, and errors of the file system
 */
export async function backUp(config: Config, clock: Clock, to: string): Promise<BackupFacts> {
  assertEmbedded(config, 'pg_dump, or the backups of its operator');
  if (!hasCluster(config.dataDir)) {
    throw new BackupRefusedError(`There is no embedded database in ${config.dataDir}`);
  }
  const target = resolve(to);
  if ((await namesIn(target)).length > 0) throw new BackupRefusedError(`${target} is not empty`);
  await mkdir(dirname(target), { recursive: true });
  await assertOutside(config, target);
  // When the server ends by itself, the running statement fails and says so.
  const { dataDir, walArchiveDir: archive } = config;
  const server = await startEmbeddedServer({ dataDir, owner: 'cli', archive });
  try {
    return await complete(target, (draft) => fill(draft, server, config, clock));
  } finally {
    await server.stop();
  }
}

/** Does the work in a draft folder, which gets its name when the work is done. */
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

/** The files follow the database, and no file is deleted meanwhile: so every file that the database names is there. */
async function fill(
  draft: string,
  server: EmbeddedServer,
  config: Config,
  clock: Clock,
): Promise<BackupFacts> {
  const { cluster, files } = await withoutDeletions(server.url, async () => ({
    cluster: await backUpCluster(server, join(draft, PARTS.database)),
    files: await copyFiles(config, join(draft, PARTS.files)),
  }));
  const facts = {
    takenAt: new Date(clock.now()).toISOString(),
    major: cluster.major,
    files: cluster.files + files.files,
    bytes: cluster.bytes + files.bytes,
  };
  await writeFile(join(draft, PARTS.about), `${JSON.stringify(facts, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  return facts;
}

/** Unfinished files have a dot before their name. */
function copyFiles(config: Config, to: string) {
  return copyFolder(folderPath(config, ''), to, (entry) => entry.name.startsWith('.'));
}

/** A copy that contains itself would never end. */
async function assertOutside(config: Config, target: string): Promise<void> {
  const place = join(await realpath(dirname(target)), basename(target));
  for (const folder of [join(config.dataDir, 'postgres'), folderPath(config, '')]) {
    const real = await realpath(folder).catch(() => resolve(folder));
    if (`${place}${sep}`.startsWith(`${real}${sep}`)) {
      throw new BackupRefusedError(`${target} lies in ${folder}, which is to be copied`);
    }
  }
}
