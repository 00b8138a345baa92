import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { build } from '../cli/run-cli';
import { ApiClient } from '../support/api-client';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { WebhookReceiver } from '../support/webhook-receiver';
import { SampleBusiness } from './support/sample-business';
import { ServiceProcesses } from './support/service-processes';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
/** PostgreSQL notices that a client is dead only when it answers: the record itself must not survive. */
const END_WAITING = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const DELIVERIES = 'select status, jsonb_array_length(attempts) as attempts from webhook_deliveries';
/** Pretends that the lease of the killed worker has run out. */
const LEASE_ENDS = 'update webhook_lanes set leased_until = now()';

describe('after kill -9 of a worker that has sent an event but not recorded it', () => {
  const processes = new ServiceProcesses();
  let database: EmptyDatabase;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    await build();
    database = await createEmptyDatabase();
    receiver = await WebhookReceiver.start();
  }, 180_000);

  afterAll(async () => {
    await processes.killAll();
    receiver.stop();
    await database.drop();
  });

  it('the next worker sends the event again with the same webhook-id, and records it', async () => {
    const settings = { DATABASE_URL: database.url, WEBHOOK_ALLOW_PRIVATE: 'on' };
    const url = await processes.start(settings).url();
    const admin = new ApiClient(url, (await SampleBusiness.open(url, database.url)).key);
    const first = processes.start(settings, { program: 'worker' });
    // The receiver answers only once the record of the attempt would have to wait for a lock.
    const answers: (() => void)[] = [];
    receiver.answer = (response) => answers.push(() => response.writeHead(200).end());
    const created = await admin.post('/webhooks', { url: receiver.url, types: ['category.created'] });
    expect(created.status).toBe(201);
    await admin.post('/categories', { name: 'Hair' });
    while (answers.length === 0) await wait(20);
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    await locker.query('begin');
    await locker.query('select from webhook_deliveries for update');
    for (const answer of answers) answer();
    while ((await query(database.url, WAITING)).length === 0) await wait(20);
    await first.kill('SIGKILL');
    await query(database.url, END_WAITING);
    while ((await query(database.url, WAITING)).length > 0) await wait(20);
    await locker.query('commit');
    await locker.end();
    expect(await query(database.url, DELIVERIES)).toEqual([{ status: 'pending', attempts: 0 }]);

    receiver.status(200);
    await query(database.url, LEASE_ENDS);
    const second = processes.start(settings, { program: 'worker' });
    while (receiver.received.length < 2) await wait(50);
    const states = () => query<{ status: string }>(database.url, DELIVERIES);
    while ((await states())[0]?.status === 'pending') await wait(50);
    expect(await states()).toEqual([{ status: 'delivered', attempts: 1 }]);
    expect(new Set(receiver.ids).size).toBe(1);
    expect(await second.kill('SIGTERM')).toMatchObject({ code: 0 });
    expect(receiver.received).toHaveLength(2);
  }, 120_000);
});
