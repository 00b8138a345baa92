import { HoldSweep } from '../../src/booking/holds/hold-sweep';
import { ApiKeysService } from '../../src/people/api-keys/api-keys.service';
import { UsersService } from '../../src/people/users/users.service';
import type { UserChange } from '../../src/people/users/users.service';
import { Database } from '../../src/platform/database/database';
import { COMMAND_LINE } from '../../src/platform/database/write-context';
import type { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { eventsOf } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';

const MINUTE_MS = 60_000;

describe('A hold of a key', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;
  /** The provider whose key places the holds. */
  let userId: number;
  let keyId: number;
  let client: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    userId = await aProvider(service.admin);
    await useKey();
  });

  afterAll(() => service.stop());

  async function useKey(expiresAt?: Date) {
    const { id, key } = await service.keyOf(userId, expiresAt);
    keyId = id;
    client = service.withKey(key);
  }

  const aHold = (start = '10:00', ttlSec = 3_600) => ({ providerId, serviceId, date: MONDAY, start, ttlSec });
  const hold = async (start?: string) => {
    const answer = await client.post('/holds', aHold(start));
    expect(answer.status).toBe(201);
    return answer.body.data as { id: string; expiresAt: string; apiKeyId: number | null };
  };
  const holdsOf = async (key: number) => {
    const { body } = await service.admin.get('/holds?length=100');
    return (body.data as { apiKeyId: number }[]).filter(({ apiKeyId }) => apiKeyId === key);
  };
  const offered = async () => {
    const query = `serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}`;
    const { body } = await service.admin.get(`/availability/slots?${query}`);
    return (body.data as { time: string }[]).map(({ time }) => time);
  };
  const changeUser = (change: UserChange) =>
    service.app
      .get(Database)
      .transaction(COMMAND_LINE, (tx) => service.app.get(UsersService).update(tx, userId, change));
  const revoke = () => service.app.get(ApiKeysService).revoke(COMMAND_LINE, keyId);

  const endings: Record<string, () => Promise<unknown>> = {
    'is revoked': revoke,
    'is revoked in SQL': () =>
      service.query('update api_keys set revoked_at = $2 where id = $1', [
        keyId,
        new Date(service.clock.now()),
      ]),
    'gets an expiry that has passed': () =>
      service.query('update api_keys set expires_at = $2 where id = $1', [
        keyId,
        new Date(service.clock.now()),
      ]),
    'is deleted': () => service.query('delete from api_keys where id = $1', [keyId]),
    'has a user who is deactivated on the command line': () => changeUser({ active: false }),
    'has a user who is deactivated as a provider': () => service.admin.delete(`/providers/${userId}`),
    'has a user who is deactivated by a PATCH': () =>
      service.admin.patch(`/providers/${userId}`, { active: false }),
    'has a user who loses every role': () => changeUser({ roles: [] }),
  };

  it.each(Object.entries(endings))('ends at the moment when the key %s', async (_how, end) => {
    const { id } = await hold();
    await hold('14:00');
    expect(await offered()).not.toContain('10:00');
    await end();
    expect(await holdsOf(keyId)).toEqual([]);
    expect((await service.admin.get(`/holds/${id}`)).status).toBe(404);
    expect(await offered()).toEqual(expect.arrayContaining(['10:00', '14:00']));
    const used = await service.admin.post('/appointments', {
      name: 'Mia',
      email: 'mia@example.com',
      holdId: id,
    });
    expect(used.body.error.details).toEqual({ reason: 'hold_expired' });
    expect((await service.admin.post('/appointments', aBooking(providerId, serviceId))).status).toBe(201);
  });

  it('expires with the key at the latest', async () => {
    await useKey(new Date(service.clock.now() + 5 * MINUTE_MS));
    const { id, expiresAt } = await hold();
    expect(Date.parse(expiresAt)).toBe(service.clock.now() + 5 * MINUTE_MS);
    service.clock.advance(5 * MINUTE_MS);
    expect((await service.admin.get(`/holds/${id}`)).status).toBe(404);
    expect((await service.admin.post('/holds', aHold())).status).toBe(201);
  });

  it('stays when another key of the user ends, and when the user changes otherwise', async () => {
    const { id } = await hold();
    const { id: other } = await service.keyOf(userId);
    await service.app.get(ApiKeysService).revoke(COMMAND_LINE, other);
    await changeUser({ name: 'Ana Silva', roles: ['provider', 'staff'] });
    expect((await service.admin.get(`/holds/${id}`)).status).toBe(200);
  });

  it('does not come back when its user is active again', async () => {
    const { id } = await hold();
    await changeUser({ active: false });
    await changeUser({ active: true });
    expect((await service.admin.get(`/holds/${id}`)).status).toBe(404);
    // Nor does the key.
    expect((await client.post('/holds', aHold())).status).toBe(401);
  });

  it('appears as expired in the events', async () => {
    await service.app.get(HoldSweep).run();
    const { id } = await hold();
    const events = await eventsOf(service, async () => {
      await revoke();
      await service.app.get(HoldSweep).run();
    });
    expect(events.filter(({ type }) => type.startsWith('hold.'))).toMatchObject([
      { type: 'hold.expired', resourceId: id },
    ]);
  });

  it('is not placed by a key that ends in the meantime', async () => {
    const starts = Array.from(
      { length: 14 },
      (_, half) => `${9 + Math.floor(half / 2)}`.padStart(2, '0') + (half % 2 ? ':30' : ':00'),
    );
    const placed = starts.map((start) => client.post('/holds', aHold(start)));
    await Promise.all([...placed, revoke()]);
    expect(await holdsOf(keyId)).toEqual([]);
    expect(await offered()).toEqual(expect.arrayContaining(starts));
  });

  it('is placed and ended without a deadlock when its user is the provider', async () => {
    const starts = ['09:00', '10:00', '11:00', '12:00'];
    const placed = starts.map((start) => client.post('/holds', { ...aHold(start), providerId: userId }));
    const answers = await Promise.all([...placed, service.admin.delete(`/providers/${userId}`)]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(await holdsOf(keyId)).toEqual([]);
  });

  it('names the key for administrators only, and has an entity tag of what each sees', async () => {
    const placed = await hold();
    expect(placed.apiKeyId).toBeNull();
    const [admin, own] = [
      await service.admin.get(`/holds/${placed.id}`),
      await client.get(`/holds/${placed.id}`),
    ];
    expect([admin.body.data.apiKeyId, own.body.data.apiKeyId]).toEqual([keyId, null]);
    const list = (await client.get('/holds?length=100')).body.data as { apiKeyId: number | null }[];
    expect(list.map(({ apiKeyId }) => apiKeyId)).toEqual(list.map(() => null));
    const headers = { 'if-match': own.headers.get('etag') ?? '' };
    expect((await client.send('DELETE', `/holds/${placed.id}`, { headers })).status).toBe(200);
  });
});
