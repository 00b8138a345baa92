import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../../cli/run-cli';
import { findFaults, NO_FAULTS } from '../support/find-faults';
import { ServiceProcesses } from '../support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from '../support/scale';
import { OwnPostgres } from '../support/own-postgres';
import { timeToResume } from '../support/time-to-resume';
import { SampleBusiness } from '../support/sample-business';
import { BookingLoad } from '../support/booking-load';

/** In ms; longer than any answer may take. */
const FROZEN_FOR = 40_000;

describe('while PostgreSQL is frozen', () => {
  const processes = new ServiceProcesses();
  let postgres: OwnPostgres;

  beforeAll(async () => {
    await build();
    postgres = await OwnPostgres.create();
  }, 180_000);

  afterAll(async () => {
    await processes.killAll();
    await postgres.remove();
  });

  it('the service answers 503 within the limit', async () => {
    const service = processes.start({ DATABASE_URL: postgres.url });
    const url = await service.url();
    const business = await SampleBusiness.open(url, postgres.url);
    const load = BookingLoad.start(business, url);
    await wait(SCALE.loadMs);
    await postgres.freeze();
    await wait(FROZEN_FOR);
    expect(load.count(503)).toBeGreaterThanOrEqual(SCALE.clients);
    await postgres.thaw();
    const resumed = await timeToResume('PostgreSQL was frozen', business, url, performance.now());
    await wait(SCALE.loadMs);
    await load.end();

    expect(await findFaults({ databaseUrl: postgres.url, load: load, processes: [service] })).toEqual(
      NO_FAULTS,
    );
    expect(resumed).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 180_000);
});
