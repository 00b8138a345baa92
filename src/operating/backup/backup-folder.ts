import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config';
import { BackupRefusedError } from './backup.errors';

/** What lies in the folder of a backup. */
export const PARTS = { database: 'postgres', files: 'storage', about: 'backup.json' } as const;

/** Of a backup, for whoever finds it. */
export interface BackupFacts {
  readonly takenAt: string;
  /** Of PostgreSQL. */
  readonly major: number;
  readonly files: number;
  readonly bytes: number;
}

/** The names in a folder; none when it is not there. @throws BackupRefusedError when it is not a folder, or closed to us */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new BackupRefusedError(`${folder} cannot be used: ${message}`);
  }
}

/** @throws BackupRefusedError when there is no finished backup in the folder */
export async function factsOf(folder: string): Promise<BackupFacts> {
  try {
    return JSON.parse(await readFile(join(folder, PARTS.about), 'utf8')) as BackupFacts;
  } catch (error) {
    throw new BackupRefusedError(
      `${folder} is not a backup: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** @throws BackupRefusedError for a database that is not ours to copy */
export function assertEmbedded({ databaseUrl }: Config, instead: string): void {
  if (databaseUrl === undefined) return;
  throw new BackupRefusedError(
    `The database is the one of DATABASE_URL, not an embedded one: use ${instead}`,
  );
}
