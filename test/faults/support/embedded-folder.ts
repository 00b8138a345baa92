import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inspectCluster } from '../../../embedded-postgres/src/cluster/cluster';
import { isAlive, serverProcesses } from '../../../embedded-postgres/src/server/processes';

const INTERVAL_MS = 50;

/** A DATA_DIR of a test, with the embedded PostgreSQL that a process of the service has started in it. */
export class EmbeddedFolder {
  private constructor(readonly path: string) {}

  static async create(): Promise<EmbeddedFolder> {
    return new EmbeddedFolder(await mkdtemp(join(tmpdir(), 'scheduling-faults-')));
  }

  /** The address of the database. */
  async url(): Promise<string> {
    const record = JSON.parse(await readFile(join(this.path, 'postgres.json'), 'utf8')) as { url: string };
    return record.url;
  }

  async killPostmaster(): Promise<void> {
    for (const { pid, isPostmaster } of await this.servers()) {
      if (isPostmaster && isAlive(pid)) process.kill(pid, 'SIGKILL');
    }
  }

  /** Waits until the server has ended, and removes the folder. */
  async remove(): Promise<void> {
    while ((await this.servers()).length > 0) await wait(INTERVAL_MS);
    await rm(this.path, { recursive: true, force: true });
  }

  private async servers() {
    return serverProcesses(await inspectCluster(this.path));
  }
}
