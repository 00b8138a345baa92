import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Machine, type Name } from './machine';
import { PrimaryProxy, primaryOf } from './primary-proxy';
import { run } from './run';

const NAMES: readonly Name[] = ['one', 'two', 'three'];
const INTERVAL_MS = 200;
const SETTLED_WITHIN_MS = 90_000;

/** The three machines of deploy/ha, each a network namespace of this one. */
export class HaCluster {
  private constructor(
    readonly folder: string,
    readonly machines: readonly Machine[],
    private readonly proxy: PrimaryProxy,
  ) {}

  static async start(): Promise<HaCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'scheduling-ha-'));
    // PostgreSQL runs as another user.
    await chmod(folder, 0o755);
    try {
      await run('deploy/ha/local', 'up', folder);
    } catch (error) {
      await run('deploy/ha/local', 'down', folder);
      throw error;
    }
    const machines = NAMES.map((name) => new Machine(name, folder));
    return new HaCluster(folder, machines, await PrimaryProxy.to(machines));
  }

  /** Leads to the primary of the moment at which a connection is opened, as the superuser. */
  get databaseUrl(): string {
    return this.proxy.databaseUrl;
  }

  /** Where clients reach the API: HAProxy of each machine. */
  get urls(): string[] {
    return this.machines.map(({ url }) => url);
  }

  primary(): Promise<Machine> {
    return primaryOf(this.machines);
  }

  /** The replica that COMMIT waits for. */
  async synchronousReplica(): Promise<Machine> {
    await this.settle();
    const [replica] = await this.synchronous();
    if (replica === undefined) throw new Error('no replica is synchronous');
    return replica;
  }

  /** The machine whose member of etcd leads the others. */
  async etcdLeader(): Promise<Machine> {
    const leads = await Promise.all(this.machines.map((machine) => machine.leadsEtcd()));
    const leader = this.machines[leads.indexOf(true)];
    if (leader === undefined) throw new Error('etcd has no leader');
    return leader;
  }

  /** Makes the synchronous replica the primary. */
  async switchOver(): Promise<void> {
    await run('deploy/ha/switchover.mjs', join(this.folder, 'one', 'settings.env'));
  }

  others(machine: Machine): Machine[] {
    return this.machines.filter((each) => each !== machine);
  }

  /** Waits until there is a primary, a synchronous replica and another replica. */
  async settle(): Promise<void> {
    await this.until(async () => {
      const healthy = await Promise.all(this.machines.map((machine) => machine.isRunning()));
      return !healthy.includes(false) && (await this.synchronous()).length === 1;
    });
    await this.primary();
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await run('deploy/ha/local', 'down', this.folder);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async synchronous(): Promise<Machine[]> {
    const answers = await Promise.all(this.machines.map((machine) => machine.isSynchronous()));
    return this.machines.filter((_, index) => answers[index]);
  }

  private async until(condition: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    while (!(await condition())) {
      if (performance.now() > deadline) throw new Error(`the servers do not settle; see ${this.folder}`);
      await wait(INTERVAL_MS);
    }
  }
}
