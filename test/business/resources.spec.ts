import type { ApiClient } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';

const UNKNOWN_IDS = ['999999', '0', '-1', '1.5', 'abc', '2147483648'];
const ROOM = { name: 'Room 1', kind: 'room' };

interface Resource {
  readonly id: number;
  readonly name: string;
}

const create = async (client: ApiClient, members: object = {}): Promise<Resource> => {
  const { status, body } = await client.post('/resources', { ...ROOM, ...members });
  expect(status).toBe(201);
  return body.data as Resource;
};

describe('Resources:', () => {
  let service: TestService;
  let locationId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    locationId = (await service.admin.post('/locations', { name: 'Main Street' })).body.data.id as number;
  });

  afterAll(() => service.stop());

  const read = async (id: number) => (await service.admin.get(`/resources/${id}`)).body.data as object;

  describe('POST /resources', () => {
    it('creates a resource with the default values, and shows its creation in the zone of the business', async () => {
      const { status, body } = await service.admin.post('/resources', { name: ' Room 1 ', kind: ' room ' });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.any(Number),
          name: 'Room 1',
          kind: 'room',
          locationId: null,
          active: true,
          metadata: {},
          createdAt: '2026-11-20T09:00:00+01:00',
        },
      });
    });

    it('stores every field, and ignores an id in the body', async () => {
      const chair = { name: 'Chair by the window', kind: 'chair-2', locationId, active: false };
      const created = await create(service.admin, { id: 777, ...chair });
      expect(created).toMatchObject(chair);
      expect(created.id).not.toBe(777);
      expect(await read(created.id)).toEqual(created);
    });

    it('reports all faults of a body in one answer', async () => {
      const body = { name: ' ', kind: 'Room', locationId: 0, active: null };
      const answer = await service.admin.post('/resources', body);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toEqual({
        code: 'VALIDATION_ERROR',
        message: 'The request has invalid fields',
        details: {
          name: 'must not be blank',
          kind: 'must have only lower-case letters a to z, digits and hyphens',
          locationId: 'must be the id of an existing one, a positive integer',
          active: 'must be true or false',
        },
      });
    });

    it('requires a name and a kind', async () => {
      const { status, body } = await service.admin.post('/resources', {});
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ name: 'is required', kind: 'is required' });
    });

    it.each([
      ['name', ['x'.repeat(200)], ['x'.repeat(201), 5, null, 'a\u0000b']],
      ['kind', ['a', '-', '9', 'x'.repeat(50)], ['', 'x'.repeat(51), 'two words', 'salão', 'a_b', 5, null]],
      ['locationId', [null], ['1', 1.5, 999_999]],
      ['active', [true, false], ['true', 1, 0, null]],
    ])('accepts only values within the limits of %s', async (member, good, bad) => {
      for (const value of good) await create(service.admin, { [member]: value });
      for (const value of bad) {
        const { status, body } = await service.admin.post('/resources', { ...ROOM, [member]: value });
        expect([value, status]).toEqual([value, 422]);
        expect(Object.keys(body.error.details as object)).toEqual([member]);
      }
    });

    it('refuses a location that does not exist', async () => {
      const { status, body } = await service.admin.post('/resources', { ...ROOM, locationId: 999_999 });
      expect([status, body.error.details]).toEqual([422, { locationId: 'names no location' }]);
    });

    it('creates one resource for two requests with the same Idempotency-Key', async () => {
      const sending = { body: ROOM, headers: { 'idempotency-key': 'room-1' } };
      const first = await service.admin.send('POST', '/resources', sending);
      const second = await service.admin.send('POST', '/resources', sending);
      expect(second.body).toEqual(first.body);
    });
  });

  describe('PUT /resources/{id}', () => {
    it('sets every absent member to its default, and requires a name and a kind', async () => {
      const { id } = await create(service.admin, { locationId, active: false });
      const { status, body } = await service.admin.put(`/resources/${id}`, { name: 'Chair', kind: 'chair' });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id, name: 'Chair', kind: 'chair', locationId: null, active: true });
      const refused = await service.admin.put(`/resources/${id}`, { active: true });
      expect(refused.body.error.details).toEqual({ name: 'is required', kind: 'is required' });
    });

    it('accepts the answer of GET as its body, and changes nothing', async () => {
      const { id } = await create(service.admin, { locationId, active: false });
      const before = await read(id);
      const { body } = await service.admin.put(`/resources/${id}`, before);
      expect(body).toEqual({ data: before });
    });

    it('validates the body before it looks for the resource', async () => {
      expect((await service.admin.put('/resources/999999', { name: '' })).status).toBe(422);
    });
  });

  describe('PATCH /resources/{id}', () => {
    it('changes only the members of the body, and clears the location with null', async () => {
      const created = await create(service.admin, { locationId });
      const path = `/resources/${created.id}`;
      const { status, body } = await service.admin.patch(path, { active: false });
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...created, active: false });
      expect((await service.admin.patch(path, {})).body.data).toEqual(body.data);
      expect((await service.admin.patch(path, { locationId: null })).body.data.locationId).toBeNull();
    });

    it('refuses null for name, kind and active, and a location that does not exist', async () => {
      const created = await create(service.admin);
      const path = `/resources/${created.id}`;
      const nothing = await service.admin.patch(path, { name: null, kind: null, active: null });
      expect(Object.keys(nothing.body.error.details as object)).toEqual(['name', 'kind', 'active']);
      const { status, body } = await service.admin.patch(path, { name: 'Room 2', locationId: 999_999 });
      expect([status, body.error.details]).toEqual([422, { locationId: 'names no location' }]);
      expect(await read(created.id)).toEqual(created);
    });

    it('refuses an If-Match that another change has outdated', async () => {
      const { id } = await create(service.admin);
      const { headers } = await service.admin.get(`/resources/${id}`);
      const change = (name: string) =>
        service.admin.send('PATCH', `/resources/${id}`, {
          body: { name },
          headers: { 'if-match': headers.get('etag') ?? 'none' },
        });
      expect((await change('Room 2')).status).toBe(200);
      expect((await change('Room 3')).status).toBe(412);
      expect(await read(id)).toMatchObject({ name: 'Room 2' });
    });
  });

  it('DELETE /resources/{id} deletes the resource once, and its time off', async () => {
    const { id } = await create(service.admin);
    await service.admin.post(`/resources/${id}/time-off`, { start: '2026-12-01', end: '2026-12-01' });
    const { status, body } = await service.admin.delete(`/resources/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: { id, deleted: true } });
    expect((await service.admin.delete(`/resources/${id}`)).status).toBe(404);
    expect(await service.query('select id from time_off where resource_id = $1', [id])).toEqual([]);
  });

  it('a resource stays without a location when its location is deleted', async () => {
    const branch = (await service.admin.post('/locations', { name: 'Branch' })).body.data.id as number;
    const created = await create(service.admin, { locationId: branch });
    expect((await service.admin.delete(`/locations/${branch}`)).status).toBe(200);
    expect(await read(created.id)).toEqual({ ...created, locationId: null });
  });

  it.each(UNKNOWN_IDS)('every operation answers 404 for the id %s', async (id) => {
    const path = `/resources/${id}`;
    for (const answer of [
      await service.admin.get(path),
      await service.admin.put(path, ROOM),
      await service.admin.patch(path, {}),
      await service.admin.delete(path),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: { code: 'NOT_FOUND', message: 'No such resource' } });
    }
  });

  describe('authorization', () => {
    it('requires a key for every operation', async () => {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', '/1'],
        ['PUT', '/1'],
        ['PATCH', '/1'],
        ['DELETE', '/1'],
      ] as const) {
        expect((await service.nobody.send(method, `/resources${path}`)).status).toBe(401);
      }
    });

    it('allows the role provider to write', async () => {
      const provider = await service.as('provider');
      const { id } = await create(provider);
      expect((await provider.put(`/resources/${id}`, ROOM)).status).toBe(200);
      expect((await provider.patch(`/resources/${id}`, { active: false })).status).toBe(200);
      expect((await provider.delete(`/resources/${id}`)).status).toBe(200);
    });

    it('allows the role staff to read only', async () => {
      const [staff, { id }] = [await service.as('staff'), await create(service.admin)];
      expect((await staff.get('/resources')).status).toBe(200);
      expect((await staff.get(`/resources/${id}`)).status).toBe(200);
      for (const answer of [
        await staff.post('/resources', ROOM),
        await staff.put(`/resources/${id}`, ROOM),
        await staff.patch(`/resources/${id}`, {}),
        await staff.delete(`/resources/${id}`),
      ]) {
        expect(answer.status).toBe(403);
      }
    });
  });
});
