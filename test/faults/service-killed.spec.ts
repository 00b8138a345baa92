import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { findFaults, NO_FAULTS } from './support/find-faults';
import { choosePortText, ServiceProcesses } from './support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';
import { BookingLoad } from './support/booking-load';

describe('after kill -9 of the service', () => {
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

  it('no booking is lost or duplicated', async () => {
    const environment = { DATABASE_URL: database.url, PORT: await choosePortText() };
    let service = processes.start(environment);
    const url = await service.url();
    const business = await SampleBusiness.open(url, database.url);
    const load = BookingLoad.start(business, url);
    const resumed: number[] = [];
    for (let round = 0; round < SCALE.repetitions; round++) {
      await wait(SCALE.loadMs);
      await service.kill('SIGKILL');
      service = processes.start(environment);
      await service.url();
      resumed.push(await timeToResume('the service was killed', business, url, performance.now()));
    }
    await load.until(SCALE.clients, 201);
    await load.end();

    expect(load.count('none')).toBeGreaterThan(0);
    expect(await findFaults({ databaseUrl: database.url, load: load, processes: [service] })).toEqual(
      NO_FAULTS,
    );
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 180_000);
});
