import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { readMime } from './support/mime';

const MIA = { name: 'Mia Keller', email: 'mia@example.com' };

describe('The e-mails of a conversation', () => {
  let service: TestService;
  let mail: MailServer;
  let book: Book;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: { SMTP_URL: mail.url, MAIL_FROM: 'Salon <hello@salon.example>' },
    });
    book = await aBook(service);
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    mail.received.length = 0;
    providerId = await aProvider(service.admin);
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const headers = async () => {
    while (await service.app.get(DeliveryService).deliverNext());
    return mail.received.map(({ source }) => readMime(source).headers);
  };
  /** Moves one appointment, and requests a reminder of another. */
  const goOn = async (ids: readonly number[]) => {
    service.clock.advance(1_000);
    await service.admin.patch(`/appointments/${ids[0]}`, { start: '15:00', ignoreSchedule: true });
    await service.admin.post(`/appointments/${ids.at(-1)}/notify`, { event: 'reminder' });
  };
  const booked = async (path: string, body: object) => {
    const answer = await service.admin.post(path, { ...MIA, date: '2026-12-01', start: '10:00', ...body });
    expect(answer.status).toBe(201);
    return (answer.body.data.appointments as { id: number }[]).map(({ id }) => id);
  };

  it.each([
    ['an appointment', 'appointment', async () => [(await book(MIA)).id]],
    ['a series', 'series', () => booked('/series', { providerId, serviceId, rrule: 'FREQ=WEEKLY;COUNT=3' })],
    [
      'a visit',
      'visit',
      () => booked('/visits', { start: '12:00', items: Array(2).fill({ providerId, serviceId }) }),
    ],
  ])('about %s name the same thread, each with an id of its own', async (_what, name, begin) => {
    await goOn(await begin());
    const sent = await headers();
    expect(sent).toHaveLength(3);
    const threads = new Set(sent.flatMap((each) => [each['references'], each['in-reply-to']]));
    expect([...threads]).toEqual([
      expect.stringMatching(new RegExp(`^<thread-${name}-\\d+\\.[0-9a-f-]{36}@salon\\.example>$`)),
    ]);
    expect(new Set(sent.map((each) => each['message-id'])).size).toBe(3);
  });

  it('about two appointments name different threads', async () => {
    await book(MIA);
    await book(MIA);
    const sent = await headers();
    expect(new Set(sent.map((each) => each['references'])).size).toBe(2);
  });

  it('request no automatic answers, and are no list', async () => {
    await book(MIA);
    const [sent] = await headers();
    expect(sent).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'DR, RN, NRN, OOF, AutoReply',
    });
    expect(sent).not.toHaveProperty('list-unsubscribe');
  });
});
