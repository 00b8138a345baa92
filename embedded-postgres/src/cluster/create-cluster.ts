import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries';
import { type Cluster, chownTree, pathOfCwd } from './cluster';
import { EmbeddedServerError, lastOutput, messageOf } from '../errors';
import { type ServerAccount, namedAccount } from './server-account';
import { startSupervised } from '../server/supervised-process';

export const SUPERUSER = 'scheduling';

const DRAFT = 'postgres.draft-';
const PASSWORD_FILE = 'scheduling-password';

/**
 * Runs initdb in a draft folder and renames the result into place, so that an interrupted start leaves no incomplete cluster.
 * The password lies in the cluster's folder: a copy of the cluster always has its password.
 * @throws EmbeddedServerError
 */
export async function createCluster(cluster: Cluster, binaries: Binaries, durable: boolean): Promise<void> {
  try {
    const creator = namedAccount(cluster.account);
    const draft = await ownedDirectory(await mkdtemp(path.join(cluster.home, DRAFT)), creator);
    const data = path.join(draft, 'data');
    await mkdir(data, { mode: 0o700 });
    await ownedDirectory(data, creator);
    const password = randomBytes(32).toString('base64');
    await writePassword(path.join(draft, 'password'), password, creator);
    await initdb(data, binaries, creator, durable);
    await writePassword(path.join(data, PASSWORD_FILE), password, creator);
    if (cluster.account !== undefined && creator !== cluster.account) await chownTree(cluster.account, data);
    await rename(data, cluster.data);
    await syncDirectory(cluster.home);
  } catch (error) {
    if (error instanceof EmbeddedServerError) throw error;
    throw new EmbeddedServerError(`The embedded database cannot be created: ${messageOf(error)}.`);
  } finally {
    await removeDrafts(cluster);
  }
}

/** Removes the drafts of starts that were killed. An initdb that is still ending may add files; the next start removes those. */
export async function removeDrafts({ home }: Cluster): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(DRAFT)) continue;
    await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

export async function readPassword({ data }: Cluster): Promise<string> {
  try {
    return (await readFile(path.join(data, PASSWORD_FILE), 'utf8')).trim();
  } catch (error) {
    throw new EmbeddedServerError(
      `The password of the embedded database cannot be read: ${messageOf(error)}.`,
    );
  }
}

async function initdb(
  cwd: string,
  binaries: Binaries,
  account: ServerAccount,
  durable: boolean,
): Promise<void> {
  const data = pathOfCwd(cwd, account);
  const options = {
    pgdata: data,
    username: SUPERUSER,
    pwfile: `${data}/../password`,
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    // The same order and case folding on every machine: independent of the C library.
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  args.push('--data-checksums', ...(durable ? [] : ['--no-sync']));
  const child = await startSupervised({ program: binaries.initdb, args, cwd, account });
  const end = await child.ended;
  if (end === 'exit code 0') return;
  if (child.output.some((line) => line.includes('could not look up effective user ID'))) {
    throw new EmbeddedServerError(
      'The embedded database can only be created by a user with a name (an entry in /etc/passwd): ' +
        'start the service once as such a user, or set DATABASE_URL.',
    );
  }
  throw new EmbeddedServerError(`initdb failed (${end}): ${lastOutput(child.output)}`);
}

async function ownedDirectory(directory: string, account: ServerAccount): Promise<string> {
  await chmod(directory, 0o700);
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  return directory;
}

async function writePassword(file: string, password: string, account: ServerAccount): Promise<void> {
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
  if (account !== undefined) await chown(file, account.uid, account.gid);
}

async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
