import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { SEEN_STATE } from '../../src/platform/database/reads/known-reads';
import { OwnPostgres } from './support/own-postgres';

/** Longer than the test: a transaction that was rolled back stays out of the log. */
const SLOW_LOG = `wal_writer_delay = '10s'`;

interface Seen {
  readonly backend: number;
  readonly snapshot: string;
  readonly state: string;
}

describe('a crash of PostgreSQL after which a transaction gets the number of a lost one', () => {
  let postgres: OwnPostgres;

  beforeAll(async () => {
    postgres = await OwnPostgres.create();
    await postgres.configure(SLOW_LOG);
  });

  afterAll(() => postgres.drop());

  /** Waits until PostgreSQL has recovered. */
  const connected = async (): Promise<Client> => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined); // The crash ends it.
    try {
      await client.connect();
      return client;
    } catch {
      await wait(20);
      return connected();
    }
  };
  const seen = async (client: Client) => {
    const { rows } = await client.query<Seen>(
      `select pg_backend_pid() as backend, pg_current_snapshot()::text as snapshot, ${SEEN_STATE} as state`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('PostgreSQL returned no row');
    return row;
  };

  it('leaves the database in another state, so that no read of before is taken for a new one', async () => {
    const before = await connected();
    await before.query('create table written (number int)');
    await before.query('begin; insert into written values (1); rollback');
    const lost = await seen(before);
    const ended = new Promise((resolve) => before.once('end', resolve));
    postgres.crash(lost.backend);
    await ended;

    const after = await connected();
    await after.query('insert into written values (2)');
    const reused = await seen(after);
    await after.end();
    expect(reused.snapshot).toBe(lost.snapshot);
    expect(reused.state).not.toBe(lost.state);
  });
});
