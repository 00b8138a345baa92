import { setTimeout as wait } from 'node:timers/promises';
import { FreedTimeWatch } from '../../src/booking/waitlist/offers/freed-time-watch';
import { WaitlistWorker } from '../../src/booking/waitlist/offers/waitlist-worker';
import { Database } from '../../src/platform/database/database';
import { anAppointment, aProvider, aService } from '../support/builders';
import { numberEvents } from '../support/events';
import { OpenWrite } from '../support/open-write';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, type Entry, makeOffers, statusesNow } from '../support/waiting';

const ONE_SLOT = { schedule: [{ day: 'monday', start: '10:00', end: '10:30' }] };
const categories = (count: number) =>
  `insert into categories (name, created_at, updated_at) select 'Later', now(), now() from generate_series(1, ${count})`;

/** The audit trail numbers changes before they are committed. */
describe('The worker of the waitlist', () => {
  let service: TestService;
  let serviceId: number;
  let appointmentId: number;
  const others: TestService[] = [];

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    const providerId = await aProvider(service.admin, ONE_SLOT);
    serviceId = await aService(service.admin, { providerIds: [providerId] });
    appointmentId = (await anAppointment(service.admin, providerId, serviceId)).id;
  });

  afterEach(async () => {
    await service.query('delete from waitlist_entries');
    await service.query('delete from holds');
    for (const other of others.splice(0)) await other.stop();
  });

  afterAll(() => service.stop());

  const startOther = async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    others.push(other);
    return other;
  };
  const add = () => anEntryOf(service, serviceId);
  const isOffered = async (entry: Entry) => (await statusesNow(service, [entry]))[0] === 'offered';
  /** A transaction that frees the slot, and another one that is committed after it began. */
  const freeSlowly = async () => {
    const slow = await OpenWrite.begin(service);
    await slow.run(`delete from appointments where id = ${appointmentId}`);
    await service.admin.post('/categories', { name: 'Later' });
    return slow;
  };

  it.each([0, 3])('offers time that a transaction of %i minutes has freed', async (minutes) => {
    const entry = await add();
    await makeOffers(service);
    const slow = await freeSlowly();
    await makeOffers(service);
    for (let minute = 0; minute < minutes; minute++) {
      service.clock.advance(60_000);
      await makeOffers(service);
    }
    expect(await isOffered(entry)).toBe(false);
    await slow.end('commit');
    await makeOffers(service);
    expect(await isOffered(entry)).toBe(true);
  });

  it.each([0, 1, 4])(
    'offers time whose change is committed after it has begun, when %i rounds of numbering and 1,200 changes have passed it',
    async (rounds) => {
      const entry = await add();
      const slow = await freeSlowly();
      await service.query(categories(1200));
      for (let round = 0; round < rounds; round++) {
        await numberEvents(service);
        await service.admin.post('/categories', { name: 'Between' });
      }
      const fresh = await startOther();
      await makeOffers(fresh);
      expect(await isOffered(entry)).toBe(false);
      await slow.end('commit');
      await makeOffers(fresh);
      expect(await isOffered(entry)).toBe(true);
    },
  );

  it('offers time whose change began before the first entry was added', async () => {
    await makeOffers(service);
    const slow = await freeSlowly();
    await makeOffers(service);
    const entry = await add();
    await makeOffers(service);
    service.clock.advance(60_000);
    await makeOffers(service);
    await slow.end('commit');
    await makeOffers(service);
    expect(await isOffered(entry)).toBe(true);
  });

  it('offers time that another worker had read when it died', async () => {
    const entry = await add();
    const other = await startOther();
    await makeOffers(service);
    await makeOffers(other);
    await service.admin.delete(`/appointments/${appointmentId}`);
    expect((await other.app.get(FreedTimeWatch).look())?.freed).toHaveLength(1);
    await makeOffers(service);
    expect(await isOffered(entry)).toBe(true);
  });

  it('offers time that is freed after a restore of the database has taken the audit trail back', async () => {
    const entry = await add();
    await service.query(categories(1200));
    await makeOffers(service);
    service.clock.advance(60_000);
    await makeOffers(service);
    await service.query(`delete from audit_entries where id > (select max(id) - 1000 from audit_entries)`);
    await service.query(
      `select setval(pg_get_serial_sequence('audit_entries', 'id'), (select max(id) from audit_entries))`,
    );
    await service.admin.delete(`/appointments/${appointmentId}`);
    await makeOffers(service);
    expect(await isOffered(entry)).toBe(true);
  });

  it('offers time that is freed behind more changes than one look reads, in the same run', async () => {
    const entry = await add();
    await makeOffers(service);
    await service.query(categories(10_100));
    await service.admin.delete(`/appointments/${appointmentId}`);
    await makeOffers(service);
    expect(await isOffered(entry)).toBe(true);
  });

  it('looks with one statement while nothing happens, and does not look again for what was rolled back', async () => {
    await add();
    await makeOffers(service);
    await (await freeSlowly()).end('rollback');
    const rows = jest.spyOn(service.app.get(Database), 'rows');
    const looks = () => rows.mock.calls.splice(0).map(([{ name }, values]) => ({ name, values }));
    const worker = service.app.get(WaitlistWorker);
    await worker.run();
    expect(looks()).toHaveLength(1);
    // Transactions in other databases of the server count, too: those of the specs that run beside this one.
    for (let found = false; !found;) {
      await worker.run();
      const [look] = looks();
      expect(look?.name).toBe('waitlist.look');
      found = look?.values[3] === '[]' && look.values[4] === '[]';
      if (!found) await wait(10);
    }
  });
});
