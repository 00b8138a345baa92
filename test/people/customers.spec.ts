import { aBooking, anAppointment, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const MIA = {
  firstName: 'Mia',
  lastName: 'Keller',
  email: 'mia.keller@example.com',
  phone: '+49 (30) 90-18.20 x7/8',
  address: '7 Park Lane, 10115 Berlin',
  notes: 'Prefers mornings\nNo perfume',
};

describe('Customers:', () => {
  let service: TestService;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const freshEmail = () => `customer${++count}@example.org`;
  const create = async (members: object = {}): Promise<number> => {
    const body = { ...MIA, email: freshEmail(), ...members };
    return (await service.admin.post('/customers', body)).body.data.id as number;
  };

  describe('POST /customers', () => {
    it('creates a customer with the default values', async () => {
      const { status, body } = await service.admin.post('/customers', { firstName: '  Mia ' });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.any(Number),
          firstName: 'Mia',
          lastName: '',
          email: null,
          phone: null,
          address: null,
          notes: null,
          createdAt: '2026-11-20T08:00:00Z',
          metadata: {},
          erasedAt: null,
        },
      });
    });

    it('stores every field', async () => {
      const created = await service.admin.post('/customers', MIA);
      expect(created.status).toBe(201);
      expect(created.body.data).toMatchObject(MIA);
      const read = await service.admin.get(`/customers/${created.body.data.id}`);
      expect(read.body).toEqual(created.body);
    });

    it.each([
      ['Mia Keller', 'Mia', 'Keller'],
      ['Mia von der Heide', 'Mia', 'von der Heide'],
      ['Mia \t  Keller', 'Mia', 'Keller'],
      ['  Mia  ', 'Mia', ''],
      ['李小龍', '李小龍', ''],
    ])('splits the name %p at its first space', async (name, firstName, lastName) => {
      const { status, body } = await service.admin.post('/customers', { name });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ firstName, lastName });
    });

    it.each([
      [{ firstName: 'Mia', name: 'Jo Doe' }, 'Mia', ''],
      [{ firstName: 'Mia', name: '' }, 'Mia', ''],
      [{ firstName: 'Mia', name: 5 }, 'Mia', ''],
      [{ firstName: 'Mia', lastName: 'Keller', name: 'Jo Doe' }, 'Mia', 'Keller'],
      [{ firstName: 'Mia', lastName: null, name: null }, 'Mia', ''],
      [{ lastName: null, name: 'Jo Doe' }, 'Jo', 'Doe'],
    ])('reads name only when firstName and lastName are absent: %p', async (body, firstName, lastName) => {
      const answer = await service.admin.post('/customers', body);
      expect(answer.status).toBe(201);
      expect(answer.body.data).toMatchObject({ firstName, lastName });
    });

    it.each([
      [{}, { firstName: 'is required' }],
      [{ firstName: ' ' }, { firstName: 'must not be blank' }],
      [{ firstName: null, name: 'Jo Doe' }, { firstName: 'must be a string' }],
      [{ lastName: 'Keller', name: 'Jo Doe' }, { firstName: 'is required' }],
      [{ name: null }, { firstName: 'is required' }],
      [{ name: ' ' }, { name: 'must not be blank' }],
      [{ name: 5 }, { name: 'must be a string' }],
      [{ name: 'x'.repeat(201) }, { name: 'must be at most 200 characters long' }],
    ])('refuses %p, which has no valid name', async (body, details) => {
      const answer = await service.admin.post('/customers', body);
      expect(answer.status).toBe(422);
      expect(answer.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details });
    });

    it('reports all faults of a body in one answer', async () => {
      const { status, body } = await service.admin.post('/customers', {
        firstName: 'x'.repeat(201),
        lastName: 7,
        email: 'mia@',
        phone: 'call me',
        address: 'x'.repeat(501),
        notes: 'x'.repeat(5_001),
      });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({
        firstName: 'must be at most 200 characters long',
        lastName: 'must be a string',
        email: 'must be an e-mail address',
        phone: 'must be a phone number: 3 to 40 digits, spaces and + - ( ) . x /',
        address: 'must be at most 500 characters long',
        notes: 'must be at most 5000 characters long',
      });
    });

    it.each(['12', '1'.repeat(41), '+-()', '123;456'])('refuses the phone %p', async (phone) => {
      const { status, body } = await service.admin.post('/customers', { firstName: 'Mia', phone });
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object)).toEqual(['phone']);
    });

    it.each([['112'], ['1'.repeat(40)]])('accepts the phone %p', async (phone) => {
      const { body } = await service.admin.post('/customers', { firstName: 'Mia', phone });
      expect(body.data.phone).toBe(phone);
    });

    it.each([
      ['Ünal@Example.com', 'üNAL@example.COM'],
      ['mia@käse.example', 'mia@xn--kse-qla.example'],
      ['max@ｋäse.example', 'ｍａｘ@käse.example'],
    ])('refuses the e-mail address %s of another customer when it is written %s', async (first, other) => {
      await create({ email: first });
      const { status, body } = await service.admin.post('/customers', { firstName: 'Mia', email: other });
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { email: 'belongs to another customer' },
      });
    });

    it('accepts only one of many concurrent customers with the same e-mail', async () => {
      const body = { firstName: 'Mia', email: freshEmail() };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => service.admin.post('/customers', body)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
    });

    it('accepts any number of customers without an e-mail', async () => {
      expect(await create({ email: null })).not.toBe(await create({ email: null }));
    });

    it('stores Unicode in NFC, refuses control characters, ignores unknown members', async () => {
      const stored = await service.admin.post('/customers', { firstName: 'Zoe\u0308', id: 777, vip: true });
      expect(stored.body.data.firstName).toBe('Zo\u00eb');
      expect(stored.body.data.id).not.toBe(777);
      const refused = await service.admin.post('/customers', { firstName: 'Zo\u0000e' });
      expect(refused.body.error.details).toEqual({ firstName: 'must not contain control characters' });
    });
  });

  describe('PUT /customers/{id}', () => {
    it('resets absent members to their defaults', async () => {
      const id = await create();
      const { status, body } = await service.admin.put(`/customers/${id}`, { firstName: 'Max' });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id,
        firstName: 'Max',
        lastName: '',
        email: null,
        phone: null,
        address: null,
        notes: null,
        createdAt: '2026-11-20T08:00:00Z',
        metadata: {},
        erasedAt: null,
      });
    });

    it.each([[{}], [{ email: null, lastName: '' }]])(
      'accepts the answer of GET as its body, also with %p',
      async (members) => {
        const id = await create(members);
        const read = await service.admin.get(`/customers/${id}`);
        const written = await service.admin.put(`/customers/${id}`, read.body.data);
        expect(written.body).toEqual(read.body);
      },
    );

    it('splits a combined name', async () => {
      const { body } = await service.admin.put(`/customers/${await create()}`, { name: 'Jo Doe' });
      expect(body.data).toMatchObject({ firstName: 'Jo', lastName: 'Doe' });
    });

    it('requires a name', async () => {
      const { status, body } = await service.admin.put(`/customers/${await create()}`, { lastName: 'Doe' });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ firstName: 'is required' });
    });

    it('validates the body before it looks for the customer', async () => {
      expect((await service.admin.put('/customers/999999', { firstName: '' })).status).toBe(422);
      expect((await service.admin.put('/customers/999999', { firstName: 'Jo' })).status).toBe(404);
    });
  });

  describe('PATCH /customers/{id}', () => {
    it('changes only the members of the body', async () => {
      const email = freshEmail();
      const id = await create({ email });
      const { status, body } = await service.admin.patch(`/customers/${id}`, { lastName: 'Doe' });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ ...MIA, email, lastName: 'Doe' });
    });

    it('clears a nullable member with null', async () => {
      const nothing = { email: null, phone: null, address: null, notes: null };
      const { body } = await service.admin.patch(`/customers/${await create()}`, {
        ...nothing,
        lastName: null,
      });
      expect(body.data).toMatchObject({ firstName: 'Mia', lastName: '', ...nothing });
    });

    it.each([
      [{ name: 'Jo Doe' }, 'Jo', 'Doe'],
      [{ name: 'Jo' }, 'Jo', ''],
      [{ name: 'Jo Doe', firstName: 'Max' }, 'Max', 'Keller'],
      [{ name: 'Jo Doe', lastName: 'Roe' }, 'Mia', 'Roe'],
      [{ name: null }, 'Mia', 'Keller'],
      [{}, 'Mia', 'Keller'],
    ])('reads the name in %p', async (body, firstName, lastName) => {
      const answer = await service.admin.patch(`/customers/${await create()}`, body);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ firstName, lastName, address: MIA.address });
    });

    it('refuses null for the first name', async () => {
      const { status, body } = await service.admin.patch(`/customers/${await create()}`, { firstName: null });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ firstName: 'must be a string' });
    });

    it('refuses the e-mail of another customer, and accepts its own in another case', async () => {
      const [taken, own] = [freshEmail(), freshEmail()];
      await create({ email: taken });
      const id = await create({ email: own });
      const refused = await service.admin.patch(`/customers/${id}`, {
        email: taken.toUpperCase(),
        notes: 'x',
      });
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toEqual({ email: 'belongs to another customer' });
      expect((await service.admin.get(`/customers/${id}`)).body.data.notes).toBe(MIA.notes);
      const { body } = await service.admin.patch(`/customers/${id}`, { email: own.toUpperCase() });
      expect(body.data.email).toBe(own.toUpperCase());
    });

    it('keeps the changes of all concurrent requests', async () => {
      const ids = await Promise.all(Array.from({ length: 30 }, () => create()));
      const changes = [{ name: 'New Name' }, { phone: '112' }, { address: 'new' }, { notes: 'new' }];
      await Promise.all(
        ids.flatMap((id) => changes.map((change) => service.admin.patch(`/customers/${id}`, change))),
      );
      for (const id of ids) {
        const { body } = await service.admin.get(`/customers/${id}`);
        expect(body.data).toMatchObject({
          firstName: 'New',
          lastName: 'Name',
          phone: '112',
          address: 'new',
          notes: 'new',
        });
      }
    });
  });

  describe('DELETE /customers/{id}', () => {
    it('deletes a customer without appointments, and answers 404 to a second request', async () => {
      const id = await create();
      const { status, body } = await service.admin.delete(`/customers/${id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ data: { id, deleted: true } });
      expect((await service.admin.delete(`/customers/${id}`)).status).toBe(404);
      expect((await service.admin.get(`/customers/${id}`)).status).toBe(404);
    });

    it('is refused while the customer has appointments, even cancelled ones', async () => {
      const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
      const { id, customerId } = await anAppointment(service.admin, providerId, serviceId);
      await service.admin.patch(`/appointments/${id}`, { status: 'cancelled' });
      const { status, body } = await service.admin.delete(`/customers/${customerId}`);
      expect(status).toBe(422);
      expect(body.error).toEqual({
        code: 'appointments_exist',
        message: 'The customer has appointments; remove them first',
        details: { reason: 'appointments_exist' },
      });
      await service.admin.delete(`/appointments/${id}`);
      expect((await service.admin.delete(`/customers/${customerId}`)).status).toBe(200);
    });

    it('never deletes a customer for whom a concurrent request books', async () => {
      const serviceId = await aService(service.admin);
      for (let round = 0; round < 15; round++) {
        const [providerId, email] = [await aProvider(service.admin), freshEmail()];
        const id = await create({ email });
        const [deleted, booked] = await Promise.all([
          service.admin.delete(`/customers/${id}`),
          service.admin.post('/appointments', aBooking(providerId, serviceId, { email })),
        ]);
        expect(booked.status).toBe(201);
        expect([200, 422]).toContain(deleted.status);
        const { body } = await service.admin.get(`/customers/${booked.body.data.customerId}`);
        expect(body.data.email).toBe(email);
      }
    });
  });

  it.each(['999999', '0', '-1', '1.5', 'abc', '2147483648'])(
    'every operation answers 404 for the id %s',
    async (id) => {
      const path = `/customers/${id}`;
      for (const answer of [
        await service.admin.get(path),
        await service.admin.put(path, { firstName: 'Jo' }),
        await service.admin.patch(path, { firstName: 'Jo' }),
        await service.admin.delete(path),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual({ error: { code: 'NOT_FOUND', message: 'No such customer' } });
      }
    },
  );

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
        const { status, body } = await service.nobody.send(method, `/customers${path}`);
        expect([status, body.error.code]).toEqual([401, 'unauthorized']);
      }
    });

    it.each(['admin', 'provider', 'staff'] as const)('allows the role %s to read and write', async (role) => {
      const client = await service.as(role);
      const { status, body } = await client.post('/customers', { firstName: 'Mia' });
      const path = `/customers/${body.data.id}`;
      expect(status).toBe(201);
      expect((await client.get('/customers')).status).toBe(200);
      expect((await client.get(path)).status).toBe(200);
      expect((await client.put(path, { firstName: 'Jo' })).status).toBe(200);
      expect((await client.patch(path, { firstName: 'Mia' })).status).toBe(200);
      expect((await client.delete(path)).status).toBe(200);
    });

    it('refuses the writes of a user without roles', async () => {
      const client = await service.as();
      for (const answer of [
        await client.post('/customers', {}),
        await client.put('/customers/1', {}),
        await client.patch('/customers/1', {}),
        await client.delete('/customers/1'),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
      }
    });
  });
});
