import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { aftermath, UNSCATHED } from './support/aftermath';
import { Cast } from './support/cast';
import { EFFORT, RESUMES_WITHIN } from './support/effort';
import { resumption } from './support/resumption';
import { Shop } from './support/shop';
import { Storm } from './support/storm';

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and pid <> pg_backend_pid()`;
const EVERY_MS = 100;

describe('pg_terminate_backend of all connections', () => {
  const cast = new Cast();
  let database: EmptyDatabase;

  beforeAll(async () => {
    await build();
    database = await createEmptyDatabase();
  }, 180_000);

  afterAll(async () => {
    await cast.dismiss();
    await database.drop();
  });

  it('again and again in a storm is a 503 to those whom it hits, and nothing else', async () => {
    // With its worker: that one has the database in hand, too.
    const service = cast.start({ DATABASE_URL: database.url, WORKER: 'on', SMTP_URL: 'smtp://127.0.0.1:1' });
    const url = await service.url();
    const shop = await Shop.open(url, database.url);
    const storm = Storm.over(shop, url);
    await wait(EFFORT.storm);
    for (let cut = 0; cut < EFFORT.blows * 10; cut++) {
      await wait(EVERY_MS);
      await query(database.url, TERMINATE);
    }
    const resumed = await resumption('all connections were cut', shop, url, performance.now());
    await storm.until(EFFORT.clients, 201);
    await storm.end();

    expect(storm.count(503)).toBeGreaterThan(0);
    expect(await aftermath({ databaseUrl: database.url, storm, processes: [service] })).toEqual(UNSCATHED);
    expect(resumed).toBeLessThanOrEqual(RESUMES_WITHIN);
  }, 180_000);
});
