import { DeliveryRecord } from '../../../src/telling/notifications/delivery/delivery-record';
import { DeliveryService } from '../../../src/telling/notifications/delivery/delivery.service';
import {
  type MessageJob,
  MESSAGES,
  type Turn,
} from '../../../src/telling/notifications/delivery/message-queue';
import { Jobs } from '../../../src/platform/queue/jobs';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { readMime } from './support/mime';
import { afterDeath, forgetMessages, untilDue } from './support/queue';

describe('a message whose sender dies', () => {
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
    await forgetMessages(service);
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
  const record = () => service.app.get(DeliveryRecord);
  const messageOf = async (id: number): Promise<unknown> =>
    (await service.admin.get(`/appointments/${id}/notifications`)).body.data[0];
  /** Takes a message in hand, as a sender does that dies then. */
  const take = async (): Promise<Turn> => {
    const turn = await service.app.get(Jobs).take<MessageJob>(MESSAGES);
    if (turn === undefined) throw new Error('there is nothing to take');
    await record().begin(turn);
    return turn;
  };
  /** Sends, and dies before it is noted. */
  const sendAndDie = async () => {
    jest.spyOn(record(), 'markSent').mockRejectedValueOnce(new Error('killed'));
    await expect(deliver()).rejects.toThrow('killed');
  };

  it('is taken over after five minutes', async () => {
    const id = await queue();
    await take();
    await afterDeath(service, 4.9);
    expect(await deliver()).toBe(false);
    await afterDeath(service, 5);
    expect(await deliver()).toBe(true);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  it('between sending and noting it is sent once more, with the same Message-ID and UID', async () => {
    const id = await queue();
    const before = mail.received.length;
    await sendAndDie();
    const first = mail.last.source;
    await afterDeath(service, 5);
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

  it('is not sent again once it is noted, though its job comes back', async () => {
    const id = await queue();
    await deliver();
    const sent = mail.received.length;
    await service.query(`update pgboss.job set state = 'retry', start_after = now() - interval '1 second'`);
    expect(await deliver()).toBe(true);
    expect(await deliver()).toBe(false);
    expect(mail.received).toHaveLength(sent);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('after noting that it is sent leaves nothing to take over', async () => {
    const id = await queue();
    await deliver();
    await afterDeath(service, 5);
    expect(await deliver()).toBe(false);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('is not called failed by a sender that was taken for dead', async () => {
    const id = await queue();
    const turn = await take();
    await afterDeath(service, 5);
    await deliver();
    await record().markFailed(turn, 'Too late', 1);
    expect(await messageOf(id)).toMatchObject({ status: 'sent', lastError: null });
  });

  it('is not taken from its next sender by one that was taken for dead', async () => {
    const id = await queue();
    const first = await take();
    await afterDeath(service, 5);
    await take();
    await record().markPutOff(first, 'Too late');
    await untilDue(service);
    expect(await deliver()).toBe(false);
    expect(await messageOf(id)).toMatchObject({ status: 'queued', attempts: 2, lastError: null });
  });

  it('during the last attempt is given up', async () => {
    const id = await queue();
    mail.refusal = { on: 'DATA', code: 451, message: 'Try again later' };
    for (let attempt = 1; attempt <= 11; attempt++) {
      await deliver();
      await untilDue(service);
    }
    mail.refusal = undefined;
    await take();
    await afterDeath(service, 5);
    const sent = mail.received.length;
    expect(await deliver()).toBe(true);
    expect(mail.received).toHaveLength(sent);
    expect(await messageOf(id)).toMatchObject({
      status: 'failed',
      attempts: 12,
      lastError: 'Its sender ended during the last attempt',
    });
  });
});

function idsOf(source: string): (string | undefined)[] {
  return [readMime(source).headers['message-id'], /^UID:.*$/m.exec(source)?.[0]];
}
