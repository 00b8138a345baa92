import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { build } from '../cli/run-cli';
import { MailServer } from '../telling/messages/support/mail-server';
import { readMime } from '../telling/messages/support/mime';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { ask } from './support/ask';
import { Cast } from './support/cast';
import { Shop } from './support/shop';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
/** Five minutes go by since the dead one took its job, and two since anybody looked after the queue. */
const TIME_PASSES = `
  update pgboss.job set started_on = now() - interval '5 minutes' where state = 'active';
  delete from pgboss.job where name = 'upkeep'`;
const IS_DUE = `update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`;

describe('kill -9 of a worker between sending a message and noting it', () => {
  const cast = new Cast();
  let database: EmptyDatabase;
  let mail: MailServer;

  beforeAll(async () => {
    await build();
    database = await createEmptyDatabase();
    mail = await MailServer.start();
  }, 180_000);

  afterAll(async () => {
    await cast.dismiss();
    await mail.stop();
    await database.drop();
  });

  it('has the next worker send it once more, under the same Message-ID, and note it', async () => {
    const service = cast.start({ DATABASE_URL: database.url });
    const url = await service.url();
    const shop = await Shop.open(url, database.url);
    const worker = { DATABASE_URL: database.url, SMTP_URL: mail.url };
    const release = mail.hold();
    const first = cast.start(worker, { program: 'worker' });
    await ask(url, { method: 'POST', path: '/appointments', key: shop.key, body: shop.quietBooking() });
    await mail.untilHeld();

    const hand = new Client({ connectionString: database.url });
    await hand.connect();
    await hand.query('begin');
    await hand.query('select from notifications for update');
    release();
    await mail.until(1);
    while ((await query(database.url, WAITING)).length === 0) await wait(20);
    await first.kill('SIGKILL');
    await hand.query('commit');
    await hand.end();

    await query(database.url, TIME_PASSES);
    const second = cast.start(worker, { program: 'worker' });
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
