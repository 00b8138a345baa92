import { appendFile, mkdtemp, rm } from 'node:fs/promises';
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

/** A PostgreSQL that the test kills, freezes and restarts. It stands for the one of an operator: no launcher watches it. */
export class OwnPostgres {
  private server: RunningServer | undefined;

  private constructor(
    private readonly home: string,
    private readonly prepared: Prepared,
    private readonly port: number,
    /** The URL of the application's database; the same after each start. */
    readonly url: string,
  ) {}

  static async create(): Promise<OwnPostgres> {
    const home = await openHome(await mkdtemp(join(tmpdir(), 'scheduling-faults-')));
    const prepared = await prepareCluster(home, findPackage(), true);
    const port = await choosePort(prepared.cluster.marker);
    const server = await startOn(port, prepared);
    const { url } = await openApplicationDatabase(port, await readPassword(prepared.cluster));
    const own = new OwnPostgres(home, prepared, port, url);
    own.server = server;
    return own;
  }

  async start(): Promise<void> {
    await clearLeftovers(this.prepared.cluster);
    this.server = await startOn(this.port, this.prepared);
  }

  /** Sends SIGKILL to the postmaster: it writes no checkpoint, and leaves its backends behind. */
  async kill(): Promise<void> {
    if (this.server === undefined) return;
    process.kill(this.server.process.pid, 'SIGKILL');
    await this.server.process.ended;
  }

  /** Kills one backend: PostgreSQL ends all others, recovers from its log, and goes on under the same postmaster. */
  crash(backend: number): void {
    signal(backend, 'SIGKILL', this.prepared.cluster.account);
  }

  /** Starts again with a line of configuration more. */
  async configure(line: string): Promise<void> {
    await this.kill();
    await appendFile(join(this.prepared.cluster.data, 'postgresql.auto.conf'), `${line}\n`);
    await this.start();
  }

  /** Stops all processes, so that connections are neither answered nor refused. */
  async freeze(): Promise<void> {
    await this.signalAll('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.signalAll('SIGCONT');
  }

  async drop(): Promise<void> {
    const { cluster, binaries } = this.prepared;
    await this.thaw();
    if (this.server !== undefined) await stopServer(this.server.process, cluster, binaries);
    await rm(this.home, { recursive: true, force: true });
  }

  private async signalAll(name: NodeJS.Signals): Promise<void> {
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
