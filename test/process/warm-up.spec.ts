import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { ShortReads } from '../../src/platform/database/reads/short-reads';
import { warmUp } from '../../src/process/warm-up';
import { startTestService, type TestService } from '../support/test-service';

const SHARED = 2;
const PREPARED = {
  text: `select pg_backend_pid() as pid, array_agg(name order by name) as names from pg_prepared_statements where generic_plans > 0`,
};

const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

interface Prepared {
  readonly pid: number;
  readonly names: readonly string[];
}

describe('The warm-up of a service', () => {
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '8' } });
  });

  afterEach(async () => {
    await service.stop();
  });

  it('opens every shared connection and plans the frequent reads on each', async () => {
    await warmUp(service.app);
    const reads = service.app.get(ShortReads);
    const answers = await Promise.all(
      Array.from({ length: SHARED }, async () => reads.send<Prepared>(PREPARED)),
    );
    const found = answers.flatMap((answer) => answer ?? []);
    expect(new Set(found.map(({ pid }) => pid)).size).toBe(SHARED);
    for (const { names } of found)
      expect(names).toEqual([
        'api-keys.find-live',
        'appointments.get',
        'appointments.page..tallies.all.start:asc',
        'appointments.page..tallies.all.start:asc.unless-known',
        'availability.snapshot-of-one',
        'services.list.live.name:asc',
        'services.list.live.name:asc.unless-known',
      ]);
  });

  it('does not hold up the start when a read waits for a lock', async () => {
    const rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin; lock table api_keys in access exclusive mode');
    await expect(warmUp(service.app)).resolves.toBeUndefined();
    // The reads go on behind it.
    while ((await service.query(WAITING)).length === 0) await wait(5);
    await rival.end();
  });
});
