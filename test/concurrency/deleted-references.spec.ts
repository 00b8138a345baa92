import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Answer } from '../support/api-client';
import { aBooking, anAppointment, aProvider, aService } from '../support/builders';
import { query } from '../support/database/query';
import { startTestService, type TestService } from '../support/test-service';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const ROUNDS = 40;

describe('A write that refers to a row', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
  });

  afterEach(() => service.query('delete from appointments'));

  afterAll(() => service.stop());

  const anAppointmentId = async () => (await anAppointment(service.admin, providerId, serviceId)).id;
  const aLocation = async () =>
    (await service.admin.post('/locations', { name: 'Branch', address: 'High Street 1' })).body.data
      .id as number;
  const aCustomer = async (email: string) =>
    (await service.admin.post('/customers', { firstName: 'Mia', email })).body.data.id as number;
  const book = (more: object) => service.admin.post('/appointments', aBooking(providerId, serviceId, more));
  const change = (id: number, more: object) => service.admin.patch(`/appointments/${id}`, more);

  /** Sends the write after another transaction has deleted the row, and commits the deletion when the write waits for it. */
  async function whileDeleting(table: string, id: number, write: () => Promise<Answer>): Promise<Answer> {
    const rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin');
    await rival.query(`delete from ${table} where id = $1`, [id]);
    const answer = write();
    while ((await query(service.databaseUrl, WAITING)).length === 0) await wait(10);
    await rival.query('commit');
    await rival.end();
    return answer;
  }

  it('gets a 422 for locationId when it books an appointment at a location that is being deleted', async () => {
    const locationId = await aLocation();
    const { status, body } = await whileDeleting('locations', locationId, () => book({ locationId }));
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['locationId']]);
  });

  it('gets a 422 for locationId when it changes an appointment to a location that is being deleted', async () => {
    const [id, locationId] = [await anAppointmentId(), await aLocation()];
    const { status, body } = await whileDeleting('locations', locationId, () => change(id, { locationId }));
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['locationId']]);
  });

  it('gets a 422 for customerId when it changes an appointment to a customer that is being deleted', async () => {
    const id = await anAppointmentId();
    const customerId = await aCustomer('deleted@example.com');
    const { status, body } = await whileDeleting('customers', customerId, () => change(id, { customerId }));
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['customerId']]);
  });

  it('gets a 422 for categoryId when it creates a service in a category that is being deleted', async () => {
    const categoryId = (await service.admin.post('/categories', { name: 'Hair' })).body.data.id as number;
    const { status, body } = await whileDeleting('categories', categoryId, () =>
      service.admin.post('/services', { name: 'Cut', durationMin: 30, categoryId }),
    );
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['categoryId']]);
  });

  it('creates a new customer when it books for the e-mail address of a customer that is being deleted', async () => {
    const customerId = await aCustomer('again@example.com');
    const { status, body } = await whileDeleting('customers', customerId, () =>
      book({ email: 'again@example.com' }),
    );
    expect(status).toBe(201);
    expect(body.data.customerId).not.toBe(customerId);
  });

  it('gets 200, 201 or 422, and never 500, while another request deletes the location', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const locationId = await aLocation();
      const id = round % 2 === 0 ? undefined : await anAppointmentId();
      const write = id === undefined ? book({ locationId }) : change(id, { locationId });
      const answers = await Promise.all([write, service.admin.delete(`/locations/${locationId}`)]);
      for (const { status } of answers) statuses.add(status);
      await service.query('delete from appointments');
    }
    expect([...statuses].filter((status) => ![200, 201, 422].includes(status))).toEqual([]);
  });

  it('gets 200, 409 or 422, and never 500, while another request deletes the customer', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const customerId = await aCustomer(`race-${round}@example.com`);
      const id = await anAppointmentId();
      const answers = await Promise.all([
        change(id, { customerId }),
        service.admin.delete(`/customers/${customerId}`),
      ]);
      for (const { status } of answers) statuses.add(status);
      await service.query('delete from appointments');
    }
    expect([...statuses].filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
  });
});
