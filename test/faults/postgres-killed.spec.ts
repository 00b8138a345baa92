import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { findFaults, NO_FAULTS } from './support/find-faults';
import { ServiceProcesses } from './support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { OwnPostgres } from './support/own-postgres';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';
import { BookingLoad } from './support/booking-load';

describe('after kill -9 of PostgreSQL', () => {
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

  it('the service answers 503 until PostgreSQL is restarted, and every confirmed booking is still there', async () => {
    const service = processes.start({ DATABASE_URL: postgres.url });
    const url = await service.url();
    const business = await SampleBusiness.open(url, postgres.url);
    const load = BookingLoad.start(business, url);
    const resumed: number[] = [];
    for (let round = 0; round < SCALE.repetitions; round++) {
      await wait(SCALE.loadMs);
      await postgres.kill();
      await load.until(SCALE.clients, 503);
      await postgres.start();
      resumed.push(await timeToResume('PostgreSQL was killed and started', business, url, performance.now()));
    }
    await load.until(SCALE.clients, 201);
    await load.end();

    expect(await findFaults({ databaseUrl: postgres.url, load: load, processes: [service] })).toEqual(
      NO_FAULTS,
    );
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 180_000);
});
