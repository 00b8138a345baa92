import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const UNKNOWN_IDS = ['999999', '0', '-1', '1.5', 'abc', '2147483648'];

const HAIRCUT = {
  name: 'Haircut',
  description: 'Wash, cut\nand blow-dry',
  durationMin: 45,
  price: 38.5,
  active: false,
  bufferBeforeMin: 5,
  bufferAfterMin: 10,
  slotIntervalMin: 15,
  minNoticeMin: 120,
  maxAdvanceDays: 90,
  capacity: 12,
  resources: [{ kind: 'chair', quantity: 2 }],
  providerIds: null,
  metadata: { sku: 'H-45' },
};

const DEFAULTS = {
  description: null,
  price: null,
  categoryId: null,
  active: true,
  bufferBeforeMin: 0,
  bufferAfterMin: 0,
  slotIntervalMin: null,
  minNoticeMin: 0,
  maxAdvanceDays: 365,
  capacity: 1,
  resources: [],
  providerIds: null,
  metadata: {},
};

describe('Services:', () => {
  let service: TestService;
  let categoryId: number;

  beforeAll(async () => {
    service = await startTestService();
    categoryId = (await service.admin.post('/categories', { name: 'Hair' })).body.data.id as number;
  });

  afterAll(() => service.stop());

  const read = async (id: number) => (await service.admin.get(`/services/${id}`)).body.data as object;

  describe('POST /services', () => {
    it('creates a service with the default values', async () => {
      const { status, body } = await service.admin.post('/services', { name: '  Haircut ', durationMin: 45 });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: { id: expect.any(Number), name: 'Haircut', durationMin: 45, ...DEFAULTS },
      });
    });

    it('stores every field', async () => {
      const { status, body } = await service.admin.post('/services', { ...HAIRCUT, categoryId });
      expect(status).toBe(201);
      expect(body.data).toEqual({ id: expect.any(Number), ...HAIRCUT, categoryId });
      expect(await read(body.data.id as number)).toEqual(body.data);
    });

    it('reports all faults of a body in one answer', async () => {
      const { status, body } = await service.admin.post('/services', {
        name: ' ',
        durationMin: '45',
        price: -1,
        active: null,
      });
      expect(status).toBe(422);
      expect(body.error).toEqual({
        code: 'VALIDATION_ERROR',
        message: expect.any(String),
        details: {
          name: 'must not be blank',
          durationMin: 'must be an integer from 1 to 1440',
          price: 'must be from 0 to 99999999.99',
          active: 'must be true or false',
        },
      });
    });

    it('requires a name and a duration', async () => {
      const { status, body } = await service.admin.post('/services', {});
      expect(status).toBe(422);
      expect(body.error.details).toEqual({
        name: 'is required',
        durationMin: 'is required',
      });
    });

    it.each([
      ['durationMin', [1, 1_440], [0, -5, 1_441, 1.5, '45', null]],
      ['price', [0, 0.01, 99_999_999.99, null], [-0.01, 0.005, 100_000_000, '5', true]],
      ['bufferBeforeMin', [0, 1_440], [-1, 1_441, 0.5, null]],
      ['bufferAfterMin', [0, 1_440], [-1, 1_441, '0', null]],
      ['slotIntervalMin', [1, 1_440, null], [0, 1_441, 7.5]],
      ['minNoticeMin', [0, 527_040], [-1, 527_041, null]],
      ['maxAdvanceDays', [0, 3_650], [-1, 3_651, null]],
      ['capacity', [1, 1_000], [0, 1_001, 1.5, '1', null]],
      ['resources', [[]], [null, {}, 'room']],
      ['active', [true, false], ['true', 1, 0, null]],
      ['name', ['x'.repeat(200)], ['', 'x'.repeat(201), 5, null, 'a\u0000b', '\ud800']],
      ['description', ['', 'x'.repeat(5_000), null], ['x'.repeat(5_001), 5, '\u001b[1m']],
      ['categoryId', [null], [0, -1, 1.5, '1', 999_999]],
      ['providerIds', [[], null], ['1', [0], ['1'], [null], [999_999]]],
    ])('accepts only values within the limits of %s', async (member, good, bad) => {
      for (const value of good) {
        const body = { name: 'Haircut', durationMin: 45, [member]: value };
        expect((await service.admin.post('/services', body)).status).toBe(201);
      }
      for (const value of bad) {
        const { status, body } = await service.admin.post('/services', {
          name: 'Haircut',
          durationMin: 45,
          [member]: value,
        });
        expect([value, status]).toEqual([value, 422]);
        expect(Object.keys(body.error.details as object)).toEqual([member]);
      }
    });

    it('reports an unknown category and an unknown provider in one answer', async () => {
      const { status, body } = await service.admin.post('/services', {
        ...HAIRCUT,
        categoryId: 999_999,
        providerIds: [999_999],
      });
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { categoryId: 'names no category', providerIds: 'names no provider' },
      });
    });

    it('stores Unicode in NFC, and ignores unknown members and an id', async () => {
      const { body } = await service.admin.post('/services', {
        name: 'Cafe\u0301',
        durationMin: 5,
        id: 777,
        x: 1,
      });
      expect(body.data).toEqual({ id: expect.any(Number), name: 'Caf\u00e9', durationMin: 5, ...DEFAULTS });
      expect(body.data.id).not.toBe(777);
    });
  });

  describe('PUT /services/{id}', () => {
    it('sets every absent member to its default, and keeps its metadata and the resources that a booking needs', async () => {
      const id = await aService(service.admin, { ...HAIRCUT, categoryId });
      const { status, body } = await service.admin.put(`/services/${id}`, { name: 'Trim', durationMin: 20 });
      expect(status).toBe(200);
      const { resources, metadata } = HAIRCUT;
      expect(body.data).toEqual({ id, name: 'Trim', durationMin: 20, ...DEFAULTS, resources, metadata });
    });

    it('accepts the answer of GET as its body, and changes nothing', async () => {
      const id = await aService(service.admin, { ...HAIRCUT, categoryId });
      const before = await read(id);
      expect((await service.admin.put(`/services/${id}`, before)).body.data).toEqual(before);
    });

    it('requires a name and a duration', async () => {
      const id = await aService(service.admin);
      const { status, body } = await service.admin.put(`/services/${id}`, { price: 5 });
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object)).toEqual(['name', 'durationMin']);
    });

    it('validates the body before it looks for the service', async () => {
      expect((await service.admin.put('/services/999999', { name: '' })).status).toBe(422);
      expect((await service.admin.put('/services/999999', HAIRCUT)).status).toBe(404);
    });
  });

  describe('PATCH /services/{id}', () => {
    it('changes only the members of the body', async () => {
      const id = await aService(service.admin, { ...HAIRCUT, categoryId });
      const { status, body } = await service.admin.patch(`/services/${id}`, { price: 40, active: true });
      expect(status).toBe(200);
      expect(body.data).toEqual({ id, ...HAIRCUT, categoryId, price: 40, active: true });
    });

    it('clears description, price, categoryId and slotIntervalMin with null', async () => {
      const id = await aService(service.admin, { ...HAIRCUT, categoryId });
      const nothing = { description: null, price: null, categoryId: null, slotIntervalMin: null };
      const { body } = await service.admin.patch(`/services/${id}`, nothing);
      expect(body.data).toEqual({ id, ...HAIRCUT, ...nothing });
    });

    it('refuses null for name, durationMin, active and maxAdvanceDays', async () => {
      const id = await aService(service.admin);
      const { status, body } = await service.admin.patch(`/services/${id}`, {
        name: null,
        durationMin: null,
        active: null,
        maxAdvanceDays: null,
      });
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object).sort()).toEqual([
        'active',
        'durationMin',
        'maxAdvanceDays',
        'name',
      ]);
    });

    it('changes nothing, not even updated_at, when the body has no known member', async () => {
      const id = await aService(service.admin, HAIRCUT);
      const before = await read(id);
      service.clock.advance(60_000);
      const { status, body } = await service.admin.patch(`/services/${id}`, { unknown: 1 });
      expect(status).toBe(200);
      expect(body.data).toEqual(before);
      const [row] = await service.query(
        'select updated_at = created_at as untouched from services where id = $1',
        [id],
      );
      expect(row).toEqual({ untouched: true });
    });

    it('changes nothing when it refuses the body', async () => {
      const id = await aService(service.admin, HAIRCUT);
      const refused = await service.admin.patch(`/services/${id}`, { name: 'Trim', categoryId: 999_999 });
      expect(refused.status).toBe(422);
      expect(await read(id)).toMatchObject({ name: 'Haircut' });
    });

    it('keeps the changes of all concurrent requests', async () => {
      const ids = await Promise.all(Array.from({ length: 30 }, () => aService(service.admin)));
      const changes = [{ name: 'new' }, { price: 7 }, { durationMin: 7 }, { active: false }];
      await Promise.all(
        ids.flatMap((id) => changes.map((change) => service.admin.patch(`/services/${id}`, change))),
      );
      for (const id of ids) expect(await read(id)).toMatchObject(Object.assign({}, ...changes) as object);
    });
  });

  it('a service never refers to a category that is deleted at the same moment', async () => {
    for (let round = 0; round < 15; round++) {
      const category = await service.admin.post('/categories', { name: 'Passing' });
      const { id } = category.body.data as { id: number };
      const [written, deleted] = await Promise.all([
        service.admin.post('/services', { ...HAIRCUT, categoryId: id }),
        service.admin.delete(`/categories/${id}`),
      ]);
      expect(deleted.status).toBe(200);
      expect([201, 422]).toContain(written.status);
      const { body } = await service.admin.get('/services?sort=id:desc&length=1');
      expect(body.data[0].categoryId).not.toBe(id);
    }
  });

  it.each(UNKNOWN_IDS)('every operation answers 404 for the id %s', async (id) => {
    const path = `/services/${id}`;
    for (const answer of [
      await service.admin.get(path),
      await service.admin.put(path, HAIRCUT),
      await service.admin.patch(path, {}),
      await service.admin.delete(path),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: { code: 'NOT_FOUND', message: 'No such service' } });
    }
  });

  describe('a deleted service', () => {
    let id: number;
    let providerId: number;
    let appointmentId: number;

    beforeAll(async () => {
      id = await aService(service.admin, { name: 'Perm' });
      providerId = await aProvider(service.admin);
      appointmentId = (await anAppointment(service.admin, providerId, id)).id;
      await service.admin.delete(`/services/${id}`);
    });

    it('has its id in the answer of DELETE', async () => {
      const other = await aService(service.admin);
      const { status, body } = await service.admin.delete(`/services/${other}`);
      expect(status).toBe(200);
      expect(body).toEqual({ data: { id: other, deleted: true } });
    });

    it('gets a 404 from GET, PUT, PATCH and a second DELETE', async () => {
      const path = `/services/${id}`;
      expect((await service.admin.get(path)).status).toBe(404);
      expect((await service.admin.put(path, HAIRCUT)).status).toBe(404);
      expect((await service.admin.patch(path, { name: 'Perm' })).status).toBe(404);
      expect((await service.admin.delete(path)).status).toBe(404);
    });

    it('is in no list of services', async () => {
      for (const path of [
        '/services?q=perm',
        `/services?q=perm&providerId=${providerId}`,
        `/providers/${providerId}/services`,
      ]) {
        const { body } = await service.admin.get(path);
        expect((body.data as { id: number }[]).map((entry) => entry.id)).not.toContain(id);
      }
    });

    it('has no slots and cannot be booked', async () => {
      const query = `providerId=${providerId}&serviceId=${id}&date=${MONDAY}`;
      for (const answer of [
        await service.admin.get(`/availability/slots?${query}`),
        await service.admin.post('/appointments', aBooking(providerId, id, { start: '12:00' })),
      ]) {
        expect(answer.status).toBe(422);
        expect(answer.body.error).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: { serviceId: 'names no service' },
        });
      }
    });

    it('keeps its appointments, which still have its name', async () => {
      const { status, body } = await service.admin.get(`/appointments/${appointmentId}`);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ serviceId: id, serviceName: 'Perm' });
    });
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
        const { status, body } = await service.nobody.send(method, `/services${path}`);
        expect([status, body.error.code]).toEqual([401, 'unauthorized']);
      }
    });

    it('allows staff to read, but not to write', async () => {
      const staff = await service.as('staff');
      const id = await aService(service.admin);
      expect((await staff.get('/services')).status).toBe(200);
      expect((await staff.get(`/services/${id}`)).status).toBe(200);
      for (const answer of [
        await staff.post('/services', {}),
        await staff.put(`/services/${id}`, {}),
        await staff.patch(`/services/${id}`, {}),
        await staff.delete(`/services/${id}`),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
      }
    });

    it('allows providers to write', async () => {
      const provider = await service.as('provider');
      const id = await aService(provider);
      expect((await provider.put(`/services/${id}`, HAIRCUT)).status).toBe(200);
      expect((await provider.patch(`/services/${id}`, { price: 1 })).status).toBe(200);
      expect((await provider.delete(`/services/${id}`)).status).toBe(200);
    });
  });
});
