import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { anAppointment, aProvider, aService } from '../support/builders';
import { query } from '../support/database/query';
import { MailServer } from '../telling/messages/support/mail-server';
import { readMime } from '../telling/messages/support/mime';
import { HeldLock } from './support/held-lock';
import { expireJobs, makeRetriesDue } from './support/jobs-in-time';
import { Testbed } from './support/testbed';

const OFFERS = `
  select e.status, h.token from waitlist_entries e left join holds h on h.waitlist_entry_id = e.id order by e.id`;

describe('after kill -9 of a worker that makes an offer', () => {
  const bed = Testbed.forEach();
  let mail: MailServer;
  let admin: ApiClient;
  let freeTime: () => Promise<unknown>;

  beforeEach(async () => {
    mail = await MailServer.start();
    const url = await bed.start({ NOTIFY_CUSTOMERS: 'false' }).url();
    admin = new ApiClient(url, (await bed.openBusiness(url)).key);
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

  afterEach(() => mail.stop());

  const startWorker = () => bed.startWorker({ SMTP_URL: mail.url });
  const offers = () => query<{ status: string; token: string | null }>(bed.database.url, OFFERS);
  const statuses = async () => (await offers()).map(({ status }) => status);

  it('but has not committed it, nothing is left of the offer, and the next worker makes it once', async () => {
    const first = startWorker();
    // The worker has placed the hold and changed the entry when it waits for this lock.
    const lock = await HeldLock.take(bed.database.url, 'lock table notifications in exclusive mode');
    await freeTime();
    await lock.hasWaiting();
    await first.kill('SIGKILL');
    await lock.release();
    expect(await offers()).toEqual([
      { status: 'waiting', token: null },
      { status: 'waiting', token: null },
    ]);
    startWorker();
    await mail.until(1);
    expect(await statuses()).toEqual(['offered', 'waiting']);
    expect(mail.received.map(({ recipients }) => recipients)).toEqual([['first@example.com']]);
  }, 120_000);

  it('but has not sent the message, the next worker sends it, and makes no other offer', async () => {
    const release = mail.hold();
    const first = startWorker();
    await freeTime();
    await mail.untilHeld();
    const before = await offers();
    await first.kill('SIGKILL');
    release();
    await mail.until(1);
    await expireJobs(bed.database.url);
    startWorker();
    while (mail.received.length < 2) {
      await makeRetriesDue(bed.database.url);
      await wait(100);
    }
    const [one, other] = mail.received.map(({ source }) => readMime(source).headers['message-id']);
    expect(other).toBe(one);
    expect(before).toEqual([
      { status: 'offered', token: expect.any(String) },
      { status: 'waiting', token: null },
    ]);
    expect(await offers()).toEqual(before);
    expect(await query(bed.database.url, 'select from notifications')).toHaveLength(1);
  }, 120_000);
});
