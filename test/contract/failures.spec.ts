import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { createApp } from '../../src/process/create-app';
import { parseConfig } from '../../src/platform/config/config';
import { DatabaseConnection } from '../../src/platform/database/connection/connection';
import { TcpProxy } from '../support/tcp-proxy';
import { startTestService, type TestService } from '../support/test-service';

/** Locks that a transaction of this database waits for. Other tests share the server. */
const WAITING = `select from pg_locks join pg_database on pg_database.oid = database
                 where datname = current_database() and not granted`;

describe('an internal failure', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.query('drop table services cascade');
  });

  afterAll(() => service.stop());

  it('is answered with a 500 that contains only the request id', async () => {
    const { status, headers, body } = await service.admin.get('/services');
    expect(status).toBe(500);
    expect(body).toEqual({
      error: {
        code: 'SERVER_ERROR',
        message: 'Something went wrong on our side',
        details: { requestId: headers.get('x-request-id') },
      },
    });
  });

  it('does not affect operations that do not use the broken table', async () => {
    expect((await service.admin.get('/categories')).status).toBe(200);
  });
});

describe('while the database is unreachable, the service', () => {
  let origin: TestService;
  let proxy: TcpProxy;
  let service: TestService;

  beforeAll(async () => {
    origin = await startTestService();
    proxy = await TcpProxy.to(origin.databaseUrl);
    service = await startTestService({ databaseUrl: proxy.url });
  });

  afterEach(async () => {
    await proxy.cut();
    await proxy.mend();
  });

  afterAll(async () => {
    await service.stop();
    await proxy.cut();
    await origin.stop();
  });

  it('answers callers with and without a key with a 503 and Retry-After', async () => {
    await proxy.cut();
    for (const answer of [await service.admin.get('/services'), await service.anonymous.get('/locations')]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(answer.body).toEqual({
        error: { code: 'SERVER_ERROR', message: 'The database is away; try again shortly' },
      });
    }
  });

  it('answers a write with a 503', async () => {
    await proxy.cut();
    const { status } = await service.admin.post('/services', { name: 'Haircut', durationMin: 45 });
    expect(status).toBe(503);
  });

  it('still answers requests that need no database', async () => {
    await proxy.cut();
    expect((await service.anonymous.get('/services')).status).toBe(401);
    expect((await service.anonymous.get('/nonsense')).status).toBe(404);
    expect((await fetch(`${service.url}/docs`)).status).toBe(200);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });

  it('reports that it is not ready until the database returns', async () => {
    const readiness = async () => {
      service.clock.advance(1_000);
      return (await fetch(`${service.url}/health/ready`)).status;
    };
    await proxy.cut();
    expect(await readiness()).toBe(503);
    await proxy.mend();
    expect(await readiness()).toBe(200);
  });

  it('reconnects without a restart when the database returns', async () => {
    await proxy.cut();
    expect((await service.admin.get('/services')).status).toBe(503);
    await proxy.mend();
    expect((await service.admin.get('/services')).status).toBe(200);
  });

  it('answers a request in progress with a 503', async () => {
    const blocker = new Client({ connectionString: origin.databaseUrl });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table services in access exclusive mode');
    const waiting = service.admin.get('/services');
    await until(async () => (await blocker.query(WAITING)).rowCount === 1);
    await proxy.cut();
    expect((await waiting).status).toBe(503);
    await blocker.end();
  });

  it('starts, and becomes ready when the database returns', async () => {
    await proxy.cut();
    const config = parseConfig({ LOG_LEVEL: 'silent' });
    const app = await createApp({ config, databaseUrl: proxy.url });
    await app.get(DatabaseConnection).openOrKeepTrying();
    await app.listen(0, '127.0.0.1');
    const statusOf = async (path: string) => (await fetch(`${await app.getUrl()}${path}`)).status;
    expect(await statusOf('/api/v1/locations')).toBe(503);
    expect(await statusOf('/health/ready')).toBe(503);
    await proxy.mend();
    await until(async () => (await statusOf('/health/ready')) === 200);
    expect(await statusOf('/api/v1/locations')).toBe(200);
    await app.close();
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}
