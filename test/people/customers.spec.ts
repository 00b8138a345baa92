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
  });

  describe('PUT /customers/{id}', () => {
    it('splits a combined name', async () => {
      const { body } = await service.admin.put(`/customers/${await create()}`, { name: 'Jo Doe' });
      expect(body.data).toMatchObject({ firstName: 'Jo', lastName: 'Doe' });
    });

    it('requires a name', async () => {
      const { status, body } = await service.admin.put(`/customers/${await create()}`, { lastName: 'Doe' });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ firstName: 'is required' });
    });
  });

  describe('PATCH /customers/{id}', () => {
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
});
