import { NestFactory } from '@nestjs/core';
import { parseConfig } from '../../src/config/config';
import { DatabaseConnection } from '../../src/database/connection';
import { DeliveryService } from '../../src/notifications/delivery.service';
import { DeliveryWorker } from '../../src/notifications/delivery-worker';
import { WorkerModule } from '../../src/notifications/worker.module';
import { SettableClock } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';

describe('the worker', () => {
  let service: TestService;
  let mail: MailServer;
  let book: Book;

  beforeAll(async () => {
    // A service that does not send: the workers of the tests do.
    service = await startTestService({ environment: { NOTIFY_CUSTOMERS: 'false' } });
    book = await aBook(service);
  });

  beforeEach(async () => {
    mail = await MailServer.start();
  });

  afterEach(async () => {
    await mail.stop();
    await service.query('delete from notifications');
  });

  afterAll(() => service.stop());

  const another = (environment: Record<string, string> = {}) =>
    startTestService({
      databaseUrl: service.databaseUrl,
      environment: { SMTP_URL: mail.url, NOTIFY_CUSTOMERS: 'false', ...environment },
    });
  const queue = async (): Promise<number> => {
    const { id } = await book();
    await service.admin.post(`/appointments/${id}/notify`);
    return id;
  };
  const statusOf = async (id: number): Promise<string> =>
    (await service.admin.get(`/appointments/${id}/notifications`)).body.data[0].status as string;

  it('of the service sends by itself', async () => {
    const sending = await another({ WORKER: 'on' });
    await queue();
    await queue();
    await mail.until(2);
    await sending.stop();
    expect(mail.received).toHaveLength(2);
  });

  it('runs in a process of its own, without HTTP', async () => {
    const config = parseConfig({ SMTP_URL: mail.url, LOG_LEVEL: 'silent', WORKER: 'off' });
    const app = await NestFactory.createApplicationContext(
      WorkerModule.forRoot({ config, databaseUrl: service.databaseUrl, clock: new SettableClock() }),
      { logger: false },
    );
    await app.get(DatabaseConnection).open();
    app.get(DeliveryWorker).start();
    const id = await queue();
    await mail.until(1);
    await app.close();
    expect(await statusOf(id)).toBe('sent');
  });

  it('lets the message that is being sent go out before it stops', async () => {
    const sending = await another({ WORKER: 'on' });
    const release = mail.hold();
    const id = await queue();
    await mail.untilHeld();
    const stopped = sending.stop();
    release();
    await stopped;
    expect(await statusOf(id)).toBe('sent');
  });

  it('goes on when the database has broken its connections', async () => {
    const sending = await another({ WORKER: 'on' });
    await queue();
    await mail.until(1);
    await service.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await queue();
    await mail.until(2);
    await sending.stop();
    expect(mail.received).toHaveLength(2);
  });

  it('shares the queue with others: no message is sent twice', async () => {
    const workers = await Promise.all([another(), another(), another()]);
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
    await Promise.all(workers.map((worker) => worker.stop()));
  });
});
