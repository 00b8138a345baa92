import { AttemptRecord } from '../../../src/telling/messages/delivery/attempt-record';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import {
  type MessageJobData,
  MESSAGE_QUEUE,
  type MessageJob,
} from '../../../src/telling/messages/delivery/message-job';
import { Jobs } from '../../../src/platform/queue/jobs';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { readMime } from './support/mime';
import { afterWorkerDeath, deleteMessages, untilDue } from './support/queue';

describe('A message whose worker dies', () => {
  let service: TestService;
  let mail: MailServer;
  let book: Book;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({ environment: { SMTP_URL: mail.url, NOTIFY_CUSTOMERS: 'false' } });
    book = await aBook(service);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    mail.refusal = undefined;
    await deleteMessages(service);
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const queue = async (): Promise<number> => {
    const { id } = await book();
    await service.admin.post(`/appointments/${id}/notify`);
    return id;
  };
  const deliver = () => service.app.get(DeliveryService).deliverNext();
  const record = () => service.app.get(AttemptRecord);
  const messageOf = async (id: number): Promise<unknown> =>
    (await service.admin.get(`/appointments/${id}/notifications`)).body.data[0];
  /** Begins an attempt and does not finish it, like a worker that dies. */
  const take = async (): Promise<MessageJob> => {
    const job = await service.app.get(Jobs).take<MessageJobData>(MESSAGE_QUEUE);
    if (job === undefined) throw new Error('no job is due');
    await record().begin(job);
    return job;
  };
  /** Sends a message, and does not record it, like a worker that dies in between. */
  const sendAndDie = async () => {
    jest.spyOn(record(), 'markSent').mockRejectedValueOnce(new Error('killed'));
    await expect(deliver()).rejects.toThrow('killed');
  };

  it('is sent by another worker after five minutes', async () => {
    const id = await queue();
    await take();
    await afterWorkerDeath(service, 4.9);
    expect(await deliver()).toBe(false);
    await afterWorkerDeath(service, 5);
    expect(await deliver()).toBe(true);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('is sent again with the same Message-ID and UID when the worker died before recording the delivery', async () => {
    const id = await queue();
    const before = mail.received.length;
    await sendAndDie();
    const first = mail.last.source;
    await afterWorkerDeath(service, 5);
    await deliver();
    const second = mail.last.source;
    expect(mail.received).toHaveLength(before + 2);
    expect(idsOf(second)).toEqual(idsOf(first));
    expect(idsOf(first)).toEqual([
      expect.stringMatching(/^<notification-\d+\.[0-9a-f-]{36}@localhost>$/),
      expect.stringMatching(/^UID:appointment-\d+@[0-9a-f-]{36}/),
    ]);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('is not sent again after its delivery is recorded, even if its job is retried', async () => {
    const id = await queue();
    await deliver();
    const sent = mail.received.length;
    await service.query(`update pgboss.job set state = 'retry', start_after = now() - interval '1 second'`);
    expect(await deliver()).toBe(true);
    expect(await deliver()).toBe(false);
    expect(mail.received).toHaveLength(sent);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('leaves no job behind when the worker dies after recording the delivery', async () => {
    const id = await queue();
    await deliver();
    await afterWorkerDeath(service, 5);
    expect(await deliver()).toBe(false);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('stays sent when its first worker, which a second one has replaced, reports a failure', async () => {
    const id = await queue();
    const job = await take();
    await afterWorkerDeath(service, 5);
    await deliver();
    await record().markFailed(job, 'Too late', 1);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', lastError: null });
  });

  it('stays with its second worker when the first one, which it has replaced, reports a failure', async () => {
    const id = await queue();
    const first = await take();
    await afterWorkerDeath(service, 5);
    await take();
    await record().markForRetry(first, 'Too late');
    await untilDue(service);
    expect(await deliver()).toBe(false);
    expect(await messageOf(id)).toMatchObject({ status: 'queued', attempts: 2, lastError: null });
  });

  it('is given up when the worker died during the last attempt', async () => {
    const id = await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    for (let attempt = 1; attempt <= 11; attempt++) {
      await deliver();
      await untilDue(service);
    }
    mail.refusal = undefined;
    await take();
    await afterWorkerDeath(service, 5);
    const sent = mail.received.length;
    expect(await deliver()).toBe(true);
    expect(mail.received).toHaveLength(sent);
    expect(await messageOf(id)).toMatchObject({
      status: 'failed',
      attempts: 12,
      lastError: 'The worker died during the last attempt',
    });
  });
});

function idsOf(source: string): (string | undefined)[] {
  return [readMime(source).headers['message-id'], /^UID:.*$/m.exec(source)?.[0]];
}
