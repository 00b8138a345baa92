import { ApiClient } from '../support/api-client';
import { anAppointment, aProvider, aService } from '../support/builders';
import { createEmptyDatabase } from '../support/database/empty-database';
import { query } from '../support/database/query';
import { HeldLock } from './support/held-lock';
import { Testbed } from './support/testbed';

const KEYED = { headers: { 'idempotency-key': 'mara-is-ill' } };

/** What transactions that wait for a lock have written to. */
const WRITTEN = `
  select distinct relation::regclass::text as name
  from pg_locks join pg_stat_activity using (pid)
  where wait_event_type = 'Lock' and mode = 'RowExclusiveLock'
    and relation in ('time_off'::regclass, 'appointments'::regclass, 'claims'::regclass) order by name`;
const OTHER_CONNECTIONS = `
  select from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

describe('Time off that reassigns appointments, whose service is killed after it has written a part', () => {
  const bed = Testbed.forAll(createEmptyDatabase);

  const rows = <Row extends object>(statement: string) => query<Row>(bed.database.url, statement);
  const given = () =>
    rows<{ id: number; providerId: number; status: string }>(
      'select id, provider_id as "providerId", status from appointments order by id',
    );
  const messages = () =>
    rows<{ event: string; customerId: number; others: number }>(
      `select event, customer_id as "customerId", coalesce(jsonb_array_length(snapshot -> 'others'), 0) as others
       from notifications where event not like 'provider-%' order by customer_id`,
    );

  it('changes nothing, and the same request does all of it once after a restart', async () => {
    const service = bed.start({ WORKER: 'off' });
    const url = await service.url();
    const { key } = await bed.openBusiness(url);
    const client = new ApiClient(url, key);
    const [mara, ben] = [await aProvider(client), await aProvider(client)];
    const cut = await aService(client, { providerIds: [mara, ben] });
    const date = aMonday();
    const first = await anAppointment(client, mara, cut, { date, start: '09:00' });
    const { customerId } = first;
    const person = { name: undefined, email: undefined, customerId };
    const second = await anAppointment(client, mara, cut, { date, start: '10:00', ...person });
    const last = await anAppointment(client, mara, cut, { date, start: '11:00' });
    await anAppointment(client, ben, cut, { date, start: '10:00' });
    await rows('delete from notifications');
    const before = await given();
    const absence = { start: date, end: date, appointments: 'reassign', otherwise: 'cancel' };
    const send = (to: ApiClient) => to.post(`/providers/${mara}/time-off`, absence, KEYED);

    // The messages read the customers after the appointments are written.
    const lock = await HeldLock.take(
      bed.database.url,
      `select from customers where id = ${last.customerId} for update`,
    );
    const outcome = send(client).catch(() => 'no answer');
    await lock.hasWaiting();
    const written = await rows<{ name: string }>(WRITTEN);
    await service.kill('SIGKILL');
    await lock.release();
    // PostgreSQL notices only then that the client of the transaction is gone.
    while ((await rows(OTHER_CONNECTIONS)).length > 0);

    expect(written.map(({ name }) => name)).toEqual(['appointments', 'claims', 'time_off']);
    expect(await outcome).toBe('no answer');
    expect(await given()).toEqual(before);
    expect(await messages()).toEqual([]);
    expect(await rows('select from time_off')).toEqual([]);

    const restarted = new ApiClient(await bed.start({ WORKER: 'off' }).url(), key);
    const done = await send(restarted);
    const repeated = await send(restarted);
    expect([done.status, done.headers.has('idempotency-replayed')]).toEqual([201, false]);
    expect([repeated.status, repeated.headers.has('idempotency-replayed')]).toEqual([201, true]);
    expect(repeated.body).toEqual(done.body);
    expect(done.body.meta.affected).toMatchObject([
      { appointmentId: first.id, outcome: 'reassigned', providerId: ben },
      { appointmentId: second.id, outcome: 'cancelled' },
      { appointmentId: last.id, outcome: 'reassigned', providerId: ben },
    ]);
    expect(await given()).toEqual([
      { id: first.id, providerId: ben, status: 'confirmed' },
      { id: second.id, providerId: mara, status: 'cancelled' },
      { id: last.id, providerId: ben, status: 'confirmed' },
      ...before.slice(3),
    ]);
    expect(await messages()).toEqual([
      { event: 'reschedule', customerId, others: 1 },
      { event: 'reschedule', customerId: last.customerId, others: 0 },
    ]);
    expect(await rows('select from time_off')).toHaveLength(1);
  }, 60_000);
});

/** A Monday at least a week ahead of the machine's clock, which the processes use. */
function aMonday(): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + 14 - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
