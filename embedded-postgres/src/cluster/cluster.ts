import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lchown, lstat, mkdir, readFile, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedServerError, hasCode, messageOf } from '../errors';
import { type ServerAccount, serverAccount } from './server-account';

/** The PostgreSQL cluster of a data directory: its path and its owner. */
export interface Cluster {
  /** DATA_DIR, without symbolic links. */
  readonly home: string;
  /** PostgreSQL's data directory; once it exists, without symbolic links. */
  readonly data: string;
  readonly exists: boolean;
  readonly account: ServerAccount;
  /** Part of the command line of every process of this cluster. The same for every path to the directory. */
  readonly marker: string;
}

/** Whether a data directory holds a cluster. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'));
}

/** Creates a missing data directory. @returns its path without symbolic links @throws EmbeddedServerError */
export async function openHome(dataDir: string): Promise<string> {
  const absolute = path.resolve(dataDir);
  try {
    await mkdir(absolute, { recursive: true });
    return await realpath(absolute);
  } catch (error) {
    throw new EmbeddedServerError(`The data directory ${absolute} cannot be used: ${messageOf(error)}.`);
  }
}

/** Hash of device and inode: equal for two paths (bind mounts, links) to one directory. */
export async function identityOf(home: string): Promise<string> {
  const { dev, ino } = await stat(home, { bigint: true });
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex');
}

export async function inspectCluster(home: string): Promise<Cluster> {
  const marker = `scheduling-${(await identityOf(home)).slice(0, 16)}`;
  const data = path.join(home, 'postgres');
  try {
    if (!(await isFilled(data))) {
      return { home, data, marker, exists: false, account: serverAccount([await stat(home)]) };
    }
    const [real, owner] = await Promise.all([realpath(data), stat(data)]);
    assertOwnedByUs(real, owner.uid);
    return { home, data: real, marker, exists: true, account: serverAccount([owner, await stat(home)]) };
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
    throw new EmbeddedServerError(`The data directory ${data} cannot be used: ${messageOf(error)}.`);
  }
}

/** @throws EmbeddedServerError when another major version wrote the cluster: PostgreSQL's own refusal names no way out */
export async function assertMajor({ data }: Cluster, major: number): Promise<void> {
  const found = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    throw new EmbeddedServerError(`${data} is not a PostgreSQL data directory: ${messageOf(error)}.`);
  });
  if (found.trim() === String(major)) return;
  throw new EmbeddedServerError(
    `${data} was written by PostgreSQL ${found.trim()}, but this release brings PostgreSQL ${major}: ` +
      'start the release that wrote it, dump the database there, and restore it into a new data directory.',
  );
}

/** Gives files that root has restored from a backup to the server's account: the server must own what it writes. */
export async function takeOwnership({ data, account }: Cluster): Promise<void> {
  if (account !== undefined && (await stat(data)).uid === 0) await chownTree(account, data);
}

/**
 * The path by which a child process names the current directory that it is started in. The account may be unable to enter a
 * folder above that directory; on Linux it need not, because it starts inside.
 */
export function pathOfCwd(cwd: string, account: ServerAccount): string {
  return account !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : cwd;
}

async function isFilled(data: string): Promise<boolean> {
  try {
    return (await readdir(data)).length > 0;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    const isDangling = await lstat(data).then(
      () => true,
      () => false,
    );
    if (!isDangling) return false;
    throw new EmbeddedServerError(`${data} is a link to a place that does not exist: restore or remove it.`);
  }
}

function assertOwnedByUs(data: string, owner: number): void {
  const self = process.getuid?.() ?? owner;
  if (self === 0 || self === owner) return;
  throw new EmbeddedServerError(
    `The database in ${data} belongs to uid ${owner}, but this process runs as uid ${self}: run it as uid ${owner} or root.`,
  );
}

export async function chownTree(account: NonNullable<ServerAccount>, directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) await chownTree(account, file);
    else await lchown(file, account.uid, account.gid);
  }
  await lchown(directory, account.uid, account.gid);
}
