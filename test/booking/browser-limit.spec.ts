import { Client } from 'pg';
import type { ApiClient } from '../support/api-client';
import { aProvider, aService, MONDAY } from '../support/builders';
import { aBrowserKey, PAGE, visitorWith } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';
import { BrowserLimit } from '../../src/booking/browser-limit/browser-limit';
import { Maintenance } from '../../src/operating/worker/maintenance';
import { DAY_MS } from '../../src/platform/time/units';

/** As many as may wait for a lock. */
const AT_ONCE = 4;
const REFUSED = [422, { reason: 'limit_reached', limit: 'browser', alternatives: [] }];

describe('Visitors of a page', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;
  let key: string;
  let guests = 0;

  beforeAll(async () => {
    service = await startTestService({ environment: { TRUST_PROXY: '1' } });
    serviceId = await aService(service.admin, { durationMin: 10 });
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    ({ key } = await aBrowserKey(service));
  });

  afterAll(() => service.stop());

  const from = (address: string, ofKey = key): ApiClient =>
    visitorWith(service.withKey(ofKey), { origin: PAGE, 'x-forwarded-for': address });
  const aGuest = () => `guest${++guests}@example.com`;
  const body = (email: string, members: object = {}) => ({
    ...{ name: 'Eva Berg', email, serviceId, providerId, date: MONDAY, start: '09:00' },
    ...members,
  });
  const aSeries = (email: string, count: number, members: object = {}) =>
    body(email, {
      rrule: `FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=${count}`,
      providerId: undefined,
      anyProvider: true,
      ...members,
    });
  const outcome = async (client: ApiClient, path: string, sent: object) => {
    const { status, body: answer } = await client.post(path, sent);
    return status < 300 ? status : [status, answer.error.details];
  };
  /** Books 20 appointments for a guest of each its own. */
  const use = async (client: ApiClient, emails: readonly string[] = [aGuest(), aGuest()]) => {
    const [first = '', second = ''] = emails;
    await aProvider(service.admin);
    expect(await outcome(client, '/series', aSeries(first, 12, { start: '10:00', exdates: [] }))).toBe(201);
    expect(await outcome(client, '/series', aSeries(second, 8, { start: '11:00' }))).toBe(201);
  };

  it('book series of twelve occurrences, and no longer ones; dry runs neither', async () => {
    for (const members of [{}, { dryRun: true }]) {
      const [status, details] = (await outcome(
        from('203.0.113.1'),
        '/series',
        aSeries(aGuest(), 13, members),
      )) as [number, object];
      expect([status, Object.keys(details)]).toEqual([422, ['rrule']]);
    }
    expect(await outcome(from('203.0.113.1'), '/series', aSeries(aGuest(), 12))).toBe(201);
    expect((await service.admin.post('/series', aSeries(aGuest(), 13, { start: '15:00' }))).status).toBe(201);
  });

  it.each([
    ['/appointments', (start: string) => body(aGuest(), { start })],
    ['/series', (start: string) => aSeries(aGuest(), 1, { start })],
    ['/series', (start: string) => aSeries(aGuest(), 1, { start, dryRun: true })],
    [
      '/visits',
      (start: string) => ({
        ...body(aGuest(), { start, serviceId: undefined, providerId: undefined }),
        items: [{ serviceId, providerId }],
      }),
    ],
  ])('of one address book 20 appointments within a day, and no more: POST %s', async (path, sent) => {
    const visitor = from('203.0.113.2');
    await use(visitor);
    expect(await outcome(visitor, path, sent('12:00'))).toEqual(REFUSED);
    expect(await outcome(from('203.0.113.3'), path, sent('12:00'))).toBeLessThan(300);
    const { key: otherKey } = await aBrowserKey(service);
    expect(await outcome(from('203.0.113.2', otherKey), path, sent('13:00'))).toBeLessThan(300);
  });

  it('book 20 appointments for one guest within a day, from many addresses; others book for that guest', async () => {
    const guest = aGuest();
    await use(from('203.0.113.4'), [guest, guest.toUpperCase()]);
    const once = () => body(guest, { start: '12:00' });
    expect(await outcome(from('203.0.113.5'), '/appointments', once())).toEqual(REFUSED);
    expect((await service.admin.post('/appointments', once())).status).toBe(201);
  });

  it('book as many occurrences of a series as are left, and no series with one more', async () => {
    const visitor = from('203.0.113.9');
    await aProvider(service.admin);
    expect(await outcome(visitor, '/series', aSeries(aGuest(), 12))).toBe(201);
    expect(await outcome(visitor, '/series', aSeries(aGuest(), 9, { start: '11:00' }))).toEqual(REFUSED);
    expect(await outcome(visitor, '/series', aSeries(aGuest(), 8, { start: '11:00' }))).toBe(201);
  });

  it('book again what was cancelled, and after a day', async () => {
    const visitor = from('203.0.113.6');
    await use(visitor);
    const [row] = await service.query<{ id: number }>(
      'select max(appointment_id) as id from browser_bookings',
    );
    await service.admin.patch(`/appointments/${row?.id}/status`, { status: 'cancelled' });
    expect(await outcome(visitor, '/appointments', body(aGuest(), { start: '12:00' }))).toBe(201);
    expect(await outcome(visitor, '/appointments', body(aGuest(), { start: '13:00' }))).toEqual(REFUSED);
    service.clock.advance(DAY_MS);
    expect(await outcome(visitor, '/appointments', body(aGuest(), { start: '13:00' }))).toBe(201);
    service.clock.advance(-DAY_MS);
  });

  it.each([
    ['of one address', () => aGuest(), () => '203.0.113.7'],
    ['for one guest', () => 'one@example.com', (nth: number) => `203.0.113.${30 + nth}`],
  ])('book no more %s with requests that are sent at the same moment', async (_what, guestOf, addressOf) => {
    await use(from(addressOf(0)), [guestOf(), guestOf()]);
    await service.query(
      'delete from appointments where id in (select appointment_id from browser_bookings order by 1 desc limit 2)',
    );
    // Each with a provider of its own: bookings of one provider run one after another in any case.
    const providers: number[] = [];
    while (providers.length < AT_ONCE) providers.push(await aProvider(service.admin));
    const rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin; lock table browser_bookings in share mode');
    const sent = providers.map((each, nth) =>
      outcome(from(addressOf(nth)), '/appointments', body(guestOf(), { providerId: each, start: '13:00' })),
    );
    // What is not counted one after another is counted by now, and waits only to be written.
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await service.query(waiting)).length < AT_ONCE);
    await rival.end();
    const outcomes = await Promise.all(sent);
    expect(outcomes.filter((each) => each === 201)).toHaveLength(2);
    expect(outcomes.filter((each) => each !== 201)).toEqual([REFUSED, REFUSED]);
  });

  it('are forgotten by the maintenance after a day', async () => {
    await use(from('203.0.113.8'));
    const kept = async () => (await service.query('select from browser_bookings')).length;
    await service.app.get(BrowserLimit).sweep();
    expect(await kept()).toBeGreaterThan(0);
    service.clock.advance(2 * DAY_MS);
    await service.app.get(Maintenance).run();
    expect(await kept()).toBe(0);
  });
});
