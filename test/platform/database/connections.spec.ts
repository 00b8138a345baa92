import type { Client, Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { startTestService, type TestService } from '../../support/test-service';

describe('A connection', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '1' } });
  });

  afterAll(() => service.stop());

  it('that ends before its caller listens for errors does not end the process', async () => {
    const pool = (service.app.get(DataSource).driver as PostgresDriver).master as Pool;
    const handedOver = await pool.connect();
    // `once` of node:events would also listen for errors.
    const ended = new Promise((resolve) => (handedOver as unknown as Client).once('end', resolve));
    await service.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    await ended;
    await expect(handedOver.query('select')).rejects.toThrow('is not queryable');
    handedOver.release();
    expect((await service.admin.get('/services')).status).toBe(200);
  });
});
