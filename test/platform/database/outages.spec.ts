import { Client, type Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { startTestService, type TestService } from '../../support/test-service';

describe('A request that the database cannot serve now', () => {
  let service: TestService;
  let pool: Pool;
  let rival: Client;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '1' } });
    pool = (service.app.get(DataSource).driver as PostgresDriver).master as Pool;
    rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin; lock table services in access exclusive mode');
  });

  afterAll(async () => {
    await rival.end();
    await service.stop();
  });

  const answer = async () => {
    const { status, headers, body } = await service.admin.get('/services');
    return { status, retryAfter: headers.get('retry-after'), error: body.error };
  };
  const unavailable = (message: string) => ({
    status: 503,
    retryAfter: '2',
    error: { code: 'SERVER_ERROR', message },
  });

  it('gets a 503 that calls the database too busy when a lock is not free in time', async () => {
    await pool.query('set lock_timeout = 50');
    expect(await answer()).toEqual(unavailable('The database is too busy; try again shortly'));
  });

  it('gets a 503 that advises a smaller request when its statement exceeds the statement timeout', async () => {
    await pool.query('set lock_timeout = 0; set statement_timeout = 50');
    const { error, ...rest } = await answer();
    expect(rest).toEqual({ status: 503, retryAfter: '2' });
    expect(error.message).toMatch(
      /^The database stopped this request because it took too long; ask for less/,
    );
  });

  it('gets a 503 that calls the database too busy when no connection of the pool is free in time', async () => {
    const client = await pool.connect();
    pool.options.connectionTimeoutMillis = 50;
    expect(await answer()).toEqual(unavailable('The database is too busy; try again shortly'));
    client.release();
  });
});

describe('A write while the server accepts no writes', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const name = new URL(service.databaseUrl).pathname.slice(1);
    // Also for connections that replace those of failed statements.
    await service.query(`alter database ${name} set default_transaction_read_only = on`);
    const pool = (service.app.get(DataSource).driver as PostgresDriver).master as Pool;
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await pool.query('set default_transaction_read_only = on');
  });

  afterAll(() => service.stop());

  it('gets a 503 that calls the database away', async () => {
    const { status, headers, body } = await service.admin.post('/categories', { name: 'Hair' });
    expect({ status, retryAfter: headers.get('retry-after'), error: body.error }).toEqual({
      status: 503,
      retryAfter: '2',
      error: { code: 'SERVER_ERROR', message: 'The database is away; try again shortly' },
    });
  });
});
