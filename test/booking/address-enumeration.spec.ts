import { aProvider, aService } from '../support/builders';
import { aBrowserKey } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';

/**
 * In `npm run test:fuzz`, and in `npm test`. Customers repeat each twelve. Half of the addresses are known: the longer number sees a difference
 * that one of 500 customers makes with a probability of 95 %, the shorter one that of one of 100.
 */
const ADDRESSES = process.env['FUZZ'] === 'long' ? 3_000 : 600;
/** As many as one client address books in a day. */
const OF_ONE_CLIENT = 20;
const SENT_TOGETHER = 4;
const SLOTS_A_DAY = 96;
const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
const PROVIDERS = Math.ceil(ADDRESSES / (SLOTS_A_DAY * DAYS.length));

/** Headers that name the request or the moment. */
const OF_ONE_BOOKING = ['id', 'start', 'end', 'localStart', 'providerId', 'providerName', 'manageUrl'];
const OF_ONE_REQUEST = ['x-request-id', 'date', 'etag', 'ratelimit-remaining', 'content-length'];

describe('A visitor who tries e-mail addresses with a browser key', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { NOTIFY_CUSTOMERS: 'false', TRUST_PROXY: '1' } });
  });

  afterAll(() => service.stop());

  it('gets the same status, headers and body for each address, of which half are known', async () => {
    const serviceId = await aService(service.admin, { durationMin: 5 });
    const providerIds = await Promise.all(Array.from({ length: PROVIDERS }, () => aProvider(service.admin)));
    const { visitor } = await aBrowserKey(service);
    // Every second one is a customer already: with a phone or without, of one word or of two.
    await service.query(
      `insert into customers (first_name, last_name, email, phone, notes, created_at, updated_at)
       select 'Known', case when i % 4 = 0 then '' else 'Person' end, 'person' || i || '@example.com',
         case when i % 3 = 0 then null else '+49 30 ' || i end, 'A note', now(), now()
       from generate_series(0, $1::int - 1, 2) i`,
      [ADDRESSES],
    );

    const seen = { known: new Set<string>(), unknown: new Set<string>() };
    const tryAddress = async (index: number) => {
      const slot = index % SLOTS_A_DAY;
      const day = Math.floor(index / SLOTS_A_DAY);
      const minutes = 9 * 60 + slot * 5;
      const start = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      const client = Math.floor(index / OF_ONE_CLIENT);
      const { status, headers, body } = await visitor.send('POST', '/appointments', {
        headers: { 'x-forwarded-for': `198.51.${Math.floor(client / 256)}.${client % 256}` },
        body: {
          name: 'Someone Else',
          email: `person${index}@example.com`,
          phone: '+49 30 1',
          serviceId,
          providerId: providerIds[Math.floor(day / DAYS.length)],
          date: DAYS[day % DAYS.length],
          start,
        },
      });
      const data = (body.data ?? body) as Record<string, unknown>;
      const told = Object.entries(data).filter(([name]) => !OF_ONE_BOOKING.includes(name));
      const own = ['id', 'providerId', 'providerName'].reduce(
        (sum, name) => sum + String(data[name]).length,
        0,
      );
      const length = Number(headers.get('content-length')) - own;
      const others = [...headers].filter(([name]) => !OF_ONE_REQUEST.includes(name)).sort();
      seen[index % 2 === 0 ? 'known' : 'unknown'].add(JSON.stringify([status, others, told, length]));
    };
    for (let first = 0; first < ADDRESSES; first += SENT_TOGETHER)
      await Promise.all(Array.from({ length: SENT_TOGETHER }, (_, i) => tryAddress(first + i)));

    expect(seen.known.size).toBe(1);
    expect([...seen.known]).toEqual([...seen.unknown]);
    expect([...seen.known][0]).toMatch(/^\[201,/);
    const [stored] = await service.query<{ customers: number; changed: number }>(
      `select count(*)::int as customers, count(*) filter (where last_name in ('', 'Person') and phone = '+49 30 1')::int as changed
       from customers`,
    );
    expect(stored).toEqual({ customers: ADDRESSES, changed: 0 });
    // Only ends a test that hangs, on a busy machine too.
  }, 900_000);
});
