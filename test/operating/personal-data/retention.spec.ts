import { anAppointment, aProvider, aService } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf } from '../../support/waiting';
import { Maintenance } from '../../../src/operating/worker/maintenance';

/** The clock starts on 20 November 2026. */
const MONTHS = '6';
const LONG_AFTER = '2027-08-20T08:00:00Z';

describe('With CUSTOMER_RETENTION_MONTHS, the maintenance', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService({
      environment: { CUSTOMER_RETENTION_MONTHS: MONTHS, REMINDER_HOURS: '0' },
    });
    [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
  });

  afterEach(async () => {
    service.clock.set(START);
    for (const table of ['waitlist_entries', 'appointments', 'customers'])
      await service.query(`delete from ${table}`);
  });

  afterAll(() => service.stop());

  const book = async (members: object = {}) =>
    (await anAppointment(service.admin, providerId, serviceId, members)).customerId;
  const maintain = async (through = service) => {
    // The queue allows one maintenance per interval of PostgreSQL's clock, which tests cannot set.
    await service.query(`delete from pgboss.job where name = 'upkeep'`);
    await through.app.get(Maintenance).run();
  };
  const isErased = async (id: number) =>
    (await service.admin.get(`/customers/${id}`)).body.data.erasedAt !== null;

  it('erases customers whose last appointment was that many months ago', async () => {
    const gone = await book({ start: '10:00' });
    const kept = await book({ start: '11:00' });
    await book({
      customerId: kept,
      name: undefined,
      email: undefined,
      date: '2027-02-22',
      ignoreSchedule: true,
    });
    service.clock.set('2027-05-23T09:59:00Z');
    await maintain();
    expect(await isErased(gone)).toBe(false);
    service.clock.set('2027-05-23T10:01:00Z');
    await maintain();
    expect([await isErased(gone), await isErased(kept)]).toEqual([true, false]);
  });

  it('erases customers without appointments that many months after their creation', async () => {
    const { body } = await service.admin.post('/customers', { firstName: 'Mia' });
    service.clock.set('2027-05-20T07:59:00Z');
    await maintain();
    expect(await isErased(body.data.id)).toBe(false);
    service.clock.set('2027-05-20T08:01:00Z');
    await maintain();
    expect(await isErased(body.data.id)).toBe(true);
  });

  it('leaves customers who wait for a time', async () => {
    const { customerId } = await anEntryOf(service, serviceId, { from: '2027-08-21', to: '2027-10-01' });
    service.clock.set(LONG_AFTER);
    await maintain();
    expect(await isErased(customerId)).toBe(false);
  });

  it('records the service itself as the author', async () => {
    const id = await book();
    service.clock.set(LONG_AFTER);
    await maintain();
    const { body } = await service.admin.get(
      `/audit?resource=customers&resourceId=${id}&sort=id:desc&length=1`,
    );
    expect(body.data).toMatchObject([{ via: 'worker', after: { erasedAt: LONG_AFTER } }]);
  });

  it('goes through any number of customers, those that are not due between them', async () => {
    await service.query(
      `insert into customers (first_name, email, created_at, updated_at)
       select 'Many', 'many' || n || '@example.com', case n % 4 when 0 then $1::timestamptz else $2 end, $2
       from generate_series(1, 600) n`,
      [LONG_AFTER, START],
    );
    service.clock.set(LONG_AFTER);
    await maintain();
    const left = await service.query(`select from customers where erased_at is null`);
    expect(left).toHaveLength(150);
  });

  it('does nothing while the setting is 0', async () => {
    const id = await book();
    const keeping = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { REMINDER_HOURS: '0' },
    });
    keeping.clock.set(LONG_AFTER);
    await maintain(keeping);
    await keeping.stop();
    expect(await isErased(id)).toBe(false);
  });
});
