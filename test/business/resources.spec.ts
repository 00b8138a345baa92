import type { ApiClient } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';

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

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
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

  describe('PATCH /resources/{id}', () => {
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
});
