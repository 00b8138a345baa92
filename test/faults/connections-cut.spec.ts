import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { findFaults, NO_FAULTS } from './support/find-faults';
import { ServiceProcesses } from './support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';
import { BookingLoad } from './support/booking-load';

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;
const EVERY_MS = 100;

describe('The service, while pg_terminate_backend ends all its connections repeatedly,', () => {
  const processes = new ServiceProcesses();
  let database: EmptyDatabase;

  beforeAll(async () => {
    await build();
    database = await createEmptyDatabase();
  }, 180_000);

  afterAll(async () => {
    await processes.killAll();
    await database.drop();
  });

  it('answers 503 to the affected requests, and loses or duplicates nothing', async () => {
    // The worker of the service also uses the database.
    const service = processes.start({
      DATABASE_URL: database.url,
      WORKER: 'on',
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    const url = await service.url();
    const business = await SampleBusiness.open(url, database.url);
    const load = BookingLoad.start(business, url);
    await wait(SCALE.loadMs);
    for (let cut = 0; cut < SCALE.repetitions * 10; cut++) {
      await wait(EVERY_MS);
      await query(database.url, TERMINATE);
    }
    const resumed = await timeToResume('all connections were cut', business, url, performance.now());
    await load.until(SCALE.clients, 201);
    await load.end();

    expect(load.count(503)).toBeGreaterThan(0);
    expect(await findFaults({ databaseUrl: database.url, load: load, processes: [service] })).toEqual(
      NO_FAULTS,
    );
    expect(resumed).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 180_000);
});
