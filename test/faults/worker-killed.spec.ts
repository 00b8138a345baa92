import { setTimeout as wait } from 'node:timers/promises';
import { MailServer } from '../telling/messages/support/mail-server';
import { readMime } from '../telling/messages/support/mime';
import { createEmptyDatabase } from '../support/database/empty-database';
import { query } from '../support/database/query';
import { HeldLock } from './support/held-lock';
import { expireJobs, makeRetriesDue } from './support/jobs-in-time';
import { sendRequest } from './support/send-request';
import { Testbed } from './support/testbed';

describe('after kill -9 of a worker that has sent a message but not recorded it', () => {
  const bed = Testbed.forAll(createEmptyDatabase);
  let mail: MailServer;

  beforeAll(async () => {
    mail = await MailServer.start();
  });

  afterAll(() => mail.stop());

  it('the next worker sends the message again with the same Message-ID, and records it', async () => {
    const url = await bed.start().url();
    const business = await bed.openBusiness(url);
    const databaseUrl = bed.database.url;
    const release = mail.hold();
    const first = bed.startWorker({ SMTP_URL: mail.url });
    await sendRequest(url, {
      method: 'POST',
      path: '/appointments',
      key: business.key,
      body: business.uncontestedBooking(),
    });
    await mail.untilHeld();

    const lock = await HeldLock.take(databaseUrl, 'select from notifications for update');
    release();
    await mail.until(1);
    await lock.hasWaiting();
    await first.kill('SIGKILL');
    await lock.release();

    await expireJobs(databaseUrl);
    const second = bed.startWorker({ SMTP_URL: mail.url });
    const states = () => query<{ status: string }>(databaseUrl, 'select status, attempts from notifications');
    while (mail.received.length < 2 || (await states())[0]?.status !== 'sent') {
      await makeRetriesDue(databaseUrl);
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
