import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { build } from '../cli/run-cli';
import { ApiClient } from '../support/api-client';
import { anAppointment, aProvider, aService } from '../support/builders';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { MailServer } from '../telling/messages/support/mail-server';
import { readMime } from '../telling/messages/support/mime';
import { SampleBusiness } from './support/sample-business';
import { ServiceProcesses } from './support/service-processes';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const OFFERS = `
  select e.status, h.token from waitlist_entries e left join holds h on h.waitlist_entry_id = e.id order by e.id`;
/** Pretends that five minutes have passed since the worker took its job, and two since the last maintenance. */
const TIME_PASSES = `
  update pgboss.job set started_on = now() - interval '5 minutes' where state = 'active';
  delete from pgboss.job where name = 'upkeep'`;
const IS_DUE = `update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`;

describe('after kill -9 of a worker that makes an offer', () => {
  const processes = new ServiceProcesses();
  let database: EmptyDatabase;
  let mail: MailServer;
  let admin: ApiClient;
  let worker: Record<string, string>;
  let freeTime: () => Promise<unknown>;

  beforeAll(async () => {
    await build();
  }, 180_000);

  beforeEach(async () => {
    database = await createEmptyDatabase();
    mail = await MailServer.start();
    const settings = { DATABASE_URL: database.url, NOTIFY_CUSTOMERS: 'false' };
    const url = await processes.start(settings).url();
    admin = new ApiClient(url, (await SampleBusiness.open(url, database.url)).key);
    worker = { DATABASE_URL: database.url, SMTP_URL: mail.url };
    const day = new Date(Date.now() + 7 * 86_400_000);
    const date = day.toISOString().slice(0, 10);
    const providerId = await aProvider(admin);
    const serviceId = await aService(admin, { providerIds: [providerId] });
    const hours = { hours: [{ start: '10:00', end: '10:30' }] };
    await admin.put(`/providers/${providerId}/special-hours/${date}`, hours);
    const { id } = await anAppointment(admin, providerId, serviceId, { date, start: '10:00' });
    for (const email of ['first@example.com', 'second@example.com'])
      await admin.post('/waitlist', { name: 'Waiting', email, serviceId, from: date, to: date });
    freeTime = () => admin.delete(`/appointments/${id}`);
  }, 60_000);

  afterEach(async () => {
    await processes.killAll();
    await mail.stop();
    await database.drop();
  });

  const offers = () => query<{ status: string; token: string | null }>(database.url, OFFERS);
  const statuses = async () => (await offers()).map(({ status }) => status);

  it('but has not committed it, nothing is left of the offer, and the next worker makes it once', async () => {
    const first = processes.start(worker, { program: 'worker' });
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    await locker.query('begin');
    // The worker has placed the hold and changed the entry when it waits for this lock.
    await locker.query('lock table notifications in exclusive mode');
    await freeTime();
    while ((await query(database.url, WAITING)).length === 0) await wait(20);
    await first.kill('SIGKILL');
    await locker.query('commit');
    await locker.end();
    expect(await offers()).toEqual([
      { status: 'waiting', token: null },
      { status: 'waiting', token: null },
    ]);
    processes.start(worker, { program: 'worker' });
    await mail.until(1);
    expect(await statuses()).toEqual(['offered', 'waiting']);
    expect(mail.received.map(({ recipients }) => recipients)).toEqual([['first@example.com']]);
  }, 120_000);

  it('but has not sent the message, the next worker sends it, and makes no other offer', async () => {
    const release = mail.hold();
    const first = processes.start(worker, { program: 'worker' });
    await freeTime();
    await mail.untilHeld();
    const before = await offers();
    await first.kill('SIGKILL');
    release();
    await mail.until(1);
    await query(database.url, TIME_PASSES);
    processes.start(worker, { program: 'worker' });
    while (mail.received.length < 2) {
      await query(database.url, IS_DUE);
      await wait(100);
    }
    const [one, other] = mail.received.map(({ source }) => readMime(source).headers['message-id']);
    expect(other).toBe(one);
    expect(before).toEqual([
      { status: 'offered', token: expect.any(String) },
      { status: 'waiting', token: null },
    ]);
    expect(await offers()).toEqual(before);
    expect(await query(database.url, 'select from notifications')).toHaveLength(1);
  }, 120_000);
});
