import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { Database } from '../../../src/platform/database/database';
import { startTestService, type TestService } from '../../support/test-service';

const POOL_SIZE = 6;
/** What waits for a lock in this database: other tests share the server. */
const WAITING = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('Short reads', () => {
  let service: TestService;
  let pool: Pool;
  let rival: Client;

  beforeEach(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: String(POOL_SIZE) } });
    pool = (service.app.get(DataSource).driver as PostgresDriver).master as Pool;
    rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    // The first short read opens the shared connections.
    while ((await sharedConnections()) === 0) await service.admin.get('/categories');
  });

  afterEach(async () => {
    await rival.end();
    await service.stop();
  });

  const connections = async () => {
    const [row] = await service.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'scheduling-service'`,
    );
    return row?.count ?? 0;
  };
  const sharedConnections = async () => (await connections()) - pool.totalCount;
  const waiting = async () => (await service.query(`select ${WAITING}`)).length;
  const statuses = async (paths: readonly string[]) =>
    (await Promise.all(paths.map((path) => service.admin.get(path)))).map(({ status }) => status);

  const whileThePoolIsTaken = async <T>(work: () => Promise<T>): Promise<T> => {
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      return await work();
    } finally {
      for (const client of held) client.release();
    }
  };

  it('are answered while long statements hold every connection of the pool', async () => {
    const answers = await whileThePoolIsTaken(() =>
      statuses(['/services', '/categories', '/locations', '/services/4711']),
    );
    expect(answers).toEqual([200, 200, 200, 404]);
  });

  it('use no more connections, together with the pool, than DATABASE_POOL_SIZE', async () => {
    const opened = await whileThePoolIsTaken(async () => {
      await statuses(Array<string>(50).fill('/services'));
      return connections();
    });
    expect(opened).toBe(POOL_SIZE);
  });

  it('do not wait for one that a lock holds up; the pool repeats that one', async () => {
    await rival.query('begin; lock table services in access exclusive mode');
    const held = service.admin.get('/services');
    while ((await waiting()) === 0) await wait(5);
    expect(await statuses(Array<string>(20).fill('/categories'))).toEqual(Array(20).fill(200));
    await rival.query('commit');
    expect((await held).status).toBe(200);
  });

  it('are repeated by the pool when their connection is lost before the answer', async () => {
    await rival.query('begin; lock table services in access exclusive mode');
    const held = statuses(['/services', '/services', '/services']);
    while ((await waiting()) === 0) await wait(5);
    await service.query(`select pg_terminate_backend(pid) ${WAITING}`);
    await rival.query('commit');
    expect(await held).toEqual([200, 200, 200]);
  });

  it('take turns on the connections, so that none is closed for being idle while another one is used', async () => {
    const statement = { name: 'test.pid', text: 'select pg_backend_pid() as pid', isShort: true };
    const read = async () => (await service.app.get(Database).one<{ pid: number }>(statement, [])).pid;
    while ((await sharedConnections()) < 2) await read();
    expect(new Set([await read(), await read()]).size).toBe(2);
  });

  it('share a connection again once the lost one is replaced', async () => {
    await service.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'scheduling-service'`,
    );
    while ((await sharedConnections()) > 0) await wait(5);
    while ((await sharedConnections()) === 0) {
      // The service may notice each loss only now, and waits for a second from then on.
      service.clock.advance(1_000);
      expect((await service.admin.get('/services')).status).toBe(200);
    }
  });
});
