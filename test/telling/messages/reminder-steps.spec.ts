import { setTimeout as wait } from 'node:timers/promises';
import { Database } from '../../../src/platform/database/database';
import { RemindersService } from '../../../src/telling/messages/delivery/reminders.service';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { deleteMessages } from './support/queue';

/** The clock of the tests starts on Friday 20 November, at 08:00 UTC; 10:00 in Berlin is 09:00 UTC. */
const TUESDAY = { date: '2026-12-01', start: '10:00' };

describe('Reminders with REMINDER_HOURS=48,2', () => {
  const environment = { REMINDER_HOURS: '48,2' };
  let service: TestService;
  let book: Book;

  beforeAll(async () => {
    service = await startTestService({ environment });
    book = await aBook(service);
  });

  afterEach(async () => {
    service.clock.set(START);
    await deleteMessages(service);
    await service.query('delete from appointments');
  });

  afterAll(() => service.stop());

  const enqueueDueAt = async (instant: string) => {
    service.clock.set(instant);
    await service.app.get(RemindersService).enqueueDue();
  };
  /** The steps of the reminders of an appointment that were queued, in the order of queueing. */
  const stepsOf = async (id: number) => {
    const { body } = await service.admin.get(`/appointments/${id}/notifications?sort=id:asc`);
    return (body.data as { event: string; reminderHours: number | null }[])
      .filter(({ event }) => event === 'reminder')
      .map(({ reminderHours }) => reminderHours);
  };
  /** Resolves once a statement waits for a row. */
  const untilWaiting = async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await service.query(waiting)).length === 0) await wait(10);
  };
  const bookedAt = async (instant: string, members: object = TUESDAY) => {
    service.clock.set(instant);
    return (await book(members)).id;
  };

  it('are queued once for each step, and say which it is', async () => {
    const id = await bookedAt(START);
    await enqueueDueAt('2026-11-29T08:59:59Z');
    expect(await stepsOf(id)).toEqual([]);
    for (const instant of ['2026-11-29T09:00:00Z', '2026-11-29T09:02:00Z', '2026-12-01T06:59:59Z'])
      await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([48]);
    for (const instant of ['2026-12-01T07:00:00Z', '2026-12-01T07:02:00Z', '2026-12-01T08:59:59Z'])
      await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([48, 2]);
  });

  it('are queued once when a second worker looks while the first is queueing them', async () => {
    const { id, customerId } = await book(TUESDAY);
    const other = await startTestService({ databaseUrl: service.databaseUrl, environment });
    const [first, second] = [service, other].map(({ app }) => app.get(RemindersService));
    for (const instant of ['2026-11-29T09:00:00Z', '2026-12-01T07:00:00Z']) {
      for (const { clock } of [service, other]) clock.set(instant);
      const queueing = await service.app.get(Database).transaction({ via: 'worker' }, async (tx) => {
        await tx.query('select from customers where id = $1 for update', [customerId]);
        const queued = first?.enqueueDue();
        await untilWaiting();
        await second?.enqueueDue();
        return { queued };
      });
      await queueing.queued;
      await second?.enqueueDue();
    }
    await other.stop();
    expect(await stepsOf(id)).toEqual([48, 2]);
  });

  it('leave out the steps whose moment was over when the appointment was booked', async () => {
    const id = await bookedAt('2026-11-30T03:00:00Z');
    await service.query('delete from notifications');
    for (const instant of ['2026-11-30T03:02:00Z', '2026-12-01T06:59:59Z']) await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([]);
    await enqueueDueAt('2026-12-01T07:00:00Z');
    expect(await stepsOf(id)).toEqual([2]);
  });

  it('come once after a pause of the workers in which two steps became due', async () => {
    const id = await bookedAt(START);
    for (const instant of ['2026-12-01T08:00:00Z', '2026-12-01T08:02:00Z']) await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([2]);
  });

  it('come late after a pause of the workers in which one step became due, and the next on time', async () => {
    const id = await bookedAt(START);
    for (const instant of ['2026-12-01T06:59:00Z', '2026-12-01T07:00:00Z']) await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([48, 2]);
  });

  it('begin again with the steps that lie ahead of the new start after a move', async () => {
    const id = await bookedAt(START);
    await enqueueDueAt('2026-11-29T09:00:00Z');
    await service.admin.patch(`/appointments/${id}`, { date: '2026-12-04' });
    await enqueueDueAt('2026-12-02T08:59:59Z');
    expect(await stepsOf(id)).toEqual([48]);
    for (const instant of ['2026-12-02T09:00:00Z', '2026-12-04T07:00:00Z']) await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([48, 48, 2]);
  });

  it.each([
    ['a message was queued', false],
    ['no message was queued', true],
  ])('leave out the steps that were over when the appointment was moved and %s', async (_title, isSilent) => {
    const id = await bookedAt(START, { ...TUESDAY, date: '2026-12-09' });
    service.clock.set('2026-11-30T09:00:00Z');
    await service.admin.patch(`/appointments/${id}`, { date: '2026-12-01' });
    if (isSilent) await service.query('delete from notifications');
    for (const instant of ['2026-11-30T09:02:00Z', '2026-12-01T06:59:59Z']) await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([]);
    await enqueueDueAt('2026-12-01T07:00:00Z');
    expect(await stepsOf(id)).toEqual([2]);
  });

  it('come for an appointment that was changed in other ways since the moment of a step', async () => {
    const id = await bookedAt(START);
    service.clock.set('2026-11-29T09:01:00Z');
    await service.admin.patch(`/appointments/${id}`, { notes: 'Bring the old glasses' });
    await enqueueDueAt('2026-11-29T09:02:00Z');
    expect(await stepsOf(id)).toEqual([48]);
  });

  it('leave out the steps that were over when a cancelled appointment came back', async () => {
    const id = await bookedAt(START);
    await service.admin.patch(`/appointments/${id}`, { status: 'cancelled' });
    service.clock.set('2026-11-30T09:00:00Z');
    await service.admin.patch(`/appointments/${id}`, { status: 'confirmed' });
    await service.query('delete from notifications');
    for (const instant of ['2026-11-30T09:02:00Z', '2026-12-01T07:00:00Z']) await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([2]);
  });

  it.each([
    ['forward', { date: '2027-03-28', start: '10:00' }, '2027-03-26T08:00:00Z', '2027-03-28T06:00:00Z'],
    ['forward', { date: '2027-03-28', start: '04:00' }, '2027-03-26T02:00:00Z', '2027-03-28T00:00:00Z'],
    ['back', { date: '2027-10-31', start: '10:00' }, '2027-10-29T09:00:00Z', '2027-10-31T07:00:00Z'],
    ['back', { date: '2027-10-31', start: '03:00' }, '2027-10-29T02:00:00Z', '2027-10-31T00:00:00Z'],
  ])('count real hours when clocks go %s before %j', async (_title, members, ...moments) => {
    const id = await bookedAt(START, members);
    for (const [index, moment] of moments.entries()) {
      await enqueueDueAt(new Date(Date.parse(moment) - 1_000).toISOString());
      expect(await stepsOf(id)).toHaveLength(index);
      await enqueueDueAt(moment);
      expect(await stepsOf(id)).toHaveLength(index + 1);
    }
  });

  it('say no step when a caller has requested them', async () => {
    const id = await bookedAt(START);
    await service.admin.post(`/appointments/${id}/notify`, { event: 'reminder' });
    expect(await stepsOf(id)).toEqual([null]);
  });

  it('are left out once the customer has no address', async () => {
    const { id, customerId } = await book(TUESDAY);
    await service.admin.patch(`/customers/${customerId}`, { email: null, phone: '+49 30 123456' });
    for (const instant of ['2026-11-29T09:00:00Z', '2026-12-01T07:00:00Z']) await enqueueDueAt(instant);
    expect(await stepsOf(id)).toEqual([]);
  });
});
