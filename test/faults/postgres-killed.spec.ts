import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { aftermath, UNSCATHED } from './support/aftermath';
import { Cast } from './support/cast';
import { EFFORT, RESUMES_WITHIN } from './support/effort';
import { OwnPostgres } from './support/own-postgres';
import { resumption } from './support/resumption';
import { Shop } from './support/shop';
import { Storm } from './support/storm';

describe('kill -9 of PostgreSQL', () => {
  const cast = new Cast();
  let postgres: OwnPostgres;

  beforeAll(async () => {
    await build();
    postgres = await OwnPostgres.create();
  }, 180_000);

  afterAll(async () => {
    await cast.dismiss();
    await postgres.remove();
  });

  it('in a storm is a 503 until it is started again; what was answered is still there', async () => {
    const service = cast.start({ DATABASE_URL: postgres.url });
    const url = await service.url();
    const shop = await Shop.open(url, postgres.url);
    const storm = Storm.over(shop, url);
    const resumed: number[] = [];
    for (let blow = 0; blow < EFFORT.blows; blow++) {
      await wait(EFFORT.storm);
      await postgres.kill();
      await storm.until(EFFORT.clients, 503);
      await postgres.start();
      resumed.push(await resumption('PostgreSQL was killed and started', shop, url, performance.now()));
    }
    await storm.until(EFFORT.clients, 201);
    await storm.end();

    expect(await aftermath({ databaseUrl: postgres.url, storm, processes: [service] })).toEqual(UNSCATHED);
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUMES_WITHIN);
  }, 180_000);
});
