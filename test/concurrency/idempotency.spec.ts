import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { SlotSearch } from '../../src/booking/availability/search/slot-search';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { query } from '../support/database/query';
import { superuserUrlOf } from '../support/database/superuser';
import { startTestService, type TestService } from '../support/test-service';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const IN_USE = {
  error: {
    message: 'The first request with this Idempotency-Key is still running; try again shortly',
    code: 'UNPROCESSABLE_ENTITY',
    details: { reason: 'idempotency_key_in_use' },
  },
};

const under = (key: string) => ({ headers: { 'idempotency-key': key } });

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(10);
}

/** Another transaction in the same database that has locked a provider's row. */
class Rival {
  private readonly client: Client;

  constructor(private readonly url: string) {
    // Only a superuser may set `deadlock_timeout`.
    this.client = new Client({ connectionString: superuserUrlOf(url) });
  }

  async take(providerId: number): Promise<void> {
    await this.client.connect();
    // PostgreSQL then ends the transaction of the service, not this one, in a deadlock.
    await this.client.query(`begin; set local deadlock_timeout = '10min'`);
    await this.alsoTake(providerId);
  }

  async alsoTake(providerId: number): Promise<void> {
    await this.client.query('select from providers where id = $1 for no key update', [providerId]);
  }

  /** Resolves once a statement of the service waits for a lock. */
  async isWaitedFor(): Promise<void> {
    // Uses another connection, because a transaction reads pg_stat_activity only once.
    await until(async () => (await query(this.url, WAITING)).length > 0);
  }

  async leave(): Promise<void> {
    await this.client.query('commit');
    await this.client.end();
  }
}

describe('Concurrent requests with one Idempotency-Key', () => {
  let one: TestService;
  let other: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    one = await startTestService();
    other = await startTestService({ databaseUrl: one.databaseUrl });
    serviceId = await aService(one.admin);
  });

  beforeEach(async () => {
    providerId = await aProvider(one.admin);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await other.stop();
    await one.stop();
  });

  const booked = async () =>
    (await one.query('select 1 from appointments where provider_id = $1', [providerId])).length;

  const deadlocks = async () => {
    const [row] = await one.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    return row?.deadlocks ?? 0;
  };

  it('create one appointment through two instances', async () => {
    const body = aBooking(providerId, serviceId);
    const twin = other.withKey(one.admin.key ?? '');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one.admin : twin).post('/appointments', body, under('crowd')),
      ),
    );
    const done = answers.filter(({ status }) => status === 201);
    const inUse = answers.filter(({ status }) => status === 409);
    expect(done.length + inUse.length).toBe(20);
    expect(done.filter(({ headers }) => !headers.has('idempotency-replayed'))).toHaveLength(1);
    expect(new Set(done.map(({ body: answer }) => answer.data.id)).size).toBe(1);
    expect(await booked()).toBe(1);
  });

  it('are answered 409 with Retry-After while the first one runs', async () => {
    const rival = new Rival(one.databaseUrl);
    const body = aBooking(providerId, serviceId);
    await rival.take(providerId);
    const first = one.admin.post('/appointments', body, under('slow'));
    await rival.isWaitedFor();
    const second = await one.admin.post('/appointments', body, under('slow'));
    const differing = await one.admin.post('/appointments', {}, under('slow'));
    await rival.leave();
    expect([second.status, second.headers.get('retry-after'), second.body]).toEqual([409, '1', IN_USE]);
    expect(differing.status).toBe(409);
    expect((await first).status).toBe(201);
    const third = await one.admin.post('/appointments', body, under('slow'));
    expect(third.body).toEqual((await first).body);
  });

  it('do not delay requests with another key', async () => {
    const rival = new Rival(one.databaseUrl);
    await rival.take(providerId);
    const first = one.admin.post('/appointments', aBooking(providerId, serviceId), under('mine'));
    await rival.isWaitedFor();
    const theirs = await one.admin.post('/categories', { name: 'Hair' }, under('yours'));
    await rival.leave();
    expect([theirs.status, (await first).status]).toEqual([201, 201]);
  });

  it('are completed after the client disconnects, and replayed when it retries', async () => {
    const rival = new Rival(one.databaseUrl);
    const body = aBooking(providerId, serviceId);
    await rival.take(providerId);
    const gone = new AbortController();
    const first = fetch(`${one.url}/api/v1/appointments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${one.admin.key ?? ''}`,
        'content-type': 'application/json',
        'idempotency-key': 'gone',
      },
      body: JSON.stringify(body),
      signal: gone.signal,
    });
    await rival.isWaitedFor();
    gone.abort();
    await expect(first).rejects.toThrow('aborted');
    await rival.leave();
    await until(async () => (await booked()) === 1);
    const again = await one.admin.post('/appointments', body, under('gone'));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(await booked()).toBe(1);
  });

  it('hold no lock while the service looks for alternatives', async () => {
    await anAppointment(one.admin, providerId, serviceId);
    const search = one.app.get(SlotSearch);
    const findAfter = search.findAfter.bind(search);
    const rival = new Rival(one.databaseUrl);
    jest.spyOn(search, 'findAfter').mockImplementation(async (...parameters) => {
      await rival.take(providerId);
      await rival.leave();
      return findAfter(...parameters);
    });
    const refused = await one.admin.post('/appointments', aBooking(providerId, serviceId), under('refused'));
    expect(refused.body.error.details).toMatchObject({ reason: 'slot_taken', alternatives: [{}, {}, {}] });
  });

  it.each([{}, under('deadlock')])('are retried after a deadlock (sent with %j)', async (sending) => {
    const rival = new Rival(one.databaseUrl);
    const before = await deadlocks();
    const later = await aProvider(one.admin);
    await rival.take(later);
    const closing = one.admin.post('/closures', { start: MONDAY, end: MONDAY, reason: 'Deadlock' }, sending);
    await rival.isWaitedFor();
    await rival.alsoTake(providerId);
    await rival.leave();
    expect((await closing).status).toBe(201);
    expect(await one.query(`select 1 from closures where reason = 'Deadlock'`)).toHaveLength(1);
    await until(async () => (await deadlocks()) > before);
    await one.query('delete from closures');
  });
});

describe('Requests with an Idempotency-Key that outnumber the connections', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '2' } });
  });

  afterAll(() => service.stop());

  it('are all answered, and the refusals list alternatives', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        service.admin.post('/appointments', aBooking(providerId, serviceId), under(`key-${index}`)),
      ),
    );
    const refused = answers.filter(({ status }) => status === 422);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(refused.map(({ body }) => body.error.details.alternatives.length)).toEqual(
      Array.from({ length: 31 }, () => 3),
    );
  });
});
