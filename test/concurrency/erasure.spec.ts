import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Answer } from '../support/api-client';
import { anAppointment, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const CUSTOMERS = 16;
const AFTER_MONDAY = '2026-11-24T08:00:00Z';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

interface Subject {
  readonly id: number;
  readonly email: string;
  readonly appointmentId: number;
}

describe('Erasures during other writes for the same customers', () => {
  let service: TestService;
  let subjects: Subject[];
  let erasures: Answer[];
  let others: Answer[];

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '20' } });
    const { admin } = service;
    const serviceId = await aService(admin, { capacity: 1_000 });
    const providerId = await aProvider(admin);
    subjects = [];
    for (let each = 0; each < CUSTOMERS; each++) {
      const email = `subject${each}@nowhere.example`;
      const members = { name: `Subject ${each} Known`, email };
      const { id, customerId } = await anAppointment(admin, providerId, serviceId, members);
      subjects.push({ id: customerId, email, appointmentId: id });
    }
    service.clock.set(AFTER_MONDAY);
    const late = { providerId, serviceId, date: '2026-11-25', start: '10:00' };
    const keyed = (path: string, body: object) =>
      admin.post(path, body, { headers: { 'idempotency-key': randomUUID() } });
    const wait = { serviceId, from: '2026-11-26', to: '2026-11-26' };
    const writes = (subject: Subject, turn: number): Promise<Answer>[] => {
      const erase = () => admin.post(`/customers/${subject.id}/erase`);
      const beside = [
        () =>
          keyed('/appointments', {
            ...late,
            email: subject.email,
            name: 'Attendee Known',
            phone: '030 4711',
          }),
        () => keyed('/appointments', { ...late, customerId: subject.id }),
        () => admin.post(`/appointments/${subject.appointmentId}/notify`, { event: 'confirmation' }),
        () => admin.patch(`/customers/${subject.id}`, { notes: 'Known for long' }),
        () =>
          admin.patch(`/appointments/${subject.appointmentId}`, {
            customerId: subject.id,
            start: '11:00',
            ignoreSchedule: true,
          }),
        () =>
          keyed('/waitlist', {
            ...wait,
            email: subject.email,
            name: 'Attendee Known',
            notes: 'Known for long',
          }),
      ];
      // Each customer gets another order, and others of the writes.
      const chosen = [0, 1, 2].map((step) => beside[(turn + 2 * step) % beside.length] ?? erase);
      return [erase, ...chosen, erase].map((write) => write());
    };
    const answers = await Promise.all(subjects.flatMap(writes));
    erasures = answers.filter(
      ({ body }) => body.data?.erasedAt !== undefined && body.data.firstName === undefined,
    );
    others = answers.filter((answer) => !erasures.includes(answer));
  });

  afterAll(() => service.stop());

  const erased = `(select id from customers where erased_at is not null)`;

  it('succeed or are refused, and so do the other writes', () => {
    const unexpected = [...erasures, ...others].filter(({ status }) => ![200, 201, 422].includes(status));
    expect(unexpected.map(({ status, body }) => [status, body as unknown])).toEqual([]);
    expect(erasures.length).toBeGreaterThan(0);
  });

  it('answer both erasures of one customer with the same instant', () => {
    const ids = new Set(erasures.map(({ body }) => body.data.id as number));
    for (const id of ids) {
      const times = erasures
        .filter(({ body }) => body.data.id === id)
        .map(({ body }) => body.data.erasedAt as string);
      expect(new Set(times).size).toBe(1);
    }
  });

  it('leave no upcoming appointment and no open entry of an erased customer', async () => {
    expect(
      await service.query(
        `select id from appointments where customer_id in ${erased} and status = 'confirmed' and start_at > $1`,
        [AFTER_MONDAY],
      ),
    ).toEqual([]);
    expect(
      await service.query(
        `select id from waitlist_entries where customer_id in ${erased} and status in ('waiting', 'offered')`,
      ),
    ).toEqual([]);
  });

  it('leave nothing of an erased person, when other writes about the person ran at the same time', async () => {
    const rows = await service.query<{ row: string }>(
      `select c::text as row from customers c where id in ${erased}
       union all select a::text from appointments a where customer_id in ${erased}
       union all select w::text from waitlist_entries w where customer_id in ${erased}
       union all select n::text from notifications n where customer_id in ${erased}
       union all select e::text from audit_entries e
         where resource = 'customers' and resource_id in ${erased}
           or (before ->> 'customer_id')::int in ${erased} or (after ->> 'customer_id')::int in ${erased}
       union all select i.body from idempotency_records i
         where (body::jsonb #>> '{data,customerId}')::int in ${erased}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => /known|nowhere|030 4711/i.test(row))).toEqual([]);
  });
});

describe('An erasure and a write that has begun', () => {
  let service: TestService;
  let other: Client;
  let customerId: number;
  let appointmentId: number;

  beforeAll(async () => {
    service = await startTestService();
    other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
    const appointment = await anAppointment(
      service.admin,
      await aProvider(service.admin),
      await aService(service.admin),
    );
    ({ id: appointmentId, customerId } = appointment);
    service.clock.set(AFTER_MONDAY);
  });

  beforeEach(() => other.query('begin'));

  afterAll(async () => {
    await other.end();
    await service.stop();
  });

  const untilWaiting = async () => {
    while ((await service.query(WAITING)).length === 0);
  };

  it('is refused when a booking that it has waited for is upcoming', async () => {
    await other.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
       select provider_id, service_id, customer_id, start_at + '7 days', end_at + '7 days', '[2026-11-30,2026-12-01)', status, created_at, updated_at
       from appointments where id = $1`,
      [appointmentId],
    );
    const erasure = service.admin.post(`/customers/${customerId}/erase`);
    await untilWaiting();
    await other.query('commit');
    const { status, body } = await erasure;
    expect([status, body.error.details]).toEqual([422, { reason: 'upcoming_appointments' }]);
  });

  it('does not get a message to the address that it is removing', async () => {
    await other.query('select from customers where id = $1 for update', [customerId]);
    await other.query('update customers set email = null where id = $1', [customerId]);
    const before = await service.query('select from notifications');
    const request = service.admin.post(`/appointments/${appointmentId}/notify`);
    await untilWaiting();
    await other.query('commit');
    expect((await request).body.error.details).toEqual({ reason: 'no_address' });
    expect(await service.query('select from notifications')).toEqual(before);
  });
});
