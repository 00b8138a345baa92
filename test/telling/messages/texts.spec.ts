import { AttemptRecord } from '../../../src/telling/messages/delivery/attempt-record';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { RemindersService } from '../../../src/telling/messages/delivery/reminders.service';
import { Database } from '../../../src/platform/database/database';
import { TextComposer } from '../../../src/telling/messages/texts/text-composer';
import { aBooking, anAppointment, aProvider, aService } from '../../support/builders';
import { everyRow } from '../../support/database/every-row';
import { type Event, eventsAfter, latestEvent, numberEvents } from '../../support/events';
import { hidingKeys } from '../../support/hiding-key';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf } from '../../support/waiting';
import { deliverEvents, WebhookReceiver } from '../../support/webhook-receiver';
import { afterWorkerDeath, deleteMessages } from './support/queue';

/** The clock of the tests starts on Friday 20 November, at 08:00 UTC; 10:00 in Berlin is 09:00 UTC. */
const TUESDAY = { date: '2026-12-01', start: '10:00' };
const MIA = { name: 'Mia Keller', phone: '+49 30 901820' };
const MINUTE = 60_000;

interface Text {
  readonly to: string;
  readonly text: string;
  readonly expiresAt: string;
}

describe('With SMS=webhook, a customer with a telephone number', () => {
  const environment = {
    SMS: 'webhook',
    BUSINESS_NAME: 'Salon Linde',
    PUBLIC_URL: 'https://salon.example',
    REMINDER_HOURS: '48,2',
    WEBHOOK_ALLOW_PRIVATE: 'on',
  };
  let service: TestService;
  let receiver: WebhookReceiver;
  let providerId: number;
  let haircut: number;
  let webhookId: number;
  let before: number;

  beforeAll(async () => {
    service = await startTestService({ environment });
    receiver = await WebhookReceiver.start();
    haircut = await aService(service.admin, { name: 'Haircut' });
  });

  beforeEach(async () => {
    service.clock.set(START);
    await service.query('delete from webhooks');
    providerId = await aProvider(service.admin, { name: 'Ana Silva', timezone: 'Europe/Berlin' });
    const { body } = await service.admin.post('/webhooks', { url: receiver.url, types: ['message.due'] });
    webhookId = body.data.id as number;
    await numberEvents(service);
    before = await latestEvent(service);
    receiver.reset();
  });

  afterEach(async () => {
    await deleteMessages(service);
    await service.query('delete from appointments');
  });

  afterAll(async () => {
    await service.stop();
    receiver.stop();
  });

  const book = (members: object = {}) =>
    anAppointment(service.admin, providerId, haircut, { ...TUESDAY, ...MIA, ...members });
  /** What workers do with messages. */
  const compose = async () => {
    while (await service.app.get(DeliveryService).deliverNext());
  };
  const send = async () => {
    await compose();
    await deliverEvents(service);
  };
  /** The texts that the webhook was sent since the last call. */
  const sent = async (): Promise<Text[]> => {
    await send();
    return receiver.received.splice(0).map(({ body }) => body.data as unknown as Text);
  };
  const events = async () =>
    (await eventsAfter(service, before)).filter(({ type }) => type === 'message.due');
  const deliveries = async () =>
    (await service.admin.get(`/webhooks/${webhookId}/deliveries`)).body.data as {
      id: number;
      status: string;
      attempts: { error: string | null }[];
    }[];
  const change = async (path: string, members: object) => {
    expect((await service.admin.patch(path, members)).status).toBe(200);
    return sent();
  };
  const remindedAt = async (instant: string) => {
    service.clock.set(instant);
    await service.app.get(RemindersService).enqueueDue();
    return sent();
  };
  const rowsWith = async (text: string) => (await everyRow(service)).filter((row) => row.includes(text));
  const LINK = expect.stringMatching(/ https:\/\/salon\.example\/m\/[\w-]+$/);

  it('is confirmed the booking in a short text with the link, until the appointment starts', async () => {
    await book();
    const [text, ...others] = await sent();
    expect(others).toEqual([]);
    expect(text).toEqual({ to: '+4930901820', text: LINK, expiresAt: '2026-12-01T09:00:00Z' });
    expect(text?.text).toMatch(
      /^Salon Linde: Confirmed: Haircut with Ana Silva, Tuesday, 1 December 2026, 10:00 https/,
    );
  });

  it('has an event of the text that keeps the link to itself, and that tells of no former state', async () => {
    const { id } = await book();
    await send();
    const { body } = await service.admin.get(`/appointments/${id}/notifications?sort=id:asc`);
    expect(body.data).toMatchObject([
      { channel: 'email', event: 'confirmation' },
      { channel: 'sms', event: 'confirmation', recipient: '+4930901820', status: 'sent', attempts: 1 },
    ]);
    expect(await events()).toEqual([
      {
        id: receiver.last.body.id,
        type: 'message.due',
        occurredAt: expect.any(String),
        resource: 'message',
        resourceId: (body.data as { id: number }[])[1]?.id,
        data: {
          to: '+4930901820',
          text: 'Salon Linde: Confirmed: Haircut with Ana Silva, Tuesday, 1 December 2026, 10:00 {manageUrl}',
          expiresAt: '2026-12-01T09:00:00Z',
        },
        previous: null,
        via: expect.any(String),
        userId: null,
        apiKeyId: null,
        tokenId: null,
        requestId: null,
      },
    ]);
    expect(await rowsWith('https://salon.example/m/')).toEqual([]);
  });

  it('gets it in the language of the booking, and on the own clock where that reads otherwise', async () => {
    await book({ attendeeLanguage: 'de', attendeeTimezone: 'Europe/Lisbon' });
    expect((await sent())[0]?.text).toMatch(
      /^Salon Linde: Bestätigt: Haircut bei Ana Silva, Dienstag, 1\. Dezember 2026, 10:00 Uhr \(Ihre Ortszeit: Dienstag, 1\. Dezember 2026, 09:00 Uhr\) https/,
    );
  });

  it.each([
    ['+49 (0)30 / 901-820', '+4930901820'],
    ['0049.171.7654321', '+491717654321'],
    ['030 901820', undefined],
    ['+49 30 901820 x5', undefined],
    ['+49 12', undefined],
  ])('is reached at the number %j as %s', async (phone, to) => {
    await book({ phone });
    expect((await sent()).map((text) => text.to)).toEqual(to === undefined ? [] : [to]);
  });

  it('needs no e-mail address', async () => {
    const customer = { firstName: 'Ola', phone: MIA.phone };
    const customerId = (await service.admin.post('/customers', customer)).body.data.id as number;
    const body = { providerId, serviceId: haircut, customerId, ...TUESDAY };
    expect((await service.admin.post('/appointments', body)).status).toBe(201);
    expect(await sent()).toHaveLength(1);
  });

  it('is told of a move and of a cancellation, which has no link', async () => {
    const { id } = await book();
    await sent();
    const moved = await change(`/appointments/${id}`, { start: '12:00' });
    expect(moved).toEqual([{ to: '+4930901820', text: LINK, expiresAt: '2026-12-01T11:00:00Z' }]);
    expect(moved[0]?.text).toMatch(/^Salon Linde: Moved: .*, 12:00 https/);
    const [cancelled] = await change(`/appointments/${id}`, { status: 'cancelled' });
    expect(cancelled?.text).toMatch(/^Salon Linde: Cancelled: .*, 12:00$/);
    expect(await change(`/appointments/${id}`, { notes: 'Rings first' })).toEqual([]);
  });

  it('is told nothing of a write with notify: false', async () => {
    await book({ notify: false });
    expect(await sent()).toEqual([]);
  });

  it('is told nothing of an appointment that has begun', async () => {
    service.clock.set('2026-12-01T09:05:00Z');
    await book({ ignoreSchedule: true });
    expect(await service.query(`select from notifications where channel = 'sms'`)).toEqual([]);
  });

  it('is reminded at each step, once, also after an e-mail of the same step', async () => {
    await book();
    await sent();
    for (const instant of ['2026-11-29T09:00:00Z', '2026-12-01T07:00:00Z']) {
      const [reminder] = await remindedAt(instant);
      expect(reminder).toEqual({ to: '+4930901820', text: LINK, expiresAt: '2026-12-01T09:00:00Z' });
      expect(reminder?.text).toMatch(/^Salon Linde: Reminder: /);
      expect(await remindedAt(instant)).toEqual([]);
    }
  });

  it('gets one text about a series, until its first appointment ahead', async () => {
    const body = { ...aBooking(providerId, haircut, { ...TUESDAY, ...MIA }), rrule: 'FREQ=WEEKLY;COUNT=3' };
    expect((await service.admin.post('/series', body)).status).toBe(201);
    expect(await sent()).toEqual([
      {
        to: '+4930901820',
        text: expect.stringMatching(/Confirmed: .*, 1 December 2026, 10:00 and 2 more https/),
        expiresAt: '2026-12-01T09:00:00Z',
      },
    ]);
  });

  it('is offered a time of the waitlist, until the offer ends', async () => {
    await anEntryOf(service, haircut, { providerId, ...MIA });
    const [offer, ...others] = await sent();
    expect(others).toEqual([]);
    expect(offer).toEqual({ to: '+4930901820', text: LINK, expiresAt: '2026-11-20T08:30:00Z' });
    expect(offer?.text).toMatch(/Offered: Haircut .*\. Until: Friday, 20 November 2026, 09:30 https/);
  });

  it('is sent a text again after a failure, with the link as it is then', async () => {
    const { id } = await book();
    receiver.status(500);
    const [failed] = await sent();
    const { body } = await service.admin.post(`/appointments/${id}/rotate-link`);
    receiver.status(204);
    service.clock.advance(MINUTE);
    const [again] = await sent();
    expect(again?.text).not.toBe(failed?.text);
    expect(again?.text).toContain(` ${String(body.data.manageUrl)}`);
  });

  it('is never sent a text after its end: retries, redeliveries and replays are given up', async () => {
    await book({ date: '2026-11-20', ignoreSchedule: true });
    receiver.status(500);
    expect(await sent()).toHaveLength(1);
    service.clock.set('2026-11-20T08:59:59.999Z');
    expect(await sent()).toHaveLength(1);
    service.clock.set('2026-11-20T09:00:00Z');
    const [{ id } = { id: 0 }] = await deliveries();
    await service.admin.post(`/webhooks/${webhookId}/deliveries/${id}/redeliver`);
    await service.admin.post(`/webhooks/${webhookId}/replay`, { after: before });
    service.clock.advance(60 * MINUTE);
    expect(await sent()).toEqual([]);
    const ends = (await deliveries()).map(({ status, attempts }) => [status, attempts.at(-1)?.error]);
    expect(ends).toEqual(Array(3).fill(['failed', 'the message has expired']));
  });

  it('has no event of a text that no worker composed before its end', async () => {
    const { id } = await book();
    service.clock.set('2026-12-01T09:00:00Z');
    expect(await sent()).toEqual([]);
    const { body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect(body.data).toContainEqual(
      expect.objectContaining({
        channel: 'sms',
        status: 'failed',
        lastError: 'The appointment has begun, or was moved or cancelled',
      }),
    );
    expect(await events()).toEqual([]);
  });

  it('is erased from the event and from what was not delivered yet', async () => {
    const { id, customerId } = await book({ phone: '+49 151 7654321' });
    receiver.status(500);
    await send();
    await service.admin.patch(`/appointments/${id}`, { status: 'cancelled', notify: false });
    const exported = await service.admin.get(`/customers/${customerId}/export`);
    expect(exported.body.data.events).toContainEqual(expect.objectContaining({ type: 'message.due' }));
    expect((await service.admin.post(`/customers/${customerId}/erase`)).status).toBe(200);
    const [event] = await events();
    expect(event?.data).toEqual({ to: null, text: null, expiresAt: '2026-12-01T09:00:00Z' });
    receiver.reset();
    service.clock.advance(MINUTE);
    expect(await sent()).toEqual([]);
    expect(await deliveries()).toMatchObject([
      { status: 'failed', attempts: [{ error: null }, { error: 'the message has been deleted' }] },
    ]);
    expect(await rowsWith('+491517654321')).toEqual([]);
  });

  it('shows neither number nor text to keys that hide contacts', async () => {
    await book();
    await send();
    const [event] = await events();
    const hiding = await hidingKeys(service)(['contacts']);
    const { body } = await hiding.get(`/events?after=${before}&types=message.*`);
    expect((body.data as Event[]).map(({ data }) => data)).toEqual([
      { ...event?.data, to: null, text: null },
    ]);
    const audit = await hiding.get('/audit?resource=notifications&length=100');
    expect(JSON.stringify(audit.body.data)).not.toContain('Salon Linde');
  });

  it('gets each text once from two workers', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl, environment });
    for (let hour = 10; hour < 16; hour++) await book({ start: `${hour}:00` });
    const drain = async ({ app }: TestService) => {
      while (await app.get(DeliveryService).deliverNext());
    };
    await Promise.all([drain(service), drain(other)]);
    expect(await events()).toHaveLength(6);
    expect(await sent()).toHaveLength(6);
    await other.stop();
  });

  it('gets one text when a worker that was taken for dead composes it after all', async () => {
    await book();
    const composer = service.app.get(TextComposer);
    const composed = composer.compose.bind(composer);
    const late = jest.spyOn(composer, 'compose').mockImplementationOnce(async (message) => {
      await afterWorkerDeath(service, 10);
      await compose();
      return composed(message);
    });
    const marked = jest.spyOn(service.app.get(AttemptRecord), 'markTextDue');
    await compose();
    expect([late.mock.calls.length, marked.mock.calls.length]).toEqual([2, 2]);
    expect(await events()).toHaveLength(1);
    late.mockRestore();
    marked.mockRestore();
  });
});

describe('Without SMS', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('no statement and no row is about texts', async () => {
    const rows = jest.spyOn(service.app.get(Database), 'rows');
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const { id } = await anAppointment(service.admin, providerId, serviceId, { ...TUESDAY, ...MIA });
    await service.admin.patch(`/appointments/${id}`, { start: '11:00' });
    await anEntryOf(service, serviceId, { providerId, ...MIA });
    service.clock.set('2026-11-30T11:00:00Z');
    await service.app.get(RemindersService).enqueueDue();
    while (await service.app.get(DeliveryService).deliverNext());
    const names = rows.mock.calls.map(([{ name }]) => name);
    expect(names).toEqual(expect.arrayContaining(['messages.insert', 'messages.insert-reminders']));
    expect(names.filter((name) => /^messages\..*(text|links)/.test(name))).toEqual([]);
    const kinds = await service.query(`select distinct channel, text, expires_at from notifications`);
    expect(kinds).toEqual([{ channel: 'email', text: null, expires_at: null }]);
  });
});
