import { setTimeout as wait } from 'node:timers/promises';
import { NO_FAULTS } from '../support/find-faults';
import { SCALE, RESUME_LIMIT_MS } from '../support/scale';
import { OwnPostgres } from '../support/own-postgres';
import { Testbed } from '../support/testbed';
import { timeToResume } from '../support/time-to-resume';

/** In ms; longer than any answer may take. */
const FROZEN_FOR = 40_000;

describe('while PostgreSQL is frozen', () => {
  const bed = Testbed.forAll(() => OwnPostgres.create());

  it('the service answers 503 within the limit', async () => {
    const service = bed.start();
    const { url, business, load } = await bed.load(service);
    await wait(SCALE.loadMs);
    await bed.database.freeze();
    await wait(FROZEN_FOR);
    expect(load.count(503)).toBeGreaterThanOrEqual(SCALE.clients);
    await bed.database.thaw();
    const resumed = await timeToResume('PostgreSQL was frozen', business, url, performance.now());
    await wait(SCALE.loadMs);
    await load.end();

    expect(await bed.faults(load, service)).toEqual(NO_FAULTS);
    expect(resumed).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 180_000);
});
