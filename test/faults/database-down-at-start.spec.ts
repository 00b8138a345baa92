import { setTimeout as wait } from 'node:timers/promises';
import { TcpProxy } from '../support/tcp-proxy';
import { NO_FAULTS } from './support/find-faults';
import { sendRequest, type Reply } from './support/send-request';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { Testbed } from './support/testbed';
import { timeToResume } from './support/time-to-resume';
import { BookingLoad } from './support/booking-load';

describe('the service, started while its database cannot be reached', () => {
  const bed = Testbed.forEach();
  let proxy: TcpProxy;

  beforeEach(async () => {
    proxy = await TcpProxy.to(bed.database.url);
    await proxy.cut();
  });

  afterEach(() => proxy.cut());

  it('answers 503 until an empty database can be reached and is migrated', async () => {
    const service = bed.start({ DATABASE_URL: proxy.url });
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
    const before = bed.start();
    const business = await bed.openBusiness(await before.url());
    await before.kill('SIGTERM');

    const service = bed.start({ DATABASE_URL: proxy.url });
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

    expect(await bed.faults(load, service)).toEqual(NO_FAULTS);
    expect(resumed).toBeLessThanOrEqual(RESUME_LIMIT_MS);
  }, 120_000);
});
