import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../support/database/query';

const BINARY = '/usr/sbin/pgbouncer';
const SHIPPED = join(__dirname, '../../deploy/pgbouncer.ini');
/** The number of attempts to connect, 20 ms apart. */
const LOOKS = 500;
/** PgBouncer refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Debian's PgBouncer with deploy/pgbouncer.ini, but with another database and port. */
export class PgBouncer {
  private constructor(
    /** The URL of the database through the pooler. */
    readonly url: string,
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  /** @param target URL of a database, with a password */
  static async start(target: string): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'scheduling-pgbouncer-'));
    const url = new URL(target);
    url.host = `127.0.0.1:${await freePort()}`;
    url.pathname = '/scheduling';
    await writeOwn(join(folder, 'userlist.txt'), `"${url.username}" "${decodeURIComponent(url.password)}"\n`);
    await writeOwn(
      join(folder, 'pgbouncer.ini'),
      adapted(await readFile(SHIPPED, 'utf8'), new URL(target), url, folder),
    );
    if (NOBODY.uid !== undefined) await chown(folder, NOBODY.uid, NOBODY.gid);
    const process = spawn(BINARY, ['--quiet', join(folder, 'pgbouncer.ini')], { ...NOBODY, stdio: 'ignore' });
    const started = new PgBouncer(url.href, folder, process);
    for (let look = 0; look < LOOKS; look++) {
      if (await started.answers()) return started;
      await wait(20);
    }
    await started.stop();
    throw new Error(`${BINARY} does not answer`);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.kill('SIGKILL')) await once(this.process, 'exit');
    await rm(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return query(this.url, 'select').then(
      () => true,
      () => false,
    );
  }
}

function adapted(shipped: string, target: URL, url: URL, folder: string): string {
  const place = `host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)}`;
  const text = shipped
    .replace(/(?<=^scheduling = ).*$/m, place)
    .replace(/(?<=^listen_port = ).*$/m, url.port)
    .replace(/(?<=^auth_file = ).*$/m, join(folder, 'userlist.txt'));
  return `${text}\nunix_socket_dir =\n`;
}

async function writeOwn(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  if (NOBODY.uid !== undefined) await chown(file, NOBODY.uid, NOBODY.gid);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
