import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { build } from '../cli/run-cli';
import { MailServer } from '../telling/messages/support/mail-server';
import { readMime } from '../telling/messages/support/mime';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { sendRequest } from './support/send-request';
import { ServiceProcesses } from './support/service-processes';
import { SampleBusiness } from './support/sample-business';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
/** Pretends that five minutes have passed since the worker took its job, and two since the last maintenance. */
const TIME_PASSES = `
  update pgboss.job set started_on = now() - interval '5 minutes' where state = 'active';
  delete from pgboss.job where name = 'upkeep'`;
const IS_DUE = `update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`;

describe('after kill -9 of a worker that has sent a message but not recorded it', () => {
  const processes = new ServiceProcesses();
  let database: EmptyDatabase;
  let mail: MailServer;

  beforeAll(async () => {
    await build();
    database = await createEmptyDatabase();
    mail = await MailServer.start();
  }, 180_000);

  afterAll(async () => {
    await processes.killAll();
    await mail.stop();
    await database.drop();
  });

  it('the next worker sends the message again with the same Message-ID, and records it', async () => {
    const service = processes.start({ DATABASE_URL: database.url });
    const url = await service.url();
    const business = await SampleBusiness.open(url, database.url);
    const worker = { DATABASE_URL: database.url, SMTP_URL: mail.url };
    const release = mail.hold();
    const first = processes.start(worker, { program: 'worker' });
    await sendRequest(url, {
      method: 'POST',
      path: '/appointments',
      key: business.key,
      body: business.uncontestedBooking(),
    });
    await mail.untilHeld();

    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    await locker.query('begin');
    await locker.query('select from notifications for update');
    release();
    await mail.until(1);
    while ((await query(database.url, WAITING)).length === 0) await wait(20);
    await first.kill('SIGKILL');
    await locker.query('commit');
    await locker.end();

    await query(database.url, TIME_PASSES);
    const second = processes.start(worker, { program: 'worker' });
    const states = () =>
      query<{ status: string }>(database.url, 'select status, attempts from notifications');
    while (mail.received.length < 2 || (await states())[0]?.status !== 'sent') {
      await query(database.url, IS_DUE);
      await wait(100);
    }

    const [one, other] = mail.received.map(({ source }) => readMime(source).headers['message-id']);
    expect(one).toMatch(/^<notification-\d+\..*>$/);
    expect(other).toBe(one);
    expect(await states()).toEqual([{ status: 'sent', attempts: 2 }]);
    expect(second.hasEnded()).toBe(false);
    expect(await second.kill('SIGTERM')).toMatchObject({ code: 0 });
    expect(mail.received).toHaveLength(2);
  }, 120_000);
});
