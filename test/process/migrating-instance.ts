import { Client } from 'pg';
import { createEmptyDatabase } from '../support/database/empty-database';

/** The advisory lock of src/platform/database/migrate.ts. */
const MIGRATION_LOCK = 7_206_519_403;
const BLOCKED = `select from pg_locks join pg_database on pg_database.oid = database
                 where datname = current_database() and not granted`;

/** Holds the lock of the migrations of an empty database, so that another process waits in the middle of its start. */
export class MigratingInstance {
  private constructor(
    readonly url: string,
    private readonly client: Client,
    readonly drop: () => Promise<void>,
  ) {}

  static async start(): Promise<MigratingInstance> {
    const database = await createEmptyDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return new MigratingInstance(database.url, client, () => database.drop());
  }

  /** Waits until another process waits for the lock. */
  async blocksOther(): Promise<void> {
    while ((await this.client.query(BLOCKED)).rowCount === 0);
  }

  /** Releases the lock. */
  async end(): Promise<void> {
    await this.client.end();
  }
}
