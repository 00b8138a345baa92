import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { parseConfig } from '../../../src/platform/config/config';
import { DatabaseConnection } from '../../../src/platform/database/connection/connection';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { BackgroundWorker } from '../../../src/operating/worker/background-worker';
import { WorkerModule } from '../../../src/process/run-worker';
import { SettableClock } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { readMime } from './support/mime';
import { deleteMessages, untilDue } from './support/queue';

describe('The worker', () => {
  let service: TestService;
  let mail: MailServer;
  let book: Book;

  beforeAll(async () => {
    // This service does not send; each test starts its own workers.
    service = await startTestService({ environment: { NOTIFY_CUSTOMERS: 'false' } });
    book = await aBook(service);
  });

  beforeEach(async () => {
    mail = await MailServer.start();
  });

  afterEach(async () => {
    await Promise.all([...started].map(stop));
    await mail.stop();
    await deleteMessages(service);
  });

  afterAll(() => service.stop());

  const started = new Set<{ stop(): Promise<void> }>();
  const startWorker = async (environment: Record<string, string> = {}) => {
    const other = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { SMTP_URL: mail.url, NOTIFY_CUSTOMERS: 'false', ...environment },
    });
    started.add(other);
    return other;
  };
  const stop = async (other: { stop(): Promise<void> }) => {
    started.delete(other);
    await other.stop();
  };
  const queue = async (): Promise<number> => {
    const { id } = await book();
    await service.admin.post(`/appointments/${id}/notify`);
    return id;
  };
  const statusOf = async (id: number): Promise<string> =>
    (await service.admin.get(`/appointments/${id}/notifications`)).body.data[0].status as string;

  it('inside the service sends queued messages', async () => {
    await startWorker({ WORKER: 'on' });
    await queue();
    await queue();
    await mail.until(2);
    expect(mail.received).toHaveLength(2);
  });

  it('inside the service sends reminders', async () => {
    const { id } = await book({ date: '2026-11-21', start: '07:00' });
    await service.query(`update appointments set created_at = '2026-11-19T08:00:00Z' where id = $1`, [id]);
    await startWorker({ WORKER: 'on', NOTIFY_CUSTOMERS: 'true' });
    await mail.until(1);
    expect(readMime(mail.last.source).headers['subject']).toMatch(/^Reminder: /);
  });

  it('runs in its own process without HTTP', async () => {
    // Without reminders: that of the test before could be sent first.
    const settings = { SMTP_URL: mail.url, LOG_LEVEL: 'silent', WORKER: 'off', NOTIFY_CUSTOMERS: 'false' };
    const config = parseConfig(settings);
    const app = await NestFactory.createApplicationContext(
      WorkerModule.forRoot({ config, databaseUrl: service.databaseUrl, clock: new SettableClock() }),
      { logger: false },
    );
    const alone = { stop: () => app.close() };
    started.add(alone);
    await app.get(DatabaseConnection).open();
    app.get(BackgroundWorker).start();
    const id = await queue();
    await mail.until(1);
    await stop(alone);
    expect(await statusOf(id)).toBe('sent');
  });

  it('finishes the message that it is sending before it stops', async () => {
    const sending = await startWorker({ WORKER: 'on' });
    const release = mail.hold();
    const id = await queue();
    await mail.untilHeld();
    const stopped = stop(sending);
    release();
    await stopped;
    expect(await statusOf(id)).toBe('sent');
  });

  it('continues after PostgreSQL has closed its connections', async () => {
    await startWorker({ WORKER: 'on' });
    await queue();
    await mail.until(1);
    await service.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    await service.query(`update notifications set status = 'queued'`);
    await service.query(`update pgboss.job set state = 'retry' where name = 'notifications'`);
    await untilDue(service);
    await mail.until(2);
    expect(mail.received).toHaveLength(2);
  });

  it('skips a job that another worker has locked', async () => {
    const [first, second] = [await queue(), await queue()];
    const { app } = await startWorker();
    const taking = new Client({ connectionString: service.databaseUrl });
    await taking.connect();
    await taking.query('begin');
    await taking.query(
      `select from pgboss.job where (data ->> 'notificationId')::int in
         (select id from notifications where appointment_id = $1) for update`,
      [first],
    );
    await app.get(DeliveryService).deliverNext();
    await taking.end();
    expect([await statusOf(first), await statusOf(second)]).toEqual(['queued', 'sent']);
  });

  it('shares the queue with other workers, and none sends a message twice', async () => {
    const workers = await Promise.all([startWorker(), startWorker(), startWorker()]);
    const ids = [await queue(), await queue(), await queue()];
    const release = mail.hold();
    const delivered = Promise.all(
      [...workers, ...workers].map(({ app }) => app.get(DeliveryService).deliverNext()),
    );
    await mail.untilHeld(3);
    release();
    expect((await delivered).sort()).toEqual([false, false, false, true, true, true]);
    expect(new Set(mail.received.flatMap(({ recipients }) => recipients)).size).toBe(3);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['sent', 'sent', 'sent']);
  });
});
