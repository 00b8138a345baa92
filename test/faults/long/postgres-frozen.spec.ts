import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../../cli/run-cli';
import { aftermath, UNSCATHED } from '../support/aftermath';
import { Cast } from '../support/cast';
import { EFFORT, RESUMES_WITHIN } from '../support/effort';
import { OwnPostgres } from '../support/own-postgres';
import { resumption } from '../support/resumption';
import { Shop } from '../support/shop';
import { Storm } from '../support/storm';

/** Longer than any answer may take, in ms. */
const FROZEN_FOR = 40_000;

describe('a PostgreSQL that freezes', () => {
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

  it('neither answering nor refusing is a 503 in time to everybody', async () => {
    const service = cast.start({ DATABASE_URL: postgres.url });
    const url = await service.url();
    const shop = await Shop.open(url, postgres.url);
    const storm = Storm.over(shop, url);
    await wait(EFFORT.storm);
    await postgres.freeze();
    await wait(FROZEN_FOR);
    expect(storm.count(503)).toBeGreaterThanOrEqual(EFFORT.clients);
    await postgres.thaw();
    const resumed = await resumption('PostgreSQL was frozen', shop, url, performance.now());
    await wait(EFFORT.storm);
    await storm.end();

    expect(await aftermath({ databaseUrl: postgres.url, storm, processes: [service] })).toEqual(UNSCATHED);
    expect(resumed).toBeLessThanOrEqual(RESUMES_WITHIN);
  }, 180_000);
});
