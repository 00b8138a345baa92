import { TcpProxy } from '../support/tcp-proxy';
import { startTestService, type TestService } from '../support/test-service';

describe('the readiness check', () => {
  let origin: TestService;
  let proxy: TcpProxy;
  let service: TestService;
  const logged: string[] = [];

  beforeAll(async () => {
    origin = await startTestService();
    proxy = await TcpProxy.to(origin.databaseUrl);
    service = await startTestService({
      databaseUrl: proxy.url,
      environment: { LOG_LEVEL: 'warn' },
      log: (line) => logged.push(line),
    });
  });

  afterAll(async () => {
    await service.stop();
    await proxy.cut();
    await origin.stop();
  });

  /** Advances the clock first, because the service caches the last answer for a second. */
  const readiness = async () => {
    service.clock.advance(1_000);
    const response = await fetch(`${service.url}/health/ready`);
    return { status: response.status, body: await response.json() };
  };

  const unavailable = (reason: string) => ({ status: 503, body: { status: 'unavailable', reason } });

  it('succeeds when the database answers and has the migrations of this version', async () => {
    expect(await readiness()).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('fails when the database lacks a migration', async () => {
    const [last] = await origin.query<{ id: number; timestamp: string; name: string }>(
      'delete from migrations where id = (select max(id) from migrations) returning *',
    );
    const reason = 'The database lacks migrations of this version of the service';
    expect(await readiness()).toEqual(unavailable(reason));
    await origin.query(
      'insert into migrations (id, timestamp, name) overriding system value values ($1, $2, $3)',
      [last?.id, last?.timestamp, last?.name],
    );
    expect((await readiness()).status).toBe(200);
  });

  describe('when a newer version has migrated the database', () => {
    beforeEach(() =>
      origin.query(`insert into migrations (timestamp, name) values (4102444800000, 'Future4102444800000')`),
    );

    afterEach(async () => {
      await origin.query(`delete from migrations where name = 'Future4102444800000'`);
      await origin.query('comment on table migrations is null');
    });

    const warnings = () => logged.filter((line) => line.includes('Future4102444800000'));

    it('succeeds, so that an old instance serves until it is stopped, and logs it once', async () => {
      expect(await readiness()).toEqual({ status: 200, body: { status: 'ok' } });
      expect((await readiness()).status).toBe(200);
      expect(warnings()).toHaveLength(1);
      expect(warnings()[0]).toContain('this version goes on serving');
    });

    it('succeeds when that version has removed what this version does not use any more', async () => {
      await origin.query(`comment on table migrations is 'Serves builds from 1790000000000 on'`);
      expect((await readiness()).status).toBe(200);
    });

    it('fails when that version has removed what this version uses', async () => {
      await origin.query(`comment on table migrations is 'Serves builds from 4102444700000 on'`);
      expect(await readiness()).toEqual(
        unavailable('A newer version of the service has removed from the database what this version uses'),
      );
      expect(warnings().at(-1)).toContain('stop this process');
    });
  });

  it('queries the database at most once a second for any number of requests', async () => {
    const ready = async () => (await fetch(`${service.url}/health/ready`)).status;
    expect((await readiness()).status).toBe(200);
    await proxy.cut();
    service.clock.advance(999);
    expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array(20).fill(200));
    service.clock.advance(1);
    expect(await ready()).toBe(503);
    await proxy.mend();
  });

  it('fails while the database is unreachable and succeeds when it returns', async () => {
    await proxy.cut();
    expect(await readiness()).toEqual(unavailable('The database does not answer'));
    await proxy.mend();
    expect((await readiness()).status).toBe(200);
  });
});
