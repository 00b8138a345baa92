import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OwnPostgres } from '../../faults/support/own-postgres';
import { choosePortText } from '../../faults/support/service-processes';
import { ServiceProcess } from '../../process/service-process';
import { query } from '../../support/database/query';
import { TcpProxy } from '../../support/tcp-proxy';
import { PLANTING } from '../frame/planted';
import type { Dice } from '../../support/random-business/dice';

/** What a run happens on. */
export interface Stage {
  readonly urls: readonly string[];
  readonly databaseUrl: string;
  /** By how many ms the clock of each instance is ahead. */
  readonly clocks: readonly number[];
  /** Each does something bad, and resolves once it is over. */
  readonly faults: Readonly<Record<string, () => Promise<void>>>;
  close(): Promise<void>;
}

const FROZEN_MS = 20_000;
const BACKENDS = `select pid from pg_stat_activity where application_name = 'scheduling-service' order by pid`;

/** Two instances over one PostgreSQL, which they and the faults have to themselves. The second one reaches it through a proxy. */
export class Pair implements Stage {
  private readonly running: ServiceProcess[] = [];
  readonly urls: readonly string[];
  readonly databaseUrl: string;

  private constructor(
    private readonly postgres: OwnPostgres,
    private readonly proxy: TcpProxy,
    private readonly folder: string,
    private readonly ports: readonly string[],
    readonly clocks: readonly number[],
    private readonly dice: Dice,
  ) {
    this.urls = ports.map((port) => `http://127.0.0.1:${port}`);
    this.databaseUrl = postgres.url;
  }

  /** @param ahead by how many ms the clock of the second instance is ahead */
  static async open(dice: Dice, ahead: number): Promise<Pair> {
    const postgres = await OwnPostgres.create();
    const proxy = await TcpProxy.to(postgres.url);
    const folder = await mkdtemp(join(tmpdir(), 'scheduling-history-'));
    const ports = [await choosePortText(), await choosePortText()];
    const pair = new Pair(postgres, proxy, folder, ports, [0, ahead], dice);
    await pair.start(0);
    await pair.start(1);
    return pair;
  }

  readonly faults = {
    'an instance is killed': async () => {
      const index = this.dice.between(0, 1);
      await this.running[index]?.kill('SIGKILL');
      await wait(this.dice.next() * 2_000);
      await this.start(index);
    },
    'PostgreSQL is killed': async () => {
      await this.postgres.kill();
      await wait(this.dice.next() * 1_000);
      await this.postgres.start();
    },
    'a backend of PostgreSQL is killed': async () => {
      this.postgres.crash(this.dice.pick(await query<{ pid: number }>(this.databaseUrl, BACKENDS)).pid);
      await wait(500);
    },
    'an instance is frozen for 20 s': async () => {
      const { pid } = this.dice.pick(this.running);
      process.kill(pid, 'SIGSTOP');
      await wait(FROZEN_MS);
      process.kill(pid, 'SIGCONT');
    },
    'the second instance loses its connections to PostgreSQL': async () => {
      await this.proxy.cut();
      await wait(this.dice.next() * 1_000);
      await this.proxy.mend();
    },
  };

  async close(): Promise<void> {
    await Promise.all(this.running.map((service) => service.kill('SIGKILL')));
    await this.proxy.cut();
    await this.postgres.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async start(index: number): Promise<void> {
    const ahead = this.clocks[index] ?? 0;
    const { PLANTED = '' } = process.env;
    const shifting = ahead === 0 ? [] : [join(__dirname, 'shifted-clock.cjs')];
    const modules = [...shifting, ...(PLANTED === '' ? [] : PLANTING)];
    const instance = ServiceProcess.start({
      ...{ DATABASE_URL: index === 1 ? this.proxy.url : this.postgres.url, PORT: this.ports[index] ?? '' },
      ...{ DATA_DIR: join(this.folder, `${index}`), STORAGE_DIR: join(this.folder, 'storage') },
      ...{ RATE_LIMIT: '1000000', LOG_LEVEL: 'error', WORKER: 'on', WAITLIST_OFFER_MIN: '1' },
      ...{ NODE_OPTIONS: modules.map((each) => `--require=${each}`).join(' ') },
      ...{ CLOCK_AHEAD_MS: `${ahead}`, PLANTED },
    });
    this.running[index] = instance;
    await instance.url();
  }
}
