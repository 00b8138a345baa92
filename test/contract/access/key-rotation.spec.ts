import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import type { Restrictions } from '../../../src/platform/restrictions';
import { HOUR_MS, MINUTE_MS } from '../../../src/platform/time/units';
import { ApiClient } from '../../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const ADMINISTRATOR = 1;

interface TestKey {
  readonly id: number;
  readonly client: ApiClient;
}

describe('A key that takes the place of another', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const keys = () => service.app.get(ApiKeysService);
  async function aKey(settings: { readonly expiresAt?: Date; readonly restrictions?: Restrictions } = {}) {
    const issued = await keys().create(COMMAND_LINE, { userId: ADMINISTRATOR, name: 'Till', ...settings });
    return { id: issued.apiKey.id, client: service.withKey(issued.key) };
  }
  async function rotate({ id }: TestKey, graceMs = HOUR_MS): Promise<TestKey> {
    const { apiKey, key } = await keys().rotate(COMMAND_LINE, id, graceMs);
    return { id: apiKey.id, client: service.withKey(key) };
  }
  const settingsOf = async ({ id }: TestKey) => {
    const [row] = await service.query(
      'select user_id, name, restrictions, expires_at, origin_id from api_keys where id = $1',
      [id],
    );
    return row;
  };
  const status = async ({ client }: TestKey) => (await client.get('/services')).status;
  const hold = async ({ client }: TestKey, start: string) => {
    const answer = await client.post('/holds', { providerId, serviceId, date: MONDAY, start, ttlSec: 3_600 });
    expect(answer.status).toBe(201);
    return answer.body.data as { id: string; apiKeyId: number };
  };
  const isHeld = async (holdId: string) => (await service.admin.get(`/holds/${holdId}`)).status === 200;

  it('has its user, name, restrictions and expiry', async () => {
    const expiresAt = new Date(service.clock.now() + 24 * HOUR_MS);
    const old = await aKey({ expiresAt, restrictions: { scopes: ['services:read'], rateLimit: 500 } });
    const before = await settingsOf(old);
    const successor = await rotate(old);
    expect(await settingsOf(successor)).toEqual({ ...before, origin_id: old.id });
    expect((await successor.client.get('/customers')).status).toBe(403);
    expect(await settingsOf(await rotate(successor))).toEqual({ ...before, origin_id: old.id });
  });

  it('sees and hides what the old one does, also after the grace', async () => {
    const { admin } = service;
    const other = await aProvider(admin);
    const [own] = await Promise.all(
      [providerId, other].map(async (id) => {
        const email = `guest${id}@rotation.example`;
        const guest = { name: 'Guest', email, price: 61.75 };
        return (await admin.post('/appointments', { ...aBooking(id, serviceId), ...guest })).body.data;
      }),
    );
    const old = await aKey({ restrictions: { providers: [providerId], hide: ['payments', 'contacts'] } });
    const successor = await rotate(await rotate(old, MINUTE_MS), MINUTE_MS);
    const seen = async ({ client: { key } }: TestKey) => {
      // Not checked by the document: what is hidden is null, even where its schema allows no null.
      const client = new ApiClient(service.url, key);
      const [bookings, customers] = [await client.get('/appointments'), await client.get('/customers')];
      return { bookings: bookings.body.data, customers: customers.body.data };
    };
    const before = await seen(old);
    service.clock.advance(HOUR_MS);
    expect([await status(old), await seen(successor)]).toEqual([401, before]);
    expect(before.bookings).toMatchObject([{ id: own.id, price: null }]);
    expect(before.customers).toMatchObject([{ id: own.customerId, email: null }]);
    expect((await successor.client.get('/events')).status).toBe(403);
  });

  it('works beside the old one until the grace ends, and then alone', async () => {
    const old = await aKey();
    const successor = await rotate(old, 30 * MINUTE_MS);
    service.clock.advance(30 * MINUTE_MS - 1);
    expect([await status(old), await status(successor)]).toEqual([200, 200]);
    service.clock.advance(1);
    expect([await status(old), await status(successor)]).toEqual([401, 200]);
  });

  it('works alone at once without a grace', async () => {
    const old = await aKey();
    const successor = await rotate(old, 0);
    expect([await status(old), await status(successor)]).toEqual([401, 200]);
  });

  it('does not make the old one live longer than its expiry', async () => {
    const expiresAt = new Date(service.clock.now() + MINUTE_MS);
    const old = await aKey({ expiresAt });
    await rotate(old, HOUR_MS);
    expect(await settingsOf(old)).toMatchObject({ expires_at: expiresAt });
  });

  it('replays what was booked with the old one, and refuses its Idempotency-Key for another request', async () => {
    const old = await aKey();
    const headers = { 'idempotency-key': 'booking-1' };
    const booking = aBooking(providerId, serviceId);
    const first = await old.client.post('/appointments', booking, { headers });
    const successor = await rotate(await rotate(old));
    const again = await successor.client.post('/appointments', booking, { headers });
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      201,
      'true',
    ]);
    expect(again.body).toEqual(first.body);
    const other = await successor.client.post('/appointments', aBooking(providerId, serviceId), { headers });
    expect(other).toMatchObject({
      status: 422,
      body: { error: { details: { reason: 'idempotency_key_reused' } } },
    });
  });

  it('has what the old one replays, too', async () => {
    const old = await aKey();
    const successor = await rotate(old);
    const headers = { 'idempotency-key': 'booking-2' };
    const booking = aBooking(providerId, serviceId);
    const first = await successor.client.post('/appointments', booking, { headers });
    const again = await old.client.post('/appointments', booking, { headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('does not get a secret that was shown to the old one: the answer says that it is withheld', async () => {
    const old = await aKey();
    const headers = { 'idempotency-key': 'webhook' };
    const webhook = { url: 'https://93.184.215.14/hook' };
    const first = await old.client.post('/webhooks', webhook, { headers });
    const again = await (await rotate(old)).client.post('/webhooks', webhook, { headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.body.data.secret).toMatch(/^whsec_/);
    expect(again.body).toMatchObject({
      data: { id: first.body.data.id, secret: null },
      meta: { withheld: ['secret'] },
    });
  });

  it('is not the same caller as another key of the user', async () => {
    const [one, other] = [await aKey(), await aKey()];
    const headers = { 'idempotency-key': 'booking-3' };
    const booking = aBooking(providerId, serviceId);
    await one.client.post('/appointments', booking, { headers });
    const answer = await other.client.post('/appointments', booking, { headers });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: { reason: 'slot_taken' } } } });
  });

  it('shares the rate limit with the old one', async () => {
    const old = await aKey({ restrictions: { rateLimit: 3 } });
    const successor = await rotate(old);
    expect([await status(old), await status(successor), await status(old)]).toEqual([200, 200, 200]);
    expect([await status(old), await status(successor)]).toEqual([429, 429]);
  });

  it('keeps the holds of the old one when that ends, and they end with the last of the two', async () => {
    const old = await aKey();
    const before = await hold(old, '10:00');
    const successor = await rotate(old, 0);
    const after = await hold(successor, '11:00');
    expect([before.apiKeyId, after.apiKeyId]).toEqual([old.id, old.id]);
    expect([await isHeld(before.id), await isHeld(after.id)]).toEqual([true, true]);
    await keys().revoke(COMMAND_LINE, successor.id);
    expect([await isHeld(before.id), await isHeld(after.id)]).toEqual([false, false]);
  });

  it('ends the holds of both when their user is deactivated', async () => {
    const userId = await aProvider(service.admin);
    const issued = await keys().create(COMMAND_LINE, { userId, name: 'Till' });
    const old = { id: issued.apiKey.id, client: service.withKey(issued.key) };
    const held = await hold(await rotate(old), '10:00');
    await service.admin.delete(`/providers/${userId}`);
    expect(await isHeld(held.id)).toBe(false);
  });

  it('lets holds live no longer than the last of the two', async () => {
    const expiresAt = new Date(service.clock.now() + 10 * MINUTE_MS);
    const old = await aKey({ expiresAt });
    await rotate(old, MINUTE_MS);
    const held = await hold(old, '10:00');
    service.clock.advance(9 * MINUTE_MS);
    expect(await isHeld(held.id)).toBe(true);
    service.clock.advance(MINUTE_MS);
    expect(await isHeld(held.id)).toBe(false);
  });

  it('shares the 100 holds with the old one', async () => {
    const old = await aKey();
    const successor = await rotate(old);
    const { id } = await hold(successor, '10:00');
    await service.query(
      `insert into holds (token, api_key_id, provider_id, service_id, start_at, end_at, busy, seats, resource_ids, team, created_at, expires_at)
       select gen_random_uuid(), api_key_id, provider_id, service_id, start_at, end_at, busy, seats, resource_ids, team, created_at, expires_at
       from holds, generate_series(1, 99) where token = $1`,
      [id],
    );
    for (const { client } of [old, successor]) {
      const refused = await client.post('/holds', { providerId, serviceId, date: MONDAY, start: '12:00' });
      expect(refused).toMatchObject({
        status: 422,
        body: { error: { details: { reason: 'too_many_holds' } } },
      });
    }
  });

  it.each<[fault: string, prepare: (key: TestKey) => Promise<unknown>]>([
    ['takes the place of key', (key) => rotate(key)],
    ['has been revoked or has expired', ({ id }) => keys().revoke(COMMAND_LINE, id)],
  ])('is not made when the old one %s', async (fault, prepare) => {
    const old = await aKey();
    await prepare(old);
    await expect(rotate(old)).rejects.toThrow(fault);
  });
});
