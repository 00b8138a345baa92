import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const BINARY = '/usr/sbin/nginx';
const SHIPPED = join(__dirname, '../../deploy/nginx.conf');
/** The number of attempts to connect, 20 ms apart. */
const LOOKS = 500;

/** Debian's nginx with deploy/nginx.conf, but with another port and other instances. */
export class Nginx {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  /** @param instances URLs of the instances */
  static async start(instances: readonly string[]): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'scheduling-nginx-'));
    const port = await freePort();
    const servers = instances.map((url) => `server ${new URL(url).host} max_fails=2 fail_timeout=2s;`);
    const text = (await readFile(SHIPPED, 'utf8'))
      .replace(/server api:3000 .*;/, servers.join('\n'))
      .replace('listen 80;', `listen 127.0.0.1:${port}; access_log off;`);
    const file = join(folder, 'nginx.conf');
    await writeFile(file, text);
    const directives = `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;`;
    const process = spawn(BINARY, ['-c', file, '-g', directives], { stdio: 'ignore' });
    const nginx = new Nginx(`http://127.0.0.1:${port}`, folder, process);
    for (let look = 0; look < LOOKS && process.exitCode === null; look++) {
      if (await fetch(nginx.url).catch(() => undefined)) return nginx;
      await wait(20);
    }
    await nginx.stop();
    throw new Error(`${BINARY} does not answer`);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.kill('SIGKILL')) await once(this.process, 'exit');
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
