import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { afterWorkerDeath, deleteMessages, untilDue } from './support/queue';

describe('A message that cannot be sent', () => {
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
  /** Delivers through a second service, which has another mail server. */
  const deliverTo = async (smtpUrl: string) => {
    const other = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { SMTP_URL: smtpUrl },
    });
    await other.app.get(DeliveryService).deliverNext();
    await other.stop();
  };
  const messageOf = async (id: number) =>
    (await service.admin.get(`/appointments/${id}/notifications`)).body.data[0] as {
      status: string;
      lastError: string;
    };

  it('waits 14 to 28 seconds for its second attempt', async () => {
    const id = await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    expect(await deliver()).toBe(true);
    expect(await messageOf(id)).toMatchObject({
      status: 'queued',
      attempts: 1,
      lastError: expect.stringContaining('451 Try again later'),
      // The clock of the tests stands at 09:00 in Berlin.
      nextAttemptAt: expect.stringMatching(/^2026-11-20T09:00:(1[3-9]|2[0-8])(\.\d+)?\+01:00$/),
      sentAt: null,
    });
    expect(await deliver()).toBe(false);
  });

  it('is sent at a later attempt that succeeds', async () => {
    const id = await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    await deliver();
    mail.refusal = undefined;
    await untilDue(service);
    expect(await deliver()).toBe(true);
    expect(await messageOf(id)).toMatchObject({
      status: 'sent',
      attempts: 2,
      lastError: null,
      nextAttemptAt: null,
    });
  });

  it('waits twice as long after each attempt', async () => {
    await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    const shares: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt++) {
      await deliver();
      const [row] = await service.query<{ next_attempt_at: Date }>(
        'select next_attempt_at from notifications',
      );
      const delayS = ((row?.next_attempt_at.getTime() ?? 0) - service.clock.now()) / 1_000;
      shares.push(delayS / 2 ** (attempt - 1));
      await untilDue(service);
    }
    // 14 seconds, times a random number from 1 to 2; to the millisecond.
    expect(Math.min(...shares)).toBeGreaterThan(13.99);
    expect(Math.max(...shares)).toBeLessThan(28.01);
  });

  it('is given up after twelve attempts', async () => {
    const id = await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    for (let attempt = 1; attempt <= 11; attempt++) {
      await deliver();
      await untilDue(service);
    }
    expect(await messageOf(id)).toMatchObject({ status: 'queued', attempts: 11 });
    await deliver();
    await untilDue(service);
    expect(await deliver()).toBe(false);
    expect(await messageOf(id)).toMatchObject({
      status: 'failed',
      attempts: 12,
      lastError: expect.stringContaining('451 Try again later'),
      nextAttemptAt: null,
      sentAt: null,
    });
  });

  it('is given up at once when the server permanently refuses its recipient', async () => {
    const id = await queue();
    mail.refusal = { on: 'RCPT', code: 550, message: 'No such user' };
    await deliver();
    expect(await messageOf(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      lastError: expect.stringContaining('550 No such user'),
    });
    await afterWorkerDeath(service, 5);
    expect(await deliver()).toBe(false);
  });

  it('does not delay other messages', async () => {
    const [first, second] = [await queue(), await queue()];
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    await deliver();
    mail.refusal = undefined;
    await deliver();
    expect((await messageOf(first)).status).toBe('queued');
    expect((await messageOf(second)).status).toBe('sent');
  });

  it('stays queued while the mail server cannot be reached', async () => {
    const away = await MailServer.start();
    await away.stop();
    const id = await queue();
    await deliverTo(away.url);
    expect(await messageOf(id)).toMatchObject({
      status: 'queued',
      lastError: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('stays queued while the SMTP password is wrong, and its error does not contain the password', async () => {
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
