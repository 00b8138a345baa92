import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { query } from '../../support/database/query';
import { startTestService, type TestService } from '../../support/test-service';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('Slow searches', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '4' } });
  });

  afterAll(() => service.stop());

  it.each([
    ['customers', '/customers?q=mia'],
    ['customers for a word without an index', '/customers?q=m&length='],
    ['appointments', '/appointments/search?q=mia'],
  ])('for %s hold half of the connections, so that other requests are answered at once', async (_, path) => {
    const rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin; lock table customers in access exclusive mode');
    const searches = Promise.all(Array.from({ length: 20 }, (_, n) => service.admin.get(`${path}${n + 1}`)));
    while ((await query(service.databaseUrl, WAITING)).length < 2) await wait(10);
    const others = await Promise.all(Array.from({ length: 20 }, () => service.admin.get('/categories')));
    const held = (await query(service.databaseUrl, WAITING)).length;
    await rival.query('commit');
    await rival.end();
    const statuses = (answers: readonly { status: number }[]) => new Set(answers.map(({ status }) => status));
    expect([held, statuses(others), statuses(await searches)]).toEqual([2, new Set([200]), new Set([200])]);
  });
});
