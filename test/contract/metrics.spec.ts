import { Client } from 'pg';
import { until } from '../../embedded-postgres/src/wait';
import { aBooking, anAppointment, aProvider, aService } from '../support/builders';
import { TcpProxy } from '../support/tcp-proxy';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf } from '../support/waiting';

const TOKEN = 'a-token-of-Prometheus';

async function scrape(service: TestService, authorization?: string): Promise<Response> {
  return fetch(`${service.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
}

/** The value of one series, such as `database_up`, or undefined. Advances the clock because the service caches the text for a second. */
async function valueOf(service: TestService, series: string): Promise<number | undefined> {
  service.clock.advance(1_000);
  const lines = (await (await scrape(service)).text()).split('\n');
  const line = lines.find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** The value of a series from the database. A scrape waits for it for half a second: on a busy machine some are without. */
async function storedValueOf(service: TestService, series: string): Promise<number | undefined> {
  let value: number | undefined;
  await until(async () => (value = await valueOf(service, series)) !== undefined, 30_000);
  return value;
}

describe('the metrics', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { RATE_LIMIT: '50' } });
  });

  afterAll(() => service.stop());

  const answered = (method: string, route: string, status: number | string) =>
    valueOf(
      service,
      `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
    );

  it('are public by default, in the text format of Prometheus', async () => {
    const response = await scrape(service);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = (await response.text()).trimEnd().split('\n');
    const sample = /^[a-z_0-9]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (-?[\d.e+-]+|NaN|\+Inf)$/;
    expect(lines.filter((line) => !/^(# (HELP|TYPE) |$)/.test(line) && !sample.test(line))).toEqual([]);
  });

  it.each(['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total'])(
    'contain the process metric %s',
    async (name) => {
      expect(await valueOf(service, name)).toBeGreaterThan(0);
    },
  );

  it('count each answer by method, path template and status', async () => {
    await service.admin.get('/services/1');
    await service.admin.get('/services/2?q=secret');
    await service.admin.post('/services', {});
    expect(await answered('GET', '/api/v1/services/:id', 404)).toBe(2);
    expect(await answered('POST', '/api/v1/services', 422)).toBe(1);
  });

  it('count requests refused by guards under their route, and unknown paths under the route “other”', async () => {
    await service.anonymous.get('/customers/17');
    const caller = service.withKey((await service.keyOf(1)).key);
    for (let request = 0; request <= 50; request++) await caller.get('/categories/3');
    await service.anonymous.get('/wp-login.php');
    await service.anonymous.get('/nonsense/some-name');
    expect(await answered('GET', '/api/v1/customers/:id', 401)).toBe(1);
    expect(await answered('GET', '/api/v1/categories/:id', 429)).toBe(1);
    expect(await answered('GET', 'other', 404)).toBe(2);
    expect(await (await scrape(service)).text()).not.toMatch(/wp-login|some-name|secret/);
  });

  it('are computed at most once a second for any number of scrapes', async () => {
    service.clock.advance(1_000);
    const text = async () => (await scrape(service)).text();
    const first = await text();
    await service.admin.get('/services/1');
    service.clock.advance(999);
    expect(new Set(await Promise.all([text(), text(), text()]))).toEqual(new Set([first]));
    service.clock.advance(1);
    expect(await text()).not.toBe(first);
  });

  it('contain the state of the connection pool', async () => {
    expect(await until(async () => (await valueOf(service, 'database_up')) === 1, 30_000)).toBe(true);
    expect(await valueOf(service, 'database_pool_connections{state="idle"}')).toBeGreaterThan(0);
    expect(await valueOf(service, 'database_pool_waiting')).toBe(0);
  });

  it('start at zero for every outcome and refusal reason', async () => {
    expect(await valueOf(service, 'appointment_changes_total{outcome="moved"}')).toBe(0);
    expect(await valueOf(service, 'appointment_refusals_total{reason="time_off"}')).toBe(0);
  });
});

describe('the metrics of the waitlist', () => {
  it('count the entries that wait and those that are offered a time', async () => {
    const service = await startTestService();
    const providerId = await aProvider(service.admin, {
      schedule: [{ day: 'monday', start: '10:00', end: '10:30' }],
    });
    const serviceId = await aService(service.admin);
    for (let entry = 0; entry < 3; entry++) await anEntryOf(service, serviceId, { providerId });
    const counted = async () => [
      await storedValueOf(service, 'waitlist_entries{status="waiting"}'),
      await storedValueOf(service, 'waitlist_entries{status="offered"}'),
    ];
    expect(await counted()).toEqual([2, 1]);
    service.clock.advance(30 * 60_000);
    expect(await counted()).toEqual([3, 0]);
    await service.stop();
  });
});

describe('the metrics of bookings', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeEach(async () => {
    service = await startTestService();
    [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
  });

  afterEach(() => service.stop());

  const outcomes = async () => [
    await valueOf(service, 'appointment_changes_total{outcome="booked"}'),
    await valueOf(service, 'appointment_changes_total{outcome="moved"}'),
    await valueOf(service, 'appointment_changes_total{outcome="cancelled"}'),
    await valueOf(service, 'appointment_refusals_total{reason="slot_taken"}'),
    await valueOf(service, 'appointment_refusals_total{reason="outside_working_hours"}'),
  ];

  it('count appointments that are booked, moved and cancelled', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId);
    expect(await outcomes()).toEqual([1, 0, 0, 0, 0]);
    await service.admin.patch(`/appointments/${id}`, { start: '11:00' });
    expect(await outcomes()).toEqual([1, 1, 0, 0, 0]);
    await service.admin.patch(`/appointments/${id}/notes`, { notes: 'By the window' });
    await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
    await service.admin.delete(`/appointments/${id}`);
    expect(await outcomes()).toEqual([1, 1, 1, 0, 0]);
  });

  it('count a deleted appointment as cancelled', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId);
    await service.admin.delete(`/appointments/${id}`);
    expect(await outcomes()).toEqual([1, 0, 1, 0, 0]);
  });

  it('count refusals by their reason', async () => {
    await anAppointment(service.admin, providerId, serviceId);
    await service.admin.post('/appointments', aBooking(providerId, serviceId));
    await service.admin.post('/appointments', aBooking(providerId, serviceId, { start: '05:00' }));
    await service.admin.post('/appointments', aBooking(providerId, 4711));
    expect(await outcomes()).toEqual([1, 0, 0, 1, 1]);
  });

  it('contain the number of waiting and failed notifications and the age of the oldest', async () => {
    await anAppointment(service.admin, providerId, serviceId);
    await service.query(`update pgboss.job set start_after = now() - interval '1 hour'`);
    expect(await storedValueOf(service, 'queue_jobs_waiting{queue="notifications"}')).toBe(1);
    expect(
      await storedValueOf(service, 'queue_oldest_due_seconds{queue="notifications"}'),
    ).toBeGreaterThanOrEqual(3600);
    expect(await storedValueOf(service, 'notifications_failed')).toBe(0);
    await service.query(`update notifications set status = 'failed'`);
    await service.query(`update pgboss.job set start_after = now() + interval '1 hour'`);
    expect(await storedValueOf(service, 'queue_oldest_due_seconds{queue="notifications"}')).toBe(0);
    expect(await storedValueOf(service, 'notifications_failed')).toBe(1);
  });
});

describe('the metrics of a service whose database is down', () => {
  let origin: TestService;
  let proxy: TcpProxy;
  let service: TestService;

  beforeAll(async () => {
    origin = await startTestService();
    proxy = await TcpProxy.to(origin.databaseUrl);
    service = await startTestService({ databaseUrl: proxy.url });
  });

  afterAll(async () => {
    await service.stop();
    await proxy.cut();
    await origin.stop();
  });

  it('are served without the series that come from the database', async () => {
    // A scrape waits for the database for half a second: on a busy machine the first ones may not get a connection.
    const shows = (series: string, value: number) =>
      until(async () => (await valueOf(service, series)) === value, 30_000);
    expect(await shows('notifications_failed', 0)).toBe(true);
    await proxy.cut();
    expect((await scrape(service)).status).toBe(200);
    expect(await valueOf(service, 'database_up')).toBe(0);
    expect(await valueOf(service, 'notifications_failed')).toBeUndefined();
    expect(await valueOf(service, 'queue_jobs_waiting{queue="notifications"}')).toBeUndefined();
    await proxy.mend();
    expect(await shows('database_up', 1)).toBe(true);
    expect(await shows('notifications_failed', 0)).toBe(true);
  });

  it('do not wait for a locked table', async () => {
    const blocker = new Client({ connectionString: origin.databaseUrl });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table notifications in access exclusive mode');
    const waiting = async () => {
      const { rowCount } = await blocker.query(
        `select from pg_locks join pg_database on pg_database.oid = database
         where datname = current_database() and not granted`,
      );
      return rowCount;
    };
    // On a busy machine a scrape may give up before its statement has reached the lock.
    const isAnsweredMeanwhile = async () =>
      (await valueOf(service, 'database_up')) === 0 && (await waiting()) === 1;
    expect(await until(isAnsweredMeanwhile, 30_000)).toBe(true);
    await blocker.end();
  });
});

describe('the metrics of a service with METRICS_TOKEN', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { METRICS_TOKEN: TOKEN } });
  });

  afterAll(() => service.stop());

  it('are refused without the token', async () => {
    expect((await scrape(service, `Bearer ${TOKEN}`)).status).toBe(200);
    for (const wrong of [
      undefined,
      '',
      TOKEN,
      `Bearer ${TOKEN}x`,
      `Basic ${TOKEN}`,
      `Bearer ${service.admin.key}`,
    ]) {
      const response = await scrape(service, wrong);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
    }
  });
});
