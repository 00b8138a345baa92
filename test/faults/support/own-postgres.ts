import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApplicationDatabase } from '../../../embedded-postgres/src/server/application-database';
import { findPackage } from '../../../embedded-postgres/src/cluster/binaries';
import { openHome } from '../../../embedded-postgres/src/cluster/cluster';
import { readPassword } from '../../../embedded-postgres/src/cluster/create-cluster';
import { clearLeftovers } from '../../../embedded-postgres/src/server/leftovers';
import { prepareCluster } from '../../../embedded-postgres/src/cluster/prepare-cluster';
import { serverProcesses, signal } from '../../../embedded-postgres/src/server/processes';
import { choosePort } from '../../../embedded-postgres/src/server/server-port';
import { type RunningServer, startServer } from '../../../embedded-postgres/src/server/start-server';
import { stopServer } from '../../../embedded-postgres/src/server/stop-server';

type Prepared = Awaited<ReturnType<typeof prepareCluster>>;

/** A PostgreSQL that belongs to a test, as that of an operator belongs to nobody: it is killed, frozen, and started again. */
export class OwnPostgres {
  private server: RunningServer | undefined;

  private constructor(
    private readonly home: string,
    private readonly prepared: Prepared,
    private readonly port: number,
    /** Of the application's database; the same after each start. */
    readonly url: string,
  ) {}

  static async create(): Promise<OwnPostgres> {
    const home = await openHome(await mkdtemp(join(tmpdir(), 'scheduling-faults-')));
    const prepared = await prepareCluster(home, findPackage(), true);
    const port = await choosePort(prepared.cluster.marker);
    const server = await startOn(port, prepared);
    const url = await openApplicationDatabase(port, await readPassword(prepared.cluster));
    const own = new OwnPostgres(home, prepared, port, url);
    own.server = server;
    return own;
  }

  async start(): Promise<void> {
    await clearLeftovers(this.prepared.cluster);
    this.server = await startOn(this.port, this.prepared);
  }

  /** `kill -9` of the postmaster: it writes nothing out, and its backends are orphans. */
  async kill(): Promise<void> {
    if (this.server === undefined) return;
    process.kill(this.server.process.pid, 'SIGKILL');
    await this.server.process.ended;
  }

  /** Neither answers nor refuses from now on, as a machine that stands still. */
  async freeze(): Promise<void> {
    await this.tellAll('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.tellAll('SIGCONT');
  }

  async remove(): Promise<void> {
    const { cluster, binaries } = this.prepared;
    await this.thaw();
    if (this.server !== undefined) await stopServer(this.server.process, cluster, binaries);
    await rm(this.home, { recursive: true, force: true });
  }

  private async tellAll(name: NodeJS.Signals): Promise<void> {
    const { cluster } = this.prepared;
    for (const { pid } of await serverProcesses(cluster)) signal(pid, name, cluster.account);
  }
}

function startOn(port: number, { cluster, binaries }: Prepared): Promise<RunningServer> {
  return startServer({
    cluster,
    binaries,
    durable: true,
    onLog: () => undefined,
    choosePort: () => Promise.resolve(port),
  });
}
