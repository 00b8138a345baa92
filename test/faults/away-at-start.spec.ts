import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { TcpProxy } from '../support/tcp-proxy';
import { aftermath, UNSCATHED } from './support/aftermath';
import { ask, type Reply } from './support/ask';
import { Cast } from './support/cast';
import { EFFORT, RESUMES_WITHIN } from './support/effort';
import { resumption } from './support/resumption';
import { Shop } from './support/shop';
import { Storm } from './support/storm';

describe('a database that is away when the service starts', () => {
  const cast = new Cast();
  let database: EmptyDatabase;
  let proxy: TcpProxy;

  beforeAll(() => build(), 180_000);

  beforeEach(async () => {
    database = await createEmptyDatabase();
    proxy = await TcpProxy.to(database.url);
    await proxy.cut();
  });

  afterEach(async () => {
    await cast.dismiss();
    await proxy.cut();
    await database.drop();
  });

  it('and has nothing in it yet is a 503 until it is there and set up', async () => {
    const service = cast.start({ DATABASE_URL: proxy.url });
    const url = await service.url();
    const providers = () => ask(url, { method: 'GET', path: '/providers' });
    const replies: Reply[] = [await providers()];
    await proxy.mend();
    const since = performance.now();
    while (replies.at(-1)?.status !== 200) replies.push(...(await Promise.all([1, 2, 3].map(providers))));
    const ms = performance.now() - since;

    const others = replies.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([503]));
    expect(others.every(({ headers }) => /^\d+$/.test(headers['retry-after'] ?? ''))).toBe(true);
    expect(ms).toBeLessThanOrEqual(RESUMES_WITHIN);
    expect(service.hasEnded()).toBe(false);
  }, 60_000);

  it('is a 503 to a storm of bookings, and found as soon as it is there', async () => {
    const before = cast.start({ DATABASE_URL: database.url });
    const shop = await Shop.open(await before.url(), database.url);
    await before.kill('SIGTERM');

    const service = cast.start({ DATABASE_URL: proxy.url });
    const url = await service.url();
    const storm = Storm.over(shop, url);
    await storm.until(EFFORT.clients, 503);
    await proxy.mend();
    const resumed = await resumption('the database was away at the start', shop, url, performance.now());
    await wait(EFFORT.storm);
    await storm.end();

    expect(await aftermath({ databaseUrl: database.url, storm, processes: [service] })).toEqual(UNSCATHED);
    expect(resumed).toBeLessThanOrEqual(RESUMES_WITHIN);
  }, 120_000);
});
