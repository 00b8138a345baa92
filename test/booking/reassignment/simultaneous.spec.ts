import { Client } from 'pg';
import { TAKE_TIME_OF_WRITTEN } from '../../../src/booking/diary/claims/claims.statements';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

interface Affected {
  readonly appointmentId: number;
  readonly outcome: string;
  readonly providerId: number;
}

describe('Reassigning while other requests write', () => {
  let service: TestService;
  let instance: TestService;
  let other: Client;
  let [mara, ben, cut] = [0, 0, 0];

  beforeAll(async () => {
    service = await startTestService();
    instance = await startTestService({ databaseUrl: service.databaseUrl });
  });

  beforeEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from notifications');
    mara = await aProvider(service.admin);
    ben = await aProvider(service.admin);
    cut = await aService(service.admin, { providerIds: [mara, ben] });
    other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
    await other.query('begin');
  });

  afterEach(() => other.end());

  afterAll(async () => {
    await instance.stop();
    await service.stop();
  });

  const reassign = (of = service) =>
    of.admin.post('/appointments/reassign', { from: MONDAY, to: MONDAY, providerId: mara });
  /** Waits until so many requests wait for a lock. */
  const waiting = async (count: number) => {
    const statement = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await service.query(statement)).length < count);
  };
  const lockProvider = (id: number) =>
    other.query('select from providers where id = $1 for no key update', [id]);
  const given = () =>
    service.query<{ id: number; providerId: number }>(
      'select id, provider_id as "providerId" from appointments order by id',
    );

  it('gives each appointment away once when two instances do it at the same moment', async () => {
    const ids = [];
    for (const start of ['09:00', '10:00'])
      ids.push((await anAppointment(service.admin, mara, cut, { start })).id);
    await lockProvider(mara);
    const answers = [reassign(), reassign(instance)];
    await waiting(2);
    await other.query('commit');
    const lists = (await Promise.all(answers)).map(({ body }) => body.data as Affected[]);
    expect(lists.flat().map(({ appointmentId }) => appointmentId)).toEqual(ids);
    expect(await given()).toEqual(ids.map((id) => ({ id, providerId: ben })));
  });

  it('sees a booking of another provider that was made while it waited', async () => {
    const { id, customerId } = await anAppointment(service.admin, mara, cut, { start: '09:00' });
    await lockProvider(ben);
    const answer = reassign();
    await waiting(1);
    await other.query(
      `insert into appointments (service_id, provider_id, customer_id, start_at, end_at, busy, status, payment_status, created_at, updated_at)
       select service_id, $2, $3, start_at, end_at, busy, status, payment_status, created_at, updated_at from appointments where id = $1`,
      [id, ben, customerId],
    );
    await other.query(TAKE_TIME_OF_WRITTEN);
    await other.query('commit');
    expect((await answer).body.data).toMatchObject([
      { appointmentId: id, outcome: 'kept', reason: 'slot_taken' },
    ]);
  });

  describe('when it waits for a customer after it has given the appointments away', () => {
    let ids: number[];
    let answer: ReturnType<typeof reassign>;

    beforeEach(async () => {
      const [first, last] = [
        await anAppointment(service.admin, mara, cut, { start: '09:00' }),
        await anAppointment(service.admin, mara, cut, { start: '10:00' }),
      ];
      ids = [first.id, last.id];
      await service.query('delete from notifications');
      // The message reads the customer behind a lock.
      await other.query('select from customers where id = $1 for update', [last.customerId]);
      answer = reassign();
      await waiting(1);
    });

    it('books for providers who are not asked without waiting for it', async () => {
      const { status } = await service.admin.post('/appointments', {
        ...{ name: 'Tom', email: 'tom@example.com', date: MONDAY, start: '09:00' },
        providerId: await aProvider(service.admin),
        serviceId: await aService(service.admin),
      });
      expect(status).toBe(201);
      await other.query('commit');
      expect((await answer).body.data).toMatchObject([{ providerId: ben }, { providerId: ben }]);
    });

    it('has given none away once its connection is killed', async () => {
      await service.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      const { status } = await answer;
      await other.query('commit');
      expect(status).toBe(503);
      expect(await given()).toEqual(ids.map((id) => ({ id, providerId: mara })));
      expect(await service.query('select from notifications')).toEqual([]);
      expect((await reassign()).body.data).toMatchObject([{ providerId: ben }, { providerId: ben }]);
    });
  });
});
