import { setTimeout as wait } from 'node:timers/promises';
import { createEmptyDatabase } from '../support/database/empty-database';
import { query } from '../support/database/query';
import { MailServer } from '../telling/messages/support/mail-server';
import { readMime } from '../telling/messages/support/mime';
import { HeldLock } from './support/held-lock';
import { expireJobs, makeRetriesDue } from './support/jobs-in-time';
import { sendRequest } from './support/send-request';
import { Testbed } from './support/testbed';

/** Pretends that it was booked long ago, and begins in this many minutes. */
const BEGINS_IN = `
  update appointments
  set start_at = soon, end_at = soon + interval '30 minutes', busy = tstzrange(soon, soon + interval '30 minutes'),
    created_at = now() - interval '60 days', updated_at = now() - interval '60 days'
  from (select date_trunc('minute', now()) + $1 * interval '1 minute' as soon) at`;

describe('with REMINDER_HOURS=48,2 and two workers of which one is killed between sending and recording', () => {
  const bed = Testbed.forAll(createEmptyDatabase);
  let mail: MailServer;

  beforeAll(async () => {
    mail = await MailServer.start();
  });

  afterAll(() => mail.stop());

  const states = () =>
    query<{ step: number; status: string }>(
      bed.database.url,
      `select reminder_hours as step, status from notifications where event = 'reminder' order by id`,
    );
  const untilSent = async (count: number) => {
    while ((await states()).filter(({ status }) => status === 'sent').length < count) {
      await makeRetriesDue(bed.database.url);
      await wait(100);
    }
  };

  it('each step reaches the customer, that of the killed worker at most twice and under one Message-ID', async () => {
    const environment = { SMTP_URL: mail.url, REMINDER_HOURS: '48,2' };
    const url = await bed.start({ WORKER: 'off' }).url();
    const business = await bed.openBusiness(url);
    const databaseUrl = bed.database.url;
    const body = business.uncontestedBooking();
    await sendRequest(url, { method: 'POST', path: '/appointments', key: business.key, body });
    await query(databaseUrl, 'delete from notifications');
    await query(databaseUrl, 'delete from pgboss.job');
    await query(databaseUrl, BEGINS_IN, [47 * 60]);

    const release = mail.hold();
    const first = bed.startWorker(environment);
    await mail.untilHeld();
    const lock = await HeldLock.take(databaseUrl, 'select from notifications for update');
    release();
    await mail.until(1);
    await lock.hasWaiting();
    await first.kill('SIGKILL');
    await lock.release();

    await expireJobs(databaseUrl);
    const others = [bed.startWorker(environment), bed.startWorker(environment)];
    await untilSent(1);
    expect(await states()).toEqual([{ step: 48, status: 'sent' }]);
    const ids = mail.received.map(({ source }) => readMime(source).headers['message-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);

    // The same appointment later: its second step has come. One of the workers looks in its next maintenance, or one that starts.
    await query(databaseUrl, BEGINS_IN, [119]);
    await query(
      databaseUrl,
      `update notifications set created_at = now() - interval '47 hours',
         snapshot = snapshot || jsonb_build_object('start', (select (extract(epoch from start_at) * 1000)::bigint from appointments))`,
    );
    await expireJobs(databaseUrl);
    others.push(bed.startWorker(environment), bed.startWorker(environment));
    await untilSent(2);
    expect(await states()).toEqual([
      { step: 48, status: 'sent' },
      { step: 2, status: 'sent' },
    ]);
    expect(mail.received).toHaveLength(3);
    for (const worker of others) expect(await worker.kill('SIGTERM')).toMatchObject({ code: 0 });
  }, 120_000);
});
