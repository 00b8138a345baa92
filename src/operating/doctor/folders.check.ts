import { randomUUID } from 'node:crypto';
import { access, constants, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../platform/config/config';
import { reasonOf } from '../../platform/database/sqlstate';
import { folderPath } from '../../platform/storage/folder-path';
import { type Finding, findingsOf } from './finding';

const MIB = 1_048_576;
/** Free space, in bytes, below which the finding is a warning, and below which it is a fault. */
const LITTLE = 1_024 * MIB;
const TOO_LITTLE = 100 * MIB;

/** Checks the folders to which the service writes. */
export function checkFolders(config: Config): Promise<Finding[]> {
  return Promise.all([
    checkFolder('data folder', config.dataDir),
    checkFolder('files folder', folderPath(config, '')),
  ]);
}

async function checkFolder(check: string, folder: string): Promise<Finding> {
  try {
    const place = await nearest(folder);
    if (place === folder) await tryToWrite(folder);
    else await access(place, constants.W_OK);
    const { bavail, bsize } = await statfs(place);
    return judgeSpace(check, folder, bavail * bsize);
  } catch (error) {
    return findingsOf(check).fault(`${folder}: ${reasonOf(error)}`);
  }
}

/** @param free bytes */
export function judgeSpace(check: string, folder: string, free: number): Finding {
  const { ok, warning, fault } = findingsOf(check);
  const facts = `${folder} is writable, ${Math.floor(free / MIB)} MiB free`;
  if (free < TOO_LITTLE) return fault(facts);
  return free < LITTLE ? warning(facts) : ok(facts);
}

/** The folder itself, or the nearest parent that exists: the service creates the rest when needed. */
async function nearest(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return nearest(dirname(folder));
  }
}

async function tryToWrite(folder: string): Promise<void> {
  const file = join(folder, `.doctor-${randomUUID()}`);
  await writeFile(file, '');
  await rm(file);
}
