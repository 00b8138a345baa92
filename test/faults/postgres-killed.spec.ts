import { setTimeout as wait } from 'node:timers/promises';
import { NO_FAULTS } from './support/find-faults';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { OwnPostgres } from './support/own-postgres';
import { Testbed } from './support/testbed';
import { timeToResume } from './support/time-to-resume';

describe('after kill -9 of PostgreSQL', () => {
  const bed = Testbed.forAll(() => OwnPostgres.create());

  it('the service answers 503 until PostgreSQL is restarted, and every confirmed booking is still there', async () => {
    const service = bed.start();
    const { url, business, load } = await bed.load(service);
    const resumed: number[] = [];
    for (let round = 0; round < SCALE.repetitions; round++) {
      await wait(SCALE.loadMs);
      await bed.database.kill();
      await load.until(SCALE.clients, 503);
      await bed.database.start();
      resumed.push(await timeToResume('PostgreSQL was killed and started', business, url, performance.now()));
    }
    await load.until(SCALE.clients, 201);
    await load.end();

    expect(await bed.faults(load, service)).toEqual(NO_FAULTS);
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 180_000);
});
