import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { createEmptyDatabase } from '../support/database/empty-database';
import { query } from '../support/database/query';
import { WebhookReceiver } from '../support/webhook-receiver';
import { HeldLock } from './support/held-lock';
import { Testbed } from './support/testbed';

/** PostgreSQL notices that a client is dead only when it answers: the record itself must not survive. */
const END_WAITING = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const DELIVERIES = 'select status, jsonb_array_length(attempts) as attempts from webhook_deliveries';
/** Pretends that the lease of the killed worker has run out. */
const LEASE_ENDS = 'update webhook_lanes set leased_until = now()';

describe('after kill -9 of a worker that has sent an event but not recorded it', () => {
  const bed = Testbed.forAll(createEmptyDatabase);
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
  });

  afterAll(() => {
    receiver.stop();
  });

  it('the next worker sends the event again with the same webhook-id, and records it', async () => {
    const settings = { WEBHOOK_ALLOW_PRIVATE: 'on' };
    const databaseUrl = bed.database.url;
    const url = await bed.start(settings).url();
    const admin = new ApiClient(url, (await bed.openBusiness(url)).key);
    const first = bed.startWorker(settings);
    // The receiver answers only once the record of the attempt would have to wait for a lock.
    const answers: (() => void)[] = [];
    receiver.answer = (response) => answers.push(() => response.writeHead(200).end());
    const created = await admin.post('/webhooks', { url: receiver.url, types: ['category.created'] });
    expect(created.status).toBe(201);
    await admin.post('/categories', { name: 'Hair' });
    while (answers.length === 0) await wait(20);
    const lock = await HeldLock.take(databaseUrl, 'select from webhook_deliveries for update');
    for (const answer of answers) answer();
    await lock.hasWaiting();
    await first.kill('SIGKILL');
    await query(databaseUrl, END_WAITING);
    await lock.hasNoneWaiting();
    await lock.release();
    expect(await query(databaseUrl, DELIVERIES)).toEqual([{ status: 'pending', attempts: 0 }]);

    receiver.status(200);
    await query(databaseUrl, LEASE_ENDS);
    const second = bed.startWorker(settings);
    while (receiver.received.length < 2) await wait(50);
    const states = () => query<{ status: string }>(databaseUrl, DELIVERIES);
    while ((await states())[0]?.status === 'pending') await wait(50);
    expect(await states()).toEqual([{ status: 'delivered', attempts: 1 }]);
    expect(new Set(receiver.ids).size).toBe(1);
    expect(await second.kill('SIGTERM')).toMatchObject({ code: 0 });
    expect(receiver.received).toHaveLength(2);
  }, 120_000);
});
