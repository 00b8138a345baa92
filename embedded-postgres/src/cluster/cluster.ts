import { createHash } from 'node:crypto';
import { lchown, lstat, mkdir, readFile, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedServerError, hasCode, messageOf } from '../errors';
import { type ServerAccount, serverAccount } from './server-account';

/** The one PostgreSQL cluster of a data directory: where it lies and whom it belongs to. */
export interface Cluster {
  /** DATA_DIR, without links. */
  readonly home: string;
  /** PostgreSQL's own data directory; with links resolved once it exists. */
  readonly data: string;
  readonly exists: boolean;
  readonly account: ServerAccount;
  /** Stands in the command line of every process of this cluster; the same under every path that leads here. */
  readonly marker: string;
}

export async function openHome(dataDir: string): Promise<string> {
  const absolute = path.resolve(dataDir);
  try {
    await mkdir(absolute, { recursive: true });
    return await realpath(absolute);
  } catch (error) {
    throw new EmbeddedServerError(`The data directory ${absolute} cannot be used: ${messageOf(error)}.`);
  }
}

/** Device and inode tell that two paths (bind mounts, links) are one directory. */
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
    requireOwn(real, owner.uid);
    return { home, data: real, marker, exists: true, account: serverAccount([owner, await stat(home)]) };
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
    throw new EmbeddedServerError(`The data directory ${data} cannot be used: ${messageOf(error)}.`);
  }
}

/** PostgreSQL would refuse too, but after a start of its own and in its own words. */
export async function requireMajor({ data }: Cluster, major: number): Promise<void> {
  const found = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    throw new EmbeddedServerError(`${data} is not a PostgreSQL data directory: ${messageOf(error)}.`);
  });
  if (found.trim() === String(major)) return;
  throw new EmbeddedServerError(
    `${data} was written by PostgreSQL ${found.trim()}, but this release brings PostgreSQL ${major}: ` +
      'start the release that wrote it, dump the database there, and restore it into a new data directory.',
  );
}

/** Files that root restored from a backup are root's; the server must own what it writes. */
export async function takeOver({ data, account }: Cluster): Promise<void> {
  if (account !== undefined && (await stat(data)).uid === 0) await giveTo(account, data);
}

/**
 * How our children name the current directory they are started in. A dropped account may be unable to walk the path
 * to it (a project under a closed home); on Linux it need not, for it is already there.
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

function requireOwn(data: string, owner: number): void {
  const self = process.getuid?.() ?? owner;
  if (self === 0 || self === owner) return;
  throw new EmbeddedServerError(
    `The database in ${data} belongs to uid ${owner}, but this process runs as uid ${self}: run it as uid ${owner} or root.`,
  );
}

export async function giveTo(account: NonNullable<ServerAccount>, directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) await giveTo(account, file);
    else await lchown(file, account.uid, account.gid);
  }
  await lchown(directory, account.uid, account.gid);
}
