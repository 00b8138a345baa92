import { setTimeout as wait } from 'node:timers/promises';
import { createEmptyDatabase } from '../support/database/empty-database';
import { NO_FAULTS } from './support/find-faults';
import { choosePortText } from './support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { Testbed } from './support/testbed';
import { timeToResume } from './support/time-to-resume';

describe('after kill -9 of the service', () => {
  const bed = Testbed.forAll(createEmptyDatabase);

  it('no booking is lost or duplicated', async () => {
    const environment = { PORT: await choosePortText() };
    let service = bed.start(environment);
    const { url, business, load } = await bed.load(service);
    const resumed: number[] = [];
    for (let round = 0; round < SCALE.repetitions; round++) {
      await wait(SCALE.loadMs);
      await service.kill('SIGKILL');
      service = bed.start(environment);
      await service.url();
      resumed.push(await timeToResume('the service was killed', business, url, performance.now()));
    }
    await load.until(SCALE.clients, 201);
    await load.end();

    expect(load.count('none')).toBeGreaterThan(0);
    expect(await bed.faults(load, service)).toEqual(NO_FAULTS);
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 180_000);
});
