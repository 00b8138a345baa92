import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { query } from '../../support/database/query';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const INTERVAL_MS = 20;

/** A transaction of a test that holds a lock, so that processes stop where they need it. */
export class HeldLock {
  private constructor(
    private readonly databaseUrl: string,
    private readonly client: Client,
  ) {}

  /** @param statement takes the lock */
  static async take(databaseUrl: string, statement: string): Promise<HeldLock> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(statement);
    return new HeldLock(databaseUrl, client);
  }

  /** Waits until this many connections wait for a lock. */
  async hasWaiting(count = 1): Promise<void> {
    while ((await this.waiting()) < count) await wait(INTERVAL_MS);
  }

  /** Waits until no connection waits for a lock. */
  async hasNoneWaiting(): Promise<void> {
    while ((await this.waiting()) > 0) await wait(INTERVAL_MS);
  }

  async release(): Promise<void> {
    await this.client.query('commit');
    await this.client.end();
  }

  private async waiting(): Promise<number> {
    return (await query(this.databaseUrl, WAITING)).length;
  }
}
