import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config';
import { BackupRefusedError } from './backup.errors';

/** The names in the folder of a backup. */
export const PARTS = { database: 'postgres', files: 'storage', about: 'backup.json' } as const;

/** The content of `backup.json`, which describes a backup to an operator. */
export interface BackupFacts {
  readonly takenAt: string;
  /** Major version of PostgreSQL. */
  readonly major: number;
  readonly files: number;
  readonly bytes: number;
}

/** The names in a folder; none when it does not exist. @throws BackupRefusedError when it cannot be read */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new BackupRefusedError(`${folder} cannot be used: ${message}`);
  }
}

/** Reads the facts of a backup. @throws BackupRefusedError when the folder holds no complete backup */
export async function factsOf(folder: string): Promise<BackupFacts> {
  try {
    return JSON.parse(await readFile(join(folder, PARTS.about), 'utf8')) as BackupFacts;
  } catch (error) {
    throw new BackupRefusedError(
      `${folder} is not a backup: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** @throws BackupRefusedError when the database is that of DATABASE_URL @param instead what to use then */
export function assertEmbedded({ databaseUrl }: Config, instead: string): void {
  if (databaseUrl === undefined) return;
  throw new BackupRefusedError(
    `The database is the one of DATABASE_URL, not an embedded one: use ${instead}`,
  );
}
