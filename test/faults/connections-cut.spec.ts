import { setTimeout as wait } from 'node:timers/promises';
import { createEmptyDatabase } from '../support/database/empty-database';
import { query } from '../support/database/query';
import { NO_FAULTS } from './support/find-faults';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { Testbed } from './support/testbed';
import { timeToResume } from './support/time-to-resume';

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;
const EVERY_MS = 100;

describe('The service, while pg_terminate_backend ends all its connections repeatedly,', () => {
  const bed = Testbed.forAll(createEmptyDatabase);

  it('answers 503 to the affected requests, and loses or duplicates nothing', async () => {
    // The worker of the service also uses the database.
    const service = bed.start({ WORKER: 'on', SMTP_URL: 'smtp://127.0.0.1:1' });
    const { url, business, load } = await bed.load(service);
    await wait(SCALE.loadMs);
    for (let cut = 0; cut < SCALE.repetitions * 10; cut++) {
      await wait(EVERY_MS);
      await query(bed.database.url, TERMINATE);
    }
    const resumed = await timeToResume('all connections were cut', business, url, performance.now());
    await load.until(SCALE.clients, 201);
    await load.end();

    expect(load.count(503)).toBeGreaterThan(0);
    expect(await bed.faults(load, service)).toEqual(NO_FAULTS);
    expect(resumed).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 180_000);
});
