import { Database } from '../../../src/platform/database/database';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { RemindersService } from '../../../src/telling/messages/delivery/reminders.service';
import { Maintenance } from '../../../src/operating/worker/maintenance';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { deleteMessages } from './support/queue';
import { readMime } from './support/mime';

/** The clock of the tests starts on Friday 20 November, at 08:00 UTC; 10:00 in Berlin is 09:00 UTC. */
const TUESDAY = { date: '2026-12-01', start: '10:00' };

describe('A reminder', () => {
  let service: TestService;
  let mail: MailServer;
  let book: Book;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({ environment: { SMTP_URL: mail.url } });
    book = await aBook(service);
  });

  afterEach(async () => {
    service.clock.set(START);
    await deleteMessages(service);
    await service.query('delete from appointments');
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const enqueueDue = (through = service) => through.app.get(RemindersService).enqueueDue();
  const enqueueDueAt = async (instant: string) => {
    service.clock.set(instant);
    await enqueueDue();
  };
  const remindersOf = async (id: number) => {
    const { body } = await service.admin.get(`/appointments/${id}/notifications`);
    return (body.data as { event: string; status: string; lastError: string }[]).filter(
      ({ event }) => event === 'reminder',
    );
  };
  const countOf = async (id: number): Promise<number> => (await remindersOf(id)).length;

  it('is queued a day before the start, not earlier', async () => {
    const { id } = await book(TUESDAY);
    await enqueueDueAt('2026-11-30T08:59:59Z');
    expect(await countOf(id)).toBe(0);
    await enqueueDueAt('2026-11-30T09:00:00Z');
    expect(await countOf(id)).toBe(1);
  });

  it('is sent to the customer', async () => {
    const { id } = await book({ ...TUESDAY, email: 'mia.keller@example.com' });
    await deleteMessages(service);
    await enqueueDueAt('2026-11-30T09:00:00Z');
    await service.app.get(DeliveryService).deliverNext();
    expect(mail.last.recipients).toEqual(['mia.keller@example.com']);
    expect(readMime(mail.last.source).headers['subject']).toMatch(
      /^Reminder: .*, Tuesday, 1 December 2026, 10:00$/,
    );
    expect(await remindersOf(id)).toMatchObject([{ status: 'sent' }]);
  });

  it('is queued once when the worker looks for due reminders twice', async () => {
    const { id } = await book(TUESDAY);
    await enqueueDueAt('2026-11-30T09:00:00Z');
    await enqueueDueAt('2026-11-30T09:02:00Z');
    expect(await countOf(id)).toBe(1);
  });

  it('is queued once when several workers look for due reminders at the same moment', async () => {
    const ids = [(await book(TUESDAY)).id, (await book({ ...TUESDAY, start: '11:00' })).id];
    const others = await Promise.all(
      [1, 2].map(() => startTestService({ databaseUrl: service.databaseUrl })),
    );
    const all = [service, ...others];
    for (const { clock } of all) clock.set('2026-11-30T10:00:00Z');
    await Promise.all([...all, ...all].map((each) => enqueueDue(each)));
    await Promise.all(others.map((other) => other.stop()));
    expect(await Promise.all(ids.map(countOf))).toEqual([1, 1]);
  });

  it('is not queued by a worker while another worker holds the lock', async () => {
    const { id } = await book(TUESDAY);
    service.clock.set('2026-11-30T09:00:00Z');
    await service.app.get(Database).transaction({ via: 'worker' }, async (tx) => {
      await tx.query('select pg_advisory_xact_lock(7206519404)');
      await enqueueDue();
    });
    expect(await countOf(id)).toBe(0);
  });

  it('is queued late when no worker ran on time, but never after the start', async () => {
    const soon = await book(TUESDAY);
    await enqueueDueAt('2026-12-01T08:59:59Z');
    expect(await countOf(soon.id)).toBe(1);
    const begun = await book({ ...TUESDAY, date: '2026-12-08' });
    await enqueueDueAt('2026-12-08T09:00:00Z');
    expect(await countOf(begun.id)).toBe(0);
  });

  it('is queued again a day before the new start of a moved appointment', async () => {
    const { id } = await book(TUESDAY);
    await enqueueDueAt('2026-11-30T09:00:00Z');
    await service.admin.patch(`/appointments/${id}`, { date: '2026-12-03' });
    await enqueueDueAt('2026-12-02T08:59:59Z');
    expect(await countOf(id)).toBe(1);
    await enqueueDueAt('2026-12-02T09:00:00Z');
    expect(await countOf(id)).toBe(2);
  });

  it('is not queued when a message about the move was queued less than a day before the new start', async () => {
    const { id } = await book(TUESDAY);
    service.clock.set('2026-11-30T08:00:00Z');
    await service.admin.patch(`/appointments/${id}`, { date: '2026-11-30', start: '16:00' });
    await enqueueDueAt('2026-11-30T08:02:00Z');
    expect(await countOf(id)).toBe(0);
  });

  it('is not queued for an appointment that was booked less than a day before its start', async () => {
    service.clock.set('2026-11-30T09:00:00Z');
    const { id } = await book(TUESDAY);
    await service.query('delete from notifications');
    await enqueueDueAt('2026-11-30T09:02:00Z');
    expect(await countOf(id)).toBe(0);
  });

  it.each([
    ['pending', 1],
    ['confirmed', 1],
    ['completed', 0],
    ['cancelled', 0],
    ['no-show', 0],
  ])('for a %s appointment is queued %i times', async (status, count) => {
    const { id } = await book(TUESDAY);
    await service.query('update appointments set status = $2 where id = $1', [id, status]);
    await enqueueDueAt('2026-11-30T09:00:00Z');
    expect(await countOf(id)).toBe(count);
  });

  it('is not queued for a customer without an e-mail address', async () => {
    const { id, customerId } = await book(TUESDAY);
    await service.query('update customers set email = null where id = $1', [customerId]);
    await enqueueDueAt('2026-11-30T09:00:00Z');
    expect(await countOf(id)).toBe(0);
  });

  it.each<[Record<string, string>, string, number]>([
    [{ REMINDER_HOURS: '0' }, '2026-12-01T08:00:00Z', 0],
    [{ NOTIFY_CUSTOMERS: 'false' }, '2026-12-01T08:00:00Z', 0],
    [{ REMINDER_HOURS: '2' }, '2026-12-01T06:59:59Z', 0],
    [{ REMINDER_HOURS: '2' }, '2026-12-01T07:00:00Z', 1],
  ])('with the settings %j at %s is queued %i times', async (environment, instant, count) => {
    const { id } = await book(TUESDAY);
    const other = await startTestService({ databaseUrl: service.databaseUrl, environment });
    other.clock.set(instant);
    await enqueueDue(other);
    await other.stop();
    expect(await countOf(id)).toBe(count);
  });

  it('is queued for each of a thousand appointments, in several batches', async () => {
    const { id } = await book(TUESDAY);
    await service.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
       select provider_id, service_id, customer_id, at, at + interval '1 second', tstzrange(at, at + interval '1 second'),
         status, created_at, updated_at
       from appointments, generate_series(end_at, end_at + interval '1000 seconds', '1 second') as at where id = $1`,
      [id],
    );
    await enqueueDueAt('2026-11-30T12:00:00Z');
    const [row] = await service.query<{ reminders: number; jobs: number }>(
      `select (select count(*)::int from notifications where event = 'reminder') as reminders,
         (select count(*)::int from pgboss.job join notifications n on n.id = (data ->> 'notificationId')::int
          where n.event = 'reminder') as jobs`,
    );
    expect(row).toEqual({ reminders: 1_002, jobs: 1_002 });
  });

  it.each([
    ['has begun', '2026-12-01T09:00:00Z', {}],
    ['was moved', '2026-11-30T10:00:00Z', { start: '12:00' }],
    ['was cancelled', '2026-11-30T10:00:00Z', { status: 'cancelled' }],
  ])('that waits in the queue is given up when the appointment %s', async (_title, instant, change) => {
    const { id } = await book(TUESDAY);
    await deleteMessages(service);
    await enqueueDueAt('2026-11-30T09:00:00Z');
    const sent = mail.received.length;
    service.clock.set(instant);
    await service.admin.patch(`/appointments/${id}`, change);
    await service.app.get(DeliveryService).deliverNext();
    expect(mail.received).toHaveLength(sent);
    expect(await remindersOf(id)).toMatchObject([
      { status: 'failed', attempts: 0, lastError: 'The appointment has begun, or was moved or cancelled' },
    ]);
  });

  it('is queued by the maintenance of the worker', async () => {
    const { id } = await book(TUESDAY);
    service.clock.set('2026-11-30T09:00:00Z');
    await service.app.get(Maintenance).run();
    expect(await countOf(id)).toBe(1);
  });
});
