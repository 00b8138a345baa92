import { DeliveryService } from '../../src/notifications/delivery.service';
import { NotificationQueue } from '../../src/notifications/notification-queue';
import { startTestService, type TestService } from '../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { readMime } from './support/mime';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('a message that cannot be sent', () => {
  let service: TestService;
  let mail: MailServer;
  let book: Book;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({ environment: { SMTP_URL: mail.url, NOTIFY_CUSTOMERS: 'false' } });
    book = await aBook(service);
  });

  afterEach(async () => {
    mail.refusal = undefined;
    await service.query('delete from notifications');
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
  /** Through a service that has another mail server. */
  const deliverTo = async (smtpUrl: string) => {
    const other = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { SMTP_URL: smtpUrl },
    });
    other.clock.set(new Date(service.clock.now()).toISOString());
    await other.app.get(DeliveryService).deliverNext();
    await other.stop();
  };
  const messageOf = async (id: number) =>
    (await service.admin.get(`/appointments/${id}/notifications`)).body.data[0] as {
      status: string;
      lastError: string;
    };

  it('waits half a minute for its second attempt', async () => {
    const id = await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    expect(await deliver()).toBe(true);
    expect(await messageOf(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      lastError: expect.stringContaining('451 Try again later'),
      sentAt: null,
    });
    mail.refusal = undefined;
    service.clock.advance(30 * SECOND - 1);
    expect(await deliver()).toBe(false);
    service.clock.advance(1);
    expect(await deliver()).toBe(true);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 2, lastError: null });
  });

  it('has one Message-ID and one UID, however often it is tried', async () => {
    await queue();
    const [first, second] = [await sourceOfAttempt(), await sourceOfAttempt()];
    expect(second).toEqual(first);
    expect(first.messageId).toMatch(/^<notification-\d+\.[0-9a-f-]{36}@localhost>$/);
  });

  /** Delivers, and has it forgotten: as when a sender dies before it can note what it did. */
  async function sourceOfAttempt() {
    await deliver();
    await service.query(`update notifications set status = 'queued'`);
    service.clock.advance(5 * MINUTE);
    const { source } = mail.last;
    const messageId = readMime(source).headers['message-id'];
    return { messageId, uid: /^UID:.*$/m.exec(source)?.[0] };
  }

  it('is given up after twelve attempts', async () => {
    const id = await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    for (let attempt = 1; attempt <= 11; attempt++) {
      await deliver();
      service.clock.advance(240 * MINUTE);
    }
    expect(await messageOf(id)).toMatchObject({ status: 'queued', attempts: 11 });
    await deliver();
    service.clock.advance(240 * MINUTE);
    expect(await deliver()).toBe(false);
    expect(await messageOf(id)).toMatchObject({
      status: 'failed',
      attempts: 12,
      lastError: expect.stringContaining('451 Try again later'),
      sentAt: null,
    });
  });

  it('is given up at once when the server refuses its recipient for good', async () => {
    const id = await queue();
    mail.refusal = { on: 'RCPT', code: 550, message: 'No such user' };
    await deliver();
    expect(await messageOf(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: expect.stringContaining('550 No such user'),
    });
  });

  it('does not keep the others waiting', async () => {
    const first = await queue();
    service.clock.advance(SECOND);
    const second = await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    await deliver();
    mail.refusal = undefined;
    await deliver();
    expect((await messageOf(first)).status).toBe('queued');
    expect((await messageOf(second)).status).toBe('sent');
  });

  it('whose sender died is taken over after five minutes', async () => {
    const id = await queue();
    await service.app.get(NotificationQueue).claim();
    service.clock.advance(5 * MINUTE - 1);
    expect(await deliver()).toBe(false);
    service.clock.advance(1);
    expect(await deliver()).toBe(true);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('is not called failed by a sender that was taken for dead', async () => {
    const id = await queue();
    const notifications = service.app.get(NotificationQueue);
    const claimed = await notifications.claim();
    service.clock.advance(5 * MINUTE);
    await deliver();
    await notifications.markFailed(claimed ?? never(), 'Too late', true);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', lastError: null });
  });

  it('waits for a server that is away', async () => {
    const away = await MailServer.start();
    await away.stop();
    const id = await queue();
    await deliverTo(away.url);
    expect(await messageOf(id)).toMatchObject({
      status: 'queued',
      lastError: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('waits for its password to be mended, and keeps it to itself', async () => {
    const strict = await MailServer.start({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password = '' }, _session, done) => {
        done(new Error(`The password ${password} is wrong`));
      },
    });
    const id = await queue();
    await deliverTo(strict.url.replace('//', '//mia:s3cret%21@'));
    await strict.stop();
    const { status, lastError } = await messageOf(id);
    expect(status).toBe('queued');
    expect(lastError).toContain('The password *** is wrong');
    expect(lastError).not.toContain('s3cret');
  });
});

function never(): never {
  throw new Error('nothing was claimed');
}
