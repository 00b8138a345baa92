import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { TcpProxy } from '../support/tcp-proxy';
import { findFaults, NO_FAULTS } from './support/find-faults';
import { sendRequest, type Reply } from './support/send-request';
import { ServiceProcesses } from './support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';
import { BookingLoad } from './support/booking-load';

describe('the service, started while its database cannot be reached', () => {
  const processes = new ServiceProcesses();
  let database: EmptyDatabase;
  let proxy: TcpProxy;

  beforeAll(() => build(), 180_000);

  beforeEach(async () => {
    database = await createEmptyDatabase();
    proxy = await TcpProxy.to(database.url);
    await proxy.cut();
  });

  afterEach(async () => {
    await processes.killAll();
    await proxy.cut();
    await database.drop();
  });

  it('answers 503 until an empty database can be reached and is migrated', async () => {
    const service = processes.start({ DATABASE_URL: proxy.url });
    const url = await service.url();
    const providers = () => sendRequest(url, { method: 'GET', path: '/providers' });
    const replies: Reply[] = [await providers()];
    await proxy.mend();
    const since = performance.now();
    while (replies.at(-1)?.status !== 200) replies.push(...(await Promise.all([1, 2, 3].map(providers))));
    const ms = performance.now() - since;

    const others = replies.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([503]));
    expect(others.every(({ headers }) => /^\d+$/.test(headers['retry-after'] ?? ''))).toBe(true);
    expect(ms).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    expect(service.hasEnded()).toBe(false);
  }, 60_000);

  it('answers 503 to many bookings, and accepts them soon after the database can be reached', async () => {
    const before = processes.start({ DATABASE_URL: database.url });
    const business = await SampleBusiness.open(await before.url(), database.url);
    await before.kill('SIGTERM');

    const service = processes.start({ DATABASE_URL: proxy.url });
    const url = await service.url();
    const load = BookingLoad.start(business, url);
    await load.until(SCALE.clients, 503);
    await proxy.mend();
    const resumed = await timeToResume(
      'the database could not be reached at the start',
      business,
      url,
      performance.now(),
    );
    await wait(SCALE.loadMs);
    await load.end();

    expect(await findFaults({ databaseUrl: database.url, load: load, processes: [service] })).toEqual(
      NO_FAULTS,
    );
    expect(resumed).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 120_000);
});
