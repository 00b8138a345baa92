import PgBoss from 'pg-boss';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../src/platform/database/database';
import { DatabaseConnection } from '../../../src/platform/database/connection/connection';
import { insertJobs, Jobs } from '../../../src/platform/queue/jobs';
import { interceptStatements } from '../../support/database/intercept-statements';
import { startTestService, type TestService } from '../../support/test-service';

describe('The queue', () => {
  let service: TestService;
  let jobs: Jobs;

  beforeAll(async () => {
    service = await startTestService();
    await service.query(`select pgboss.create_queue('errands', '{"policy": "standard", "retryLimit": 1, "retryDelay": 1,
      "retryBackoff": false, "expireInSeconds": 300, "retentionMinutes": 60}')`);
    jobs = service.app.get(Jobs);
  });

  afterEach(() => service.query('delete from pgboss.job'));

  afterAll(() => service.stop());

  const inTransaction = (work: (tx: EntityManager) => Promise<unknown>) =>
    service.app.get(Database).transaction({ via: 'worker' }, work);
  /** Queues a job for each of the things. */
  const queue = (tx: EntityManager, things: readonly string[], name = 'errands') => {
    const text = insertJobs(name, `jsonb_build_object('what', what)`, 'unnest($1::text[]) as thing(what)');
    return service.app.get(Database).rows({ name: '', text }, [things], tx);
  };
  const takeOne = async () => (await jobs.take<{ what: string }>('errands')) ?? never();

  it('hands a job with its data to one worker', async () => {
    await inTransaction((tx) => queue(tx, ['milk']));
    expect(await takeOne()).toMatchObject({ queue: 'errands', data: { what: 'milk' }, attempt: 1 });
    expect(await jobs.take('errands')).toBeUndefined();
  });

  it('hands out jobs in the order in which they were queued', async () => {
    for (const what of ['milk', 'bread', 'salt']) await inTransaction((tx) => queue(tx, [what]));
    const taken = [await takeOne(), await takeOne(), await takeOne()];
    expect(taken.map(({ data }) => data.what)).toEqual(['milk', 'bread', 'salt']);
  });

  it('accepts several jobs in one statement', async () => {
    await inTransaction((tx) => queue(tx, ['milk', 'bread']));
    const taken = [await takeOne(), await takeOne()];
    expect(taken.map(({ data }) => data.what).sort()).toEqual(['bread', 'milk']);
  });

  it('writes the rows that pg-boss writes itself', async () => {
    await service.query(`select pgboss.create_queue('parcels',
      '{"policy": "short", "retryLimit": 3, "retryDelay": 7, "retryBackoff": true, "expireInSeconds": 90, "retentionMinutes": 5}')`);
    const text = insertJobs(
      'parcels',
      `jsonb_build_object('to', place)`,
      `(values ('here')) as parcel(place)`,
    );
    const executeSql = async (sql: string, values: unknown[]) => ({ rows: await service.query(sql, values) });
    const rowsAfter = async (write: () => Promise<unknown>) => {
      await write();
      return service.query(`
        delete from pgboss.job returning name, priority, data, state, retry_limit, retry_count, retry_delay, retry_backoff,
          start_after - created_on as wait, started_on, singleton_key, singleton_on, expire_in, completed_on,
          keep_until - created_on as kept, output, dead_letter, policy`);
    };
    const ours = await rowsAfter(() => service.query(text));
    expect(ours).toEqual(
      await rowsAfter(() => new PgBoss({ db: { executeSql } }).send('parcels', { to: 'here' })),
    );
    expect(ours).toMatchObject([{ data: { to: 'here' }, retry_limit: 3, policy: 'short' }]);
  });

  it('takes the message that has waited longest from an index, in the order in which they were queued', async () => {
    await service.query(`
      insert into pgboss.job (name, data, created_on)
      select 'notifications', '{}', now() - make_interval(secs => n) from generate_series(1, 2_000) n`);
    await service.query('analyze pgboss.job');
    let taking = '';
    interceptStatements((statement) => {
      if (typeof statement !== 'string' && statement.name === 'jobs.take') taking = statement.text;
      return statement;
    });
    expect(await jobs.take('notifications')).toBeDefined();
    jest.restoreAllMocks();
    const plan = await service.query(`explain ${taking}`, ['notifications', 1]);
    expect(JSON.stringify(plan)).toContain('notifications_waiting_idx');
  });

  it('drops a job when its transaction is rolled back', async () => {
    const failing = inTransaction(async (tx) => {
      await queue(tx, ['milk']);
      throw new Error('rolled back on purpose');
    });
    await expect(failing).rejects.toThrow('rolled back on purpose');
    expect(await jobs.take('errands')).toBeUndefined();
  });

  it('refuses a job for a queue that does not exist', async () => {
    const adding = inTransaction((tx) => queue(tx, ['milk'], 'nowhere'));
    await expect(adding).rejects.toThrow('no partition of relation "job"');
  });

  it('accepts only one job for each period when the same job is queued repeatedly', async () => {
    const asking = Array.from({ length: 5 }, () => jobs.addOncePer(3_600, 'errands'));
    await Promise.all(asking);
    const [row] = await service.query<{ isOnePerPeriod: boolean }>(
      `select count(*) = count(distinct singleton_on) as "isOnePerPeriod" from pgboss.job`,
    );
    expect(row).toEqual({ isOnePerPeriod: true });
  });

  it('rejects a request for a job when the database is unreachable', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    const { app } = other;
    await other.stop();
    await expect(app.get(Jobs).take('errands')).rejects.toThrow();
  });

  it('retries a job as often as its queue allows, and then stops', async () => {
    await inTransaction((tx) => queue(tx, ['milk']));
    const first = await takeOne();
    expect(await inTransaction((tx) => jobs.putOff(first, tx))).toBeInstanceOf(Date);
    await service.query(`update pgboss.job set start_after = now() - interval '1 second'`);
    const second = await takeOne();
    expect([second.id, second.attempt]).toEqual([first.id, 2]);
    expect(await inTransaction((tx) => jobs.putOff(second, tx))).toBeNull();
  });

  it('keeps its connections usable when maintenance fails', async () => {
    await service.query('alter table pgboss.archive rename to archive_elsewhere');
    await expect(jobs.maintain()).rejects.toThrow('pgboss.archive');
    await service.query('alter table pgboss.archive_elsewhere rename to archive');
    // One statement on each connection of the pool.
    const pool = Array.from({ length: 10 }, () => jobs.take('errands'));
    expect(new Set(await Promise.all(pool))).toEqual(new Set([undefined]));
    expect(await service.app.get(DatabaseConnection).isReady()).toBe(true);
  });
});

function never(): never {
  throw new Error('there is nothing to take');
}
