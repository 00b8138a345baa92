import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ServerAccount } from '../cluster/server-account';
import { EmbeddedServerError, messageOf } from '../errors';

const SIGNAL = 'recovery.signal';
/** In s. A segment of the log is archived when it is full, when the server stops, and after this time. */
const ARCHIVED_WITHIN_S = 300;

/** A moment up to which a restored cluster recovers. */
export interface RecoveryTarget {
  /** The folder to which the server has archived its log. */
  readonly archive: string;
  /** Between the end of the backup and the end of the archive; by default the end of the backup. */
  readonly instant?: Date | undefined;
}

/** Settings with which a server archives its log. `basic_archive` makes each copy durable before it gets its name. */
export function archiveSettings(archive: string): Readonly<Record<string, string | number>> {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': archive,
    archive_timeout: ARCHIVED_WITHIN_S,
  };
}

/** Creates the folder of the archive for the account of the server. @throws EmbeddedServerError */
export async function openArchive(archive: string, account: ServerAccount): Promise<void> {
  try {
    await mkdir(archive, { recursive: true, mode: 0o700 });
    if (account !== undefined) await chown(archive, account.uid, account.gid);
    // The account of the server may be unable to enter a folder above.
    await promisify(execFile)('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', archive], {
      ...account,
      cwd: '/',
    });
  } catch (error) {
    throw new EmbeddedServerError(`The archive ${archive} cannot be used: ${messageOf(error)}.`);
  }
}

/**
 * Makes the next start of a restored cluster recover to an instant ("Recovering Using a Continuous Archive Backup" in PostgreSQL's manual):
 * the server replays the archive, and stops before the first transaction that was committed later. It then continues on a timeline of its
 * own, so that the names of its segments differ from those in the archive.
 * @param data the data directory of PostgreSQL, restored
 */
export async function recoverTo(data: string, { archive, instant }: RecoveryTarget): Promise<void> {
  const settings = {
    restore_command: `cp ${quotedForShell(`${archive}/%f`)} "%p"`,
    ...(instant ? { recovery_target_time: withOffset(instant) } : { recovery_target: 'immediate' }),
    recovery_target_action: 'promote',
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  );
  await appendFile(path.join(data, 'postgresql.auto.conf'), lines.join(''));
  await writeFile(path.join(data, SIGNAL), '', { mode: 0o600 });
}

/** Whether a server still recovers to a target. It accepts reads meanwhile; PostgreSQL removes the file at the end. */
export function isRecovering(data: string): boolean {
  return existsSync(path.join(data, SIGNAL));
}

/** `%` stands for the names that PostgreSQL fills in. */
function quotedForShell(file: string): string {
  return `'${file.replaceAll("'", "'\\''")}'`;
}

/** PostgreSQL reads its settings before it knows the abbreviation `Z`. */
function withOffset(instant: Date): string {
  return instant.toISOString().replace('Z', '+00');
}
