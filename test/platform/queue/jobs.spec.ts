import { Database } from '../../../src/platform/database/database';
import { DatabaseConnection } from '../../../src/platform/database/connection';
import { Jobs } from '../../../src/platform/queue/jobs';
import { startTestService, type TestService } from '../../support/test-service';

describe('The queue', () => {
  let service: TestService;
  let jobs: Jobs;

  beforeAll(async () => {
    service = await startTestService();
    await service.query(`select pgboss.create_queue('errands', '{"policy": "standard", "retryLimit": 1}')`);
    jobs = service.app.get(Jobs);
  });

  afterEach(() => service.query('delete from pgboss.job'));

  afterAll(() => service.stop());

  const inTransaction = (work: (tx: Parameters<Jobs['add']>[0]) => Promise<unknown>) =>
    service.app.get(Database).transaction({ via: 'worker' }, work);
  const takeOne = async () => (await jobs.take<{ what: string }>('errands')) ?? never();

  it('hands a job with its data to one worker', async () => {
    await inTransaction((tx) => jobs.add(tx, 'errands', { what: 'milk' }));
    expect(await takeOne()).toMatchObject({ queue: 'errands', data: { what: 'milk' }, attempt: 1 });
    expect(await jobs.take('errands')).toBeUndefined();
  });

  it('hands out jobs in the order in which they were queued', async () => {
    for (const what of ['milk', 'bread', 'salt'])
      await inTransaction((tx) => jobs.add(tx, 'errands', { what }));
    const taken = [await takeOne(), await takeOne(), await takeOne()];
    expect(taken.map(({ data }) => data.what)).toEqual(['milk', 'bread', 'salt']);
  });

  it('accepts several jobs in one statement', async () => {
    await inTransaction((tx) => jobs.addAll(tx, 'errands', [{ what: 'milk' }, { what: 'bread' }]));
    const taken = [await takeOne(), await takeOne()];
    expect(taken.map(({ data }) => data.what).sort()).toEqual(['bread', 'milk']);
  });

  it('drops a job when its transaction is rolled back', async () => {
    const failing = inTransaction(async (tx) => {
      await jobs.add(tx, 'errands', { what: 'milk' });
      throw new Error('rolled back on purpose');
    });
    await expect(failing).rejects.toThrow('rolled back on purpose');
    expect(await jobs.take('errands')).toBeUndefined();
  });

  it('refuses a job for a queue that does not exist', async () => {
    const adding = inTransaction((tx) => jobs.add(tx, 'nowhere', {}));
    await expect(adding).rejects.toThrow('there is no queue called nowhere');
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
    await inTransaction((tx) => jobs.add(tx, 'errands', { what: 'milk' }));
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
