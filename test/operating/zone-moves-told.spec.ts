import { DeliveryService } from '../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService, MONDAY } from '../support/builders';
import { eventsOf } from '../support/events';
import { withoutLink } from '../support/links';
import { startTestService, type TestService } from '../support/test-service';
import { deliverEvents, WebhookReceiver } from '../support/webhook-receiver';
import { readCalendar } from '../telling/calendars/support/parsers';
import { CustomerCalendar } from '../telling/messages/support/customer-calendar';
import { MailServer } from '../telling/messages/support/mail-server';
import { partOf, readMime } from '../telling/messages/support/mime';
import { applied, bookBefore2026, VANCOUVER } from './support/zone-review';

describe('Of what moves to its wall clock after an update of the zone rules', () => {
  let service: TestService;
  let mail: MailServer;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'Salon <hello@salon.example>',
        WEBHOOK_ALLOW_PRIVATE: 'on',
      },
    });
    serviceId = await aService(service.admin, { name: 'Cut', durationMin: 60 });
  });

  beforeEach(async () => {
    await service.query('delete from notifications');
    await service.query('delete from appointments');
    providerId = await aProvider(service.admin, { name: 'Ana Silva', timezone: VANCOUVER });
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const MIA = { name: 'Mia Keller', email: 'mia@example.com' };
  const bookBefore = (hour: number, members: object = {}) =>
    bookBefore2026(service, providerId, serviceId, hour, members);
  const messages = () =>
    service.query<{ event: string; appointmentId: number }>(
      'select event, appointment_id as "appointmentId" from notifications order by id',
    );
  /** The last message with a subject. The queue keeps no order. */
  const sent = (subject: string) => {
    const messages = mail.received.map(({ source }) => readMime(source));
    const found = messages.findLast(({ headers }) => headers['subject'] === subject);
    if (found === undefined) throw new Error(`no message has the subject ${subject}`);
    return found;
  };
  const deliverAll = async () => {
    while (await service.app.get(DeliveryService).deliverNext());
  };

  it('an event says that the zone rules are the reason, and that the wall clock is the same', async () => {
    const id = await bookBefore(10);
    const events = await eventsOf(service, () => applied(service));
    expect(events).toEqual([
      {
        id: expect.any(Number),
        type: 'appointment.moved',
        occurredAt: '2026-11-20T08:00:00Z',
        resource: 'appointment',
        resourceId: id,
        data: withoutLink((await service.admin.get(`/appointments/${id}`)).body.data as object),
        previous: { start: `${MONDAY}T11:00:00-07:00`, end: `${MONDAY}T12:00:00-07:00` },
        via: expect.any(String),
        userId: null,
        apiKeyId: null,
        tokenId: null,
        requestId: null,
        reason: 'zone_rules',
      },
    ]);
    const others = await eventsOf(service, () =>
      service.admin.patch(`/appointments/${id}`, { start: '12:00' }),
    );
    expect(others).toHaveLength(1);
    expect(others[0]).not.toHaveProperty('reason');
  });

  it('the audit trail names the command line and the reason', async () => {
    const id = await bookBefore(10);
    await applied(service);
    const { body } = await service.admin.get(`/audit?resource=appointments&resourceId=${id}&sort=id:asc`);
    const [booked, moved] = body.data;
    expect(moved).toMatchObject({
      via: 'command line',
      userId: null,
      action: 'update',
      reason: 'zone_rules',
    });
    expect(booked).not.toHaveProperty('reason');
  });

  it('a webhook hears as of any other move', async () => {
    const receiver = await WebhookReceiver.start();
    await service.admin.post('/webhooks', { url: receiver.url, types: ['appointment.moved'] });
    const id = await bookBefore(10);
    await applied(service);
    await deliverEvents(service);
    receiver.stop();
    await service.query('delete from webhooks');
    expect(receiver.received.map(({ body }) => body)).toMatchObject([
      { type: 'appointment.moved', resourceId: id, reason: 'zone_rules' },
    ]);
  });

  it('each customer gets a calendar update, with the new instant at the same local time', async () => {
    const [second, first] = [await bookBefore(14), await bookBefore(10, MIA)];
    await deliverAll();
    service.clock.advance(1_000);
    await applied(service);
    expect((await messages()).slice(2)).toEqual(
      [first, second].map((id) => ({ event: 'reschedule', appointmentId: id })),
    );
    await deliverAll();
    const update = sent('Calendar update: Cut with Ana Silva, Monday, 23 November 2026, 10:00');
    expect(partOf(update, 'text/plain').body).toContain('It stays at the local time that was agreed');
    expect(readCalendar(partOf(update, 'text/calendar').body)).toMatchObject([
      {
        uid: expect.stringMatching(`^appointment-${first}@`),
        start: `${MONDAY}T17:00:00.000Z`,
        sequence: 1,
      },
    ]);
  });

  it('customers who never had a message about it get none: their calendars have no entry', async () => {
    await bookBefore(10);
    await service.query('delete from notifications');
    const failed = await bookBefore(14);
    await service.query(`update notifications set status = 'failed'`);
    await applied(service);
    expect(await messages()).toEqual([{ event: 'confirmation', appointmentId: failed }]);
  });

  it('no customer gets one while NOTIFY_CUSTOMERS is false', async () => {
    const id = await bookBefore(10);
    const quiet = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { NOTIFY_CUSTOMERS: 'false' },
    });
    expect(await applied(quiet)).toEqual({ appointments: 1 });
    await quiet.stop();
    expect(await messages()).toEqual([{ event: 'confirmation', appointmentId: id }]);
  });

  it('one update is about all occurrences of a series, which count as told by the message about the first', async () => {
    await bookBefore(14, MIA);
    const time = { providerId, serviceId, date: MONDAY, start: '11:00', rrule: 'FREQ=DAILY;COUNT=3' };
    const { body } = await service.admin.post('/series', { ...MIA, ...time });
    const [, second, third] = body.data.appointments.map(({ id }: { id: number }) => id);
    await service.query(
      `update appointments set booked_start = to_char(start_at - interval '8 hours', 'YYYY-MM-DD"T"HH24:MI:SS"-08:00"')
       where id = any ($1)`,
      [[second, third]],
    );
    await applied(service);
    const [, update, ...others] = (await messages()).slice(2);
    expect([update, others]).toEqual([{ event: 'reschedule', appointmentId: second }, []]);
    await deliverAll();
    const message = sent('Calendar update: Cut with Ana Silva, Tuesday, 24 November 2026, 10:00 and 1 more');
    expect(partOf(message, 'text/plain').body).toContain('They stay at the local times that were agreed');
    const calendar = new CustomerCalendar();
    calendar.take(message);
    expect(calendar.shown().map(({ start }) => start)).toEqual([
      '2026-11-23T18:00:00.000Z',
      '2026-11-24T17:00:00.000Z',
      '2026-11-25T17:00:00.000Z',
    ]);
  });
});
