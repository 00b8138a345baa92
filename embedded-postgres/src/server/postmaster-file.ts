import { constants } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../errors';

/** The content of PostgreSQL's postmaster.pid. */
export interface PostmasterFile {
  /** 0: the file is empty. */
  readonly pid: number;
  readonly isReady: boolean;
}

export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  try {
    const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
    // A server in single-user mode writes its pid as a negative number.
    return { pid: Math.abs(Number(lines[0])), isReady: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Writes our pid into a postmaster.pid whose pid another program has now. PostgreSQL treats a file with the pid of its parent
 * process as stale. Removing the file would also disable PostgreSQL's check, by the shared memory that the file names, that
 * no backend of the former server still runs.
 */
export async function markPostmasterFileStale(data: string): Promise<void> {
  // The server's account owns the directory: follow no symbolic link there.
  const handle = await open(path.join(data, 'postmaster.pid'), constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const [, ...rest] = (await handle.readFile('utf8')).split('\n');
    await handle.truncate(0);
    await handle.write([process.pid, ...rest].join('\n'), 0);
  } finally {
    await handle.close();
  }
}

export async function removePostmasterFile(data: string): Promise<void> {
  await rm(path.join(data, 'postmaster.pid'), { force: true });
}
