import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from './run';

export type Name = 'one' | 'two' | 'three';
export type Program = 'etcd' | 'patroni' | 'haproxy' | 'instance' | 'worker';

const ADDRESSES: Readonly<Record<Name, string>> = {
  one: '198.51.100.11',
  two: '198.51.100.12',
  three: '198.51.100.13',
};
/** How long a member of the cluster may take to answer, in ms. */
const PATIENCE_MS = 1_000;

/** One of the machines that `deploy/ha/local` has started. */
export class Machine {
  readonly address: string;
  /** What clients of the API use: HAProxy. */
  readonly url: string;

  constructor(
    readonly name: Name,
    private readonly folder: string,
  ) {
    this.address = ADDRESSES[name];
    this.url = `http://${this.address}`;
  }

  /** Whether Patroni says that its PostgreSQL is the primary. */
  isPrimary(): Promise<boolean> {
    return this.answers('/primary');
  }

  /** Whether its PostgreSQL is the replica that COMMIT waits for. */
  isSynchronous(): Promise<boolean> {
    return this.answers('/synchronous');
  }

  /** Whether its PostgreSQL is the primary, or a replica that follows it. */
  async isRunning(): Promise<boolean> {
    return (await this.isPrimary()) || this.answers('/replica');
  }

  /** What Patroni tells Prometheus. */
  async metrics(): Promise<string> {
    return (await fetch(`http://${this.address}:8008/metrics`)).text();
  }

  /** Whether its member of etcd leads the others. */
  async leadsEtcd(): Promise<boolean> {
    const { header, leader } = (await fetch(`http://${this.address}:2379/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
    }).then((answer) => answer.json())) as { header: { member_id: string }; leader: string };
    return header.member_id === leader;
  }

  /** The address of a database of its PostgreSQL, for the superuser. */
  databaseUrl(database: string): string {
    return `postgres://postgres:local@${this.address}:5432/${database}`;
  }

  pidOf(program: Program): number {
    return Number(readFileSync(join(this.folder, this.name, 'pid', program), 'utf8'));
  }

  /** Signals a program and what it has started: `patroni` with PostgreSQL. */
  signal(signal: NodeJS.Signals, ...programs: Program[]): void {
    const pids = programs.flatMap((program) => familyOf(this.pidOf(program)));
    if (programs.includes('patroni')) pids.push(...this.postgresPids());
    for (const pid of new Set(pids)) signalIfThere(pid, signal);
  }

  /** Sends SIGKILL to PostgreSQL. Patroni runs on. */
  killPostgres(): void {
    for (const pid of this.postgresPids()) signalIfThere(pid, 'SIGKILL');
  }

  /** Signals Patroni, and leaves its PostgreSQL alone. */
  signalPatroniAlone(signal: NodeJS.Signals): void {
    process.kill(this.pidOf('patroni'), signal);
  }

  /** Starts a program again. */
  async start(program: Program): Promise<void> {
    await run('deploy/ha/local', 'start', this.folder, this.name, program);
  }

  /** Disconnects the machine from the others. Its programs run on. */
  async isolate(): Promise<void> {
    await run('ip', 'link', 'set', `ha-${this.name}`, 'down');
  }

  async rejoin(): Promise<void> {
    await run('ip', 'link', 'set', `ha-${this.name}`, 'up');
  }

  /** The command that runs a program inside the machine. */
  commandInside(...command: string[]): string[] {
    return ['ip', 'netns', 'exec', `scheduling-${this.name}`, ...command];
  }

  /** Stops a program as systemd does, and waits for its end. */
  async stop(program: Program): Promise<void> {
    const pid = this.pidOf(program);
    process.kill(pid, 'SIGTERM');
    while (existsSync(`/proc/${pid}`)) await wait(50);
  }

  /** PostgreSQL's data directory. */
  get dataFolder(): string {
    return join(this.folder, this.name, 'postgres');
  }

  /** Runs `pgbackrest`. */
  pgbackrest(...args: string[]): Promise<string> {
    const settings = join(this.folder, this.name, 'pgbackrest.conf');
    return this.asPostgres('pgbackrest', `--config=${settings}`, '--stanza=scheduling', ...args);
  }

  /** Starts PostgreSQL without Patroni, so that it recovers, and stops it once it accepts writes. */
  async recoverAlone(): Promise<void> {
    const control = ['/usr/lib/postgresql/15/bin/pg_ctl', '--wait', '--pgdata', this.dataFolder];
    await this.asPostgres(...control, 'start', '--timeout=3600', '--log=/dev/null');
    // It accepts reads before it has recovered. Stopped before it is in production, it would later replay what lies behind the moment.
    const state = ['/usr/lib/postgresql/15/bin/pg_controldata', '--pgdata', this.dataFolder];
    while (!(await this.asPostgres(...state)).includes('in production')) await wait(50);
    await this.asPostgres(...control, 'stop');
  }

  /** Removes from etcd what Patroni knows of the cluster. */
  async forgetCluster(): Promise<void> {
    const settings = join(this.folder, this.name, 'patroni.yml');
    const answers = String.raw`scheduling
Yes I am aware
`;
    const script = `printf '${answers}' | patronictl -c ${settings} remove scheduling`;
    const [program = '', ...rest] = this.commandInside('sh', '-c', script);
    await run(program, ...rest);
  }

  private asPostgres(...command: string[]): Promise<string> {
    const account = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'];
    const [program = '', ...rest] = this.commandInside(...account, ...command);
    return run(program, ...rest);
  }

  private async answers(path: string): Promise<boolean> {
    return fetch(`http://${this.address}:8008${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Patroni starts PostgreSQL in a session of its own. */
  private postgresPids(): number[] {
    const file = readFileSync(join(this.dataFolder, 'postmaster.pid'), 'utf8');
    return familyOf(Number(file.split('\n')[0]));
  }
}

/** Backends come and go. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A process and its descendants. */
function familyOf(pid: number): number[] {
  const children = allProcesses().filter(({ parent }) => parent === pid);
  return [pid, ...children.flatMap((child) => familyOf(child.pid))];
}

function allProcesses(): { pid: number; parent: number }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => ({ pid: Number(pid), parent: parentOf(pid) }));
}

/** 0 when the process has ended meanwhile. */
function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
