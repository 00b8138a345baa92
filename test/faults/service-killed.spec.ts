import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { aftermath, UNSCATHED } from './support/aftermath';
import { aPort, Cast } from './support/cast';
import { EFFORT, RESUMES_WITHIN } from './support/effort';
import { resumption } from './support/resumption';
import { Shop } from './support/shop';
import { Storm } from './support/storm';

describe('kill -9 of the service', () => {
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

  it('loses and doubles nothing in a storm of bookings', async () => {
    const environment = { DATABASE_URL: database.url, PORT: await aPort() };
    let service = cast.start(environment);
    const url = await service.url();
    const shop = await Shop.open(url, database.url);
    const storm = Storm.over(shop, url);
    const resumed: number[] = [];
    for (let blow = 0; blow < EFFORT.blows; blow++) {
      await wait(EFFORT.storm);
      await service.kill('SIGKILL');
      service = cast.start(environment);
      await service.url();
      resumed.push(await resumption('the service was killed', shop, url, performance.now()));
    }
    await storm.until(EFFORT.clients, 201);
    await storm.end();

    expect(storm.count('none')).toBeGreaterThan(0);
    expect(await aftermath({ databaseUrl: database.url, storm, processes: [service] })).toEqual(UNSCATHED);
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUMES_WITHIN);
  }, 180_000);
});
