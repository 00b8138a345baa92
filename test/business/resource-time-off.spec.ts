import { anAppointment, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const DECEMBER_1 = { start: '2026-12-01', end: '2026-12-01' };

describe('Time off of a resource:', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
  });

  afterAll(() => service.stop());

  const aRoom = async () => {
    const { body } = await service.admin.post('/resources', { name: 'Room 1', kind: 'room' });
    return body.data.id as number;
  };
  const pathOf = (resourceId: number) => `/resources/${resourceId}/time-off`;
  const give = (resourceId: number, period: object) => service.admin.post(pathOf(resourceId), period);

  describe('POST /resources/{id}/time-off', () => {
    it('accepts two dates, the last one included, as days in the time zone of the business', async () => {
      const { status, body } = await give(await aRoom(), {
        start: '2026-12-01',
        end: '2026-12-02',
        reason: ' New floor ',
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.any(Number),
          start: '2026-12-01T00:00:00+01:00',
          end: '2026-12-03T00:00:00+01:00',
          reason: 'New floor',
        },
        meta: { conflicts: [], total: 0 },
      });
    });

    it('reports all faults of a body in one answer', async () => {
      const { status, body } = await give(await aRoom(), { start: '2026-02-30', reason: 5 });
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object)).toEqual(['start', 'end', 'reason']);
    });

    it('refuses an end that is not later than the start', async () => {
      const { status, body } = await give(await aRoom(), { start: '2026-12-02', end: '2026-12-01' });
      expect([status, body.error.details]).toEqual([422, { end: 'must be later than start' }]);
    });

    it('creates one time off for two requests with the same Idempotency-Key', async () => {
      const id = await aRoom();
      const sending = { body: DECEMBER_1, headers: { 'idempotency-key': 'new-floor' } };
      const first = await service.admin.send('POST', pathOf(id), sending);
      const second = await service.admin.send('POST', pathOf(id), sending);
      expect(second.body).toEqual(first.body);
      expect((await service.admin.get(pathOf(id))).body.meta.total).toBe(1);
    });

    it('answers 404 for an unknown resource', async () => {
      const { status, body } = await give(999, DECEMBER_1);
      expect(status).toBe(404);
      expect(body.error).toEqual({ code: 'NOT_FOUND', message: 'No such resource' });
    });

    it.each([
      ['the appointment', { start: '2026-11-23T10:10Z', end: '2026-11-23T10:20Z' }, 1],
      ['the buffer before it', { start: '2026-11-23T09:50Z', end: '2026-11-23T10:00Z' }, 1],
      ['the buffer after it', { start: '2026-11-23T10:30Z', end: '2026-11-23T10:40Z' }, 1],
      ['nothing before it', { start: '2026-11-23T09:40Z', end: '2026-11-23T09:45Z' }, 0],
      ['nothing after it', { start: '2026-11-23T10:50Z', end: '2026-11-23T11:00Z' }, 0],
    ])('lists the appointment that needs the room when it meets %s', async (_, period, total) => {
      const room = await aRoom();
      const provider = await aProvider(service.admin, { timezone: 'UTC' });
      const massage = await aService(service.admin, {
        ...{ durationMin: 30, bufferBeforeMin: 15, bufferAfterMin: 20 },
        resources: [{ kind: 'room', quantity: 1 }],
      });
      const { id } = await anAppointment(service.admin, provider, massage, { resourceIds: [room] });
      const { body } = await give(room, period);
      expect([body.meta.total, body.meta.conflicts.map((each: { id: number }) => each.id)]).toEqual([
        total,
        total === 0 ? [] : [id],
      ]);
    });

    it('is in the audit trail with the id of the resource', async () => {
      const id = await aRoom();
      const { body } = await give(id, DECEMBER_1);
      const trail = await service.admin.get(`/audit?resource=time-off&resourceId=${body.data.id}`);
      expect(trail.body.data).toMatchObject([
        { action: 'create', after: { resourceId: id, providerId: null } },
      ]);
    });
  });

  describe('GET /resources/{id}/time-off', () => {
    let id: number;

    beforeAll(async () => {
      id = await aRoom();
      await give(id, { start: '2026-12-24', end: '2026-12-26', reason: 'Floor' });
      await give(id, { ...DECEMBER_1, reason: 'Paint' });
      await give(await aRoom(), { ...DECEMBER_1, reason: 'Another room' });
      await service.admin.post(`/providers/${await aProvider(service.admin)}/time-off`, DECEMBER_1);
    });

    const reasonsOf = async (query: string) => {
      const { body } = await service.admin.get(`${pathOf(id)}${query}`);
      return (body.data as { reason: string }[]).map(({ reason }) => reason);
    };

    it('returns only the time off of this resource, sorted by start, and allows staff to read it', async () => {
      const { status, body } = await (await service.as('staff')).get(pathOf(id));
      expect(status).toBe(200);
      expect(body.data).toMatchObject([
        { start: '2026-12-01T00:00:00+01:00', end: '2026-12-02T00:00:00+01:00', reason: 'Paint' },
        { start: '2026-12-24T00:00:00+01:00', end: '2026-12-27T00:00:00+01:00', reason: 'Floor' },
      ]);
      expect(body.meta).toMatchObject({ page: 1, per_page: 25, total: 2, sort: 'start:asc' });
    });

    it.each([
      ['?from=2026-12-02', ['Floor']],
      ['?to=2026-12-23', ['Paint']],
      ['?length=1&page=2', ['Floor']],
    ])('with %s returns %j', async (query, reasons) => {
      expect(await reasonsOf(query)).toEqual(reasons);
    });

    it('answers 401 without a key, and 404 for an unknown resource', async () => {
      expect((await service.anonymous.get(pathOf(id))).status).toBe(401);
      expect((await service.admin.get(pathOf(999))).status).toBe(404);
    });
  });

  describe('DELETE /resources/{id}/time-off/{timeOffId}', () => {
    it('deletes the time off once, and requires the ETag of the answer to its POST', async () => {
      const id = await aRoom();
      const created = await give(id, DECEMBER_1);
      const path = `${pathOf(id)}/${created.body.data.id}`;
      const remove = (tag: string) => service.admin.send('DELETE', path, { headers: { 'if-match': tag } });
      expect((await remove('"another"')).status).toBe(412);
      const deleted = await remove(created.headers.get('etag') ?? 'none');
      expect(deleted.body).toEqual({ data: { id: created.body.data.id, deleted: true } });
      const again = await service.admin.delete(path);
      expect([again.status, again.body.error.message]).toEqual([404, 'No such time off']);
    });

    it('answers 404 for the time off of another resource and of a provider', async () => {
      const [id, other] = [await aRoom(), await aRoom()];
      const providerPath = `/providers/${await aProvider(service.admin)}/time-off`;
      const ofOther = (await give(other, DECEMBER_1)).body.data.id as number;
      const ofProvider = (await service.admin.post(providerPath, DECEMBER_1)).body.data.id as number;
      expect((await service.admin.delete(`${pathOf(id)}/${ofOther}`)).status).toBe(404);
      expect((await service.admin.delete(`${pathOf(id)}/${ofProvider}`)).status).toBe(404);
      expect((await service.admin.delete(`${providerPath}/${ofOther}`)).status).toBe(404);
    });

    it('is allowed for the role provider, forbidden for staff, and requires a key', async () => {
      const id = await aRoom();
      const path = `${pathOf(id)}/${(await give(id, DECEMBER_1)).body.data.id}`;
      const [provider, staff] = [await service.as('provider'), await service.as('staff')];
      for (const [client, status] of [
        [service.anonymous, 401],
        [staff, 403],
        [provider, 200],
      ] as const) {
        expect((await client.delete(path)).status).toBe(status);
      }
      expect((await staff.post(pathOf(id), DECEMBER_1)).status).toBe(403);
      expect((await provider.post(pathOf(id), DECEMBER_1)).status).toBe(201);
    });
  });
});
