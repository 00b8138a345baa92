import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

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

describe('Services:', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const read = async (id: number) => (await service.admin.get(`/services/${id}`)).body.data as object;

  describe('POST /services', () => {
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
  });

  describe('PATCH /services/{id}', () => {
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
});
