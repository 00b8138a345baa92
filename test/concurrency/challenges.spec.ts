import type { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService } from '../support/builders';
import {
  aChallenge,
  EASY_CHALLENGES,
  FUTURE_MONDAY,
  headerOf,
  solutionOf,
  solved,
} from '../support/challenges';
import { aBrowserKey, visitorWith } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';
import { HeldLock } from '../faults/support/held-lock';

describe('Challenges of two instances', () => {
  let one: TestService;
  let other: TestService;
  let here: ApiClient;
  let there: ApiClient;
  let key: string;
  let serviceId: number;
  let providerId: number;

  beforeEach(async () => {
    one = await startTestService({ environment: EASY_CHALLENGES });
    other = await startTestService({ environment: EASY_CHALLENGES, databaseUrl: one.databaseUrl });
    for (const { clock } of [one, other]) clock.set(`${FUTURE_MONDAY}T05:00:00Z`);
    serviceId = await aService(one.admin);
    providerId = await aProvider(one.admin);
    const page = await aBrowserKey(one);
    key = page.key;
    here = page.visitor;
    there = visitorWith(other.withKey(key));
  });

  afterEach(async () => {
    await other.stop();
    await one.stop();
  });

  const book = (client: ApiClient, start: string, headers: Record<string, string>) =>
    client.post('/appointments', aBooking(providerId, serviceId, { date: FUTURE_MONDAY, start }), {
      headers,
    });
  const booked = async () => (await one.query('select from appointments')).length;

  it('are signed with one secret, also when both make the first one at the same time', async () => {
    const lock = await HeldLock.take(one.databaseUrl, 'select from instance for update');
    const asked = [aChallenge(here), aChallenge(there)];
    // Both have found no secret, and are about to keep one.
    await lock.hasWaiting(2);
    await lock.release();
    const solvedOnes = (await Promise.all(asked)).map(solutionOf);
    const [ofHere, ofThere] = (await Promise.all(solvedOnes)).map(headerOf);
    expect((await book(there, '10:00', { ...ofHere })).status).toBe(201);
    expect((await book(here, '11:00', { ...ofThere })).status).toBe(201);
  });

  it('are verified on the connection of a repeatable request, which may be the only one', async () => {
    const environment = { ...EASY_CHALLENGES, DATABASE_POOL_SIZE: '1' };
    const narrow = await startTestService({ environment, databaseUrl: one.databaseUrl });
    try {
      narrow.clock.set(`${FUTURE_MONDAY}T05:00:00Z`);
      const headers = { ...(await solved(here)), 'idempotency-key': 'one-connection' };
      expect((await book(visitorWith(narrow.withKey(key)), '10:00', headers)).status).toBe(201);
    } finally {
      await narrow.stop();
    }
  });

  it('let one of two bookings have a solution that both send at the same time', async () => {
    const header = await solved(here);
    const lock = await HeldLock.take(one.databaseUrl, 'lock table used_solutions in share mode');
    const sent = [book(here, '10:00', header), book(there, '11:00', header)];
    await lock.hasWaiting(2);
    await lock.release();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 403]);
    expect(await booked()).toBe(1);
  });

  it('let one booking have a solution that another one uses in a transaction, which is not over', async () => {
    const header = await solved(here);
    const lock = await HeldLock.take(
      one.databaseUrl,
      `select from providers where id = ${providerId} for no key update`,
    );
    const first = book(here, '10:00', { ...header, 'idempotency-key': 'first' });
    await lock.hasWaiting(1);
    const second = book(there, '11:00', { ...header, 'idempotency-key': 'second' });
    await lock.hasWaiting(2);
    await lock.release();
    expect((await first).status).toBe(201);
    expect(await second).toMatchObject({ status: 403, body: { error: { details: { challenge: 'used' } } } });
    expect(await booked()).toBe(1);
  });

  it('leave a solution to a booking whose transaction was rolled back with it', async () => {
    const header = { ...(await solved(here)), 'idempotency-key': 'again' };
    const lock = await HeldLock.take(
      one.databaseUrl,
      `select from providers where id = ${providerId} for no key update`,
    );
    const cut = book(here, '10:00', header);
    await lock.hasWaiting(1);
    await one.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect((await cut).status).toBe(503);
    await lock.release();
    expect((await book(there, '10:00', header)).status).toBe(201);
  });
});
