import { ApiKeysService } from '../../src/people/api-keys/api-keys.service';
import { COMMAND_LINE } from '../../src/platform/database/write-context';
import { Database } from '../../src/platform/database/database';
import type { ApiClient } from '../support/api-client';
import { aBooking, anAppointment, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

interface Entry {
  readonly action: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

describe('The audit trail', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  /** Returns the entries of one row, oldest first. */
  const historyOf = async (resource: string, id: number): Promise<Entry[]> => {
    const { status, body } = await service.admin.get(
      `/audit?resource=${resource}&resourceId=${id}&sort=id&length=100`,
    );
    expect(status).toBe(200);
    return body.data as Entry[];
  };
  const changesOf = async (resource: string, id: number) =>
    (await historyOf(resource, id)).map(({ action, before, after }) => ({ action, before, after }));
  const aCategory = async (members: object = {}, client = service.admin) =>
    (await client.post('/categories', { name: 'Hair', ...members })).body.data.id as number;
  const keyIdOf = async ({ key = '' }: ApiClient) => {
    const [row] = await service.query<{ id: number; userId: number }>(
      'select id, user_id as "userId" from api_keys where key_id = $1',
      [key.split('_')[1]],
    );
    return row ?? { id: 0, userId: 0 };
  };

  describe('records', () => {
    it('the user, the key, the time and the request of a creation', async () => {
      const provider = await service.as('provider');
      const caller = await keyIdOf(provider);
      service.clock.set('2026-11-20T09:15:30Z');
      const { body, headers } = await provider.post('/categories', { name: 'Hair', color: '#cc2200' });
      const { id } = body.data as { id: number };
      expect(await historyOf('categories', id)).toEqual([
        {
          id: expect.any(Number),
          at: '2026-11-20T09:15:30Z',
          via: 'api',
          userId: caller.userId,
          userName: 'Test user',
          apiKeyId: caller.id,
          tokenId: null,
          requestId: headers.get('x-request-id'),
          action: 'create',
          resource: 'categories',
          resourceId: id,
          before: null,
          after: {
            id,
            name: 'Hair',
            description: null,
            color: '#CC2200',
            active: true,
            metadata: {},
            createdAt: '2026-11-20T09:15:30Z',
          },
        },
      ]);
    });

    it('the members before and after a change', async () => {
      const id = await aService(service.admin, { price: 38.5 });
      await service.admin.patch(`/services/${id}`, { price: 40, bufferAfterMin: 10 });
      const [, change] = await historyOf('services', id);
      expect(change).toMatchObject({
        action: 'update',
        before: { name: 'Consultation', price: 38.5, bufferAfterMin: 0 },
        after: { name: 'Consultation', price: 40, bufferAfterMin: 10 },
      });
    });

    it('all members of a deleted appointment', async () => {
      const providerId = await aProvider(service.admin);
      const serviceId = await aService(service.admin, { price: 12.25, bufferAfterMin: 5 });
      const { id } = await anAppointment(service.admin, providerId, serviceId, { notes: 'Brings a dog' });
      const { body } = await service.admin.get(`/appointments/${id}`);
      const {
        customerName,
        serviceName,
        providerName,
        resources,
        localStart,
        timezone,
        openQuestions,
        manageUrl,
        ...stored
      } = body.data;
      const names = [customerName, serviceName, providerName];
      const derived = [...names, resources, localStart, timezone, openQuestions, manageUrl];
      expect(derived).not.toContain(undefined);
      await service.admin.delete(`/appointments/${id}`);
      expect((await changesOf('appointments', id)).at(-1)).toEqual({
        action: 'delete',
        before: { ...stored, price: 12.25, seatPrice: 12.25, resourceIds: [], linkCounter: 0 },
        after: null,
      });
    });

    it('nothing for a write that changes nothing', async () => {
      const id = await aCategory();
      service.clock.advance(1_000);
      const { body } = await service.admin.get(`/categories/${id}`);
      expect((await service.admin.put(`/categories/${id}`, body.data)).status).toBe(200);
      expect((await service.admin.patch(`/categories/${id}`, {})).status).toBe(200);
      expect(await changesOf('categories', id)).toHaveLength(1);
    });

    it('the appointment and the new customer of a booking under one request id', async () => {
      const body = aBooking(await aProvider(service.admin), await aService(service.admin));
      const headers = { 'x-request-id': 'booking-4711' };
      expect((await service.admin.post('/appointments', body, { headers })).status).toBe(201);
      const { body: newest } = await service.admin.get('/audit?sort=id:desc&length=2');
      expect(newest.data).toMatchObject([
        { action: 'create', resource: 'appointments', requestId: 'booking-4711' },
        { action: 'create', resource: 'customers', requestId: 'booking-4711' },
      ]);
    });

    it('the caller of a request with an Idempotency-Key, which joins a transaction', async () => {
      const headers = { 'idempotency-key': 'once', 'x-request-id': 'keyed' };
      const { body } = await service.admin.post('/categories', { name: 'Hair' }, { headers });
      const { userId, id: apiKeyId } = await keyIdOf(service.admin);
      expect(await historyOf('categories', body.data.id as number)).toMatchObject([
        { action: 'create', via: 'api', userId, apiKeyId, requestId: 'keyed' },
      ]);
    });

    it('the change of an appointment whose location is deleted', async () => {
      const location = await service.admin.post('/locations', { name: 'Annexe' });
      const { id: locationId } = location.body.data as { id: number };
      const providerId = await aProvider(service.admin);
      const { id } = await anAppointment(service.admin, providerId, await aService(service.admin), {
        locationId,
      });
      const { headers } = await service.admin.delete(`/locations/${locationId}`);
      expect((await historyOf('appointments', id)).at(-1)).toMatchObject({
        action: 'update',
        requestId: headers.get('x-request-id'),
        before: { locationId },
        after: { locationId: null },
      });
    });

    it('both locations when another one becomes primary', async () => {
      const [first, second] = await Promise.all(
        ['First', 'Second'].map(async (name) => {
          const { body } = await service.admin.post('/locations', { name });
          return body.data.id as number;
        }),
      );
      await service.admin.post(`/locations/${first ?? 0}/set-primary`);
      await service.admin.post(`/locations/${second ?? 0}/set-primary`);
      expect((await changesOf('locations', first ?? 0)).at(-1)?.after).toMatchObject({ is_primary: false });
      expect((await changesOf('locations', second ?? 0)).at(-1)?.after).toMatchObject({ is_primary: true });
    });

    it('timestamps, which answers show in the time zone of the business', async () => {
      const tokyo = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Asia/Tokyo' } });
      const closure = { start: '2026-12-24', end: '2026-12-24' };
      expect((await tokyo.admin.post('/closures', closure)).status).toBe(201);
      const { body } = await tokyo.admin.get('/audit?resource=closures');
      await tokyo.stop();
      expect(body.data).toMatchObject([
        {
          at: '2026-11-20T17:00:00+09:00',
          after: {
            start: '2026-12-24T00:00:00+09:00',
            end: '2026-12-25T00:00:00+09:00',
            createdAt: '2026-11-20T17:00:00+09:00',
          },
        },
      ]);
    });
  });

  describe('for a provider', () => {
    it('has separate entries for the user and for the other members', async () => {
      const id = await aProvider(service.admin, {
        name: 'Ana Silva',
        phone: '555',
        email: 'ana@example.com',
      });
      expect(await changesOf('providers', id)).toMatchObject([
        { action: 'create', after: { id, name: 'Ana Silva', email: 'ana@example.com', roles: ['provider'] } },
        { action: 'create', after: { id, slug: 'ana-silva', phone: '555', schedule: null } },
      ]);
      await service.admin.delete(`/providers/${id}`);
      expect((await changesOf('providers', id)).at(-1)).toMatchObject({
        action: 'update',
        before: { active: true },
        after: { active: false },
      });
      expect(await changesOf('users', id)).toEqual([]);
    });

    it('records the assigned services for writes to the provider and to the service', async () => {
      const [first, second, third] = [
        await aService(service.admin),
        await aService(service.admin),
        await aService(service.admin),
      ];
      const id = await aProvider(service.admin, { serviceIds: [second, first] });
      await service.admin.put(`/services/${third}`, {
        name: 'Colour',
        durationMin: 60,
        providerIds: [id],
      });
      await service.admin.patch(`/providers/${id}`, { serviceIds: [] });
      await service.admin.patch(`/providers/${id}`, { serviceIds: null });
      const list = (before: number[] | null, after: number[] | null) => ({
        action: 'update',
        before: { serviceIds: before },
        after: { serviceIds: after },
      });
      expect((await changesOf('providers', id)).slice(2)).toEqual([
        list(null, [first, second]),
        list([first, second], [first, second, third]),
        list([first, second, third], []),
        list([], null),
      ]);
    });

    it('records the list of providers of a service, for writes to either end', async () => {
      const ana = await aProvider(service.admin);
      const id = await aService(service.admin, { providerIds: [ana] });
      await service.admin.patch(`/providers/${ana}`, { serviceIds: [] });
      await service.admin.patch(`/services/${id}`, { providerIds: null });
      const list = (before: number[] | null, after: number[] | null) => ({
        action: 'update',
        before: { providerIds: before },
        after: { providerIds: after },
      });
      expect((await changesOf('services', id)).slice(1)).toEqual([
        list(null, [ana]),
        list([ana], []),
        list([], null),
      ]);
    });
  });

  describe('contains no secret', () => {
    const PASSWORD = 'correct horse battery';

    it('although it records that a password was set, changed and removed', async () => {
      const id = await aProvider(service.admin, { password: PASSWORD });
      await service.admin.patch(`/providers/${id}`, { password: `${PASSWORD} staple` });
      await service.admin.patch(`/providers/${id}`, { password: null });
      const passwords = (await changesOf('providers', id))
        .filter(({ after }) => after !== null && 'password' in after)
        .map(({ before, after }) => [before?.['password'], after?.['password']]);
      expect(passwords).toEqual([
        [undefined, 'set'],
        ['set', 'changed'],
        ['set', null],
      ]);
    });

    it('nor a hash of a password or of a key', async () => {
      const id = await aProvider(service.admin, { password: PASSWORD });
      const { key } = await service.keyOf(id);
      const [hashes] = await service.query<{ password: string; secret: Buffer }>(
        `select u.password_hash as password, k.secret_hash as secret
         from users u join api_keys k on k.user_id = u.id where u.id = $1`,
        [id],
      );
      const entries = await service.query<{ text: string }>('select e::text as text from audit_entries e');
      const sent = await service.admin.get('/audit?sort=id:desc&length=100');
      const all = JSON.stringify([entries, sent.body]);
      expect(all).toContain('secret_hash');
      const { password = '', secret = Buffer.alloc(0) } = hashes ?? {};
      const hidden = [key, key.split('_')[2] ?? '', PASSWORD, password, ...password.split('$').slice(3)];
      for (const text of [...hidden, secret.toString('hex'), secret.toString('base64')]) {
        expect(text.length).toBeGreaterThan(10);
        expect(all).not.toContain(text);
      }
    });
  });

  describe('records a change that was made', () => {
    it('on the command line, for a key that is created, used and revoked', async () => {
      const { id, key } = await service.keyOf(1, new Date('2027-01-01T00:00:00Z'));
      expect((await service.withKey(key).get('/services')).status).toBe(200);
      await service.app.get(ApiKeysService).revoke(COMMAND_LINE, id);
      const withoutCaller = {
        via: 'command line',
        userId: null,
        userName: null,
        apiKeyId: null,
        tokenId: null,
        requestId: null,
      };
      const made = { id, userId: 1, name: 'Test', secret: 'set', expiresAt: '2027-01-01T00:00:00Z' };
      expect(await historyOf('api-keys', id)).toMatchObject([
        { ...withoutCaller, action: 'create', before: null, after: { ...made, revokedAt: null } },
        { ...withoutCaller, action: 'update', before: { ...made, revokedAt: null }, after: made },
      ]);
    });

    it('in SQL on a connection that the service has used before', async () => {
      const id = await aCategory();
      await service.app
        .get(Database)
        .manager.query(`update categories set name = 'Nails' where id = $1`, [id]);
      expect((await historyOf('categories', id)).at(-1)).toMatchObject({
        via: 'database',
        userId: null,
        apiKeyId: null,
        requestId: null,
        at: expect.stringMatching(/^20\d\d-.*Z$/),
        after: { name: 'Nails' },
      });
    });

    it('in SQL in a session with an empty search_path', async () => {
      const id = await aCategory();
      await service.query(
        `begin; set local search_path = ''; update public.categories set name = 'Nails' where id = ${id}; commit`,
      );
      expect((await historyOf('categories', id)).at(-1)).toMatchObject({ via: 'database' });
    });

    it('in a joined transaction, with the caller of each part', async () => {
      const id = await aCategory();
      const database = service.app.get(Database);
      const rename = 'update categories set name = $1 where id = $2';
      await database.transaction(COMMAND_LINE, async (transaction) => {
        const context = { via: 'api', userId: 1, requestId: 'joined', transaction } as const;
        await database.transaction(context, (tx) => tx.query(rename, ['Nails', id]));
      });
      expect((await historyOf('categories', id)).at(-1)).toMatchObject({
        via: 'api',
        userId: 1,
        requestId: 'joined',
      });
    });
  });

  it('is written in the transaction of the change, so that the change fails if the entry fails', async () => {
    const id = await aCategory({ name: 'Kept' });
    await service.query('alter table audit_entries add constraint nothing_more check (false) not valid');
    const { status } = await service.admin.patch(`/categories/${id}`, { name: 'Lost' });
    await service.query('alter table audit_entries drop constraint nothing_more');
    expect(status).toBe(500);
    expect((await service.admin.get(`/categories/${id}`)).body.data.name).toBe('Kept');
    expect(await changesOf('categories', id)).toHaveLength(1);
  });
});
