import { Client } from 'pg';
import { CommitWatch } from '../../../src/operating/worker/commit-watch';
import { Database } from '../../../src/platform/database/database';
import { startTestService, type TestService } from '../../support/test-service';

/** Longer than any test runs. */
const LONG_MS = 3_600_000;

describe('The watch of commits', () => {
  let service: TestService;
  let other: Client;
  let watch: CommitWatch;

  beforeAll(async () => {
    service = await startTestService();
    await service.query('create table written (value int)');
    other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
  });

  beforeEach(async () => {
    watch = new CommitWatch(service.app.get(Database));
    await watch.look();
  });

  afterAll(async () => {
    await other.end();
    await service.stop();
  });

  const write = () => other.query('insert into written values (1)');
  /** Whether a wait ends when the watch looks once. */
  const endsWithALook = async (): Promise<boolean> => {
    let hasEnded = false;
    const waiting = watch.changeFrom(watch.state, LONG_MS).then(() => {
      hasEnded = true;
    });
    await watch.look();
    await new Promise(setImmediate);
    const result = hasEnded;
    watch.stop();
    await waiting;
    return result;
  };

  it('wakes a loop after a commit of another process', async () => {
    await write();
    expect(await endsWithALook()).toBe(true);
  });

  it('wakes a loop after the commit of a transaction that had begun to write before the last look', async () => {
    await other.query('begin');
    await write();
    await watch.look();
    await other.query('commit');
    expect(await endsWithALook()).toBe(true);
  });

  it('does not wake a loop while transactions only read', async () => {
    // The other tests of this server commit as well: in one of many looks, none of them does.
    const looks = 500;
    let woken = 0;
    for (; woken < looks; woken += 1) {
      watch = new CommitWatch(service.app.get(Database));
      await watch.look();
      await other.query('select count(*) from written');
      if (!(await endsWithALook())) break;
    }
    expect(woken).toBeLessThan(looks);
  });

  it('does not let a loop wait that began its work before a commit that a look has seen', async () => {
    const { state } = watch;
    await write();
    await watch.look();
    await expect(watch.changeFrom(state, LONG_MS)).resolves.toBeUndefined();
  });

  it('lets a loop wait no longer than the loop says', async () => {
    await expect(watch.changeFrom(watch.state, 1)).resolves.toBeUndefined();
  });

  it('lets no loop wait once it is stopped', async () => {
    const waiting = watch.changeFrom(watch.state, LONG_MS);
    watch.stop();
    await expect(Promise.all([waiting, watch.changeFrom(watch.state, LONG_MS)])).resolves.toHaveLength(2);
  });
});
