import { Database } from '../../../src/platform/database/database';
import { NotificationsService } from '../../../src/telling/notifications/notifications.service';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';

describe('what is announced', () => {
  let service: TestService;
  let book: Book;

  beforeAll(async () => {
    service = await startTestService();
    book = await aBook(service);
  });

  afterAll(() => service.stop());

  const eventsOf = async (id: number): Promise<string[]> => {
    const rows = await service.query<{ event: string }>(
      'select event from notifications where appointment_id = $1 order by id',
      [id],
    );
    return rows.map(({ event }) => event);
  };
  /** An appointment about which nothing has been said. */
  const bookQuietly = async (members?: object) => {
    const appointment = await book(members);
    await service.query('delete from notifications where appointment_id = $1', [appointment.id]);
    return appointment;
  };
  const announce = (id: number, through = service) => {
    const notifications = through.app.get(NotificationsService);
    return through.app
      .get(Database)
      .transaction(COMMAND_LINE, (tx) => notifications.queue(tx, id, 'reschedule'));
  };

  it('is queued', async () => {
    const { id } = await bookQuietly();
    await announce(id);
    expect(await eventsOf(id)).toEqual(['reschedule']);
  });

  it('is queued with what causes it, or not at all', async () => {
    const { id } = await bookQuietly();
    const jobs = () => service.query('select id from pgboss.job order by id');
    const before = await jobs();
    const notifications = service.app.get(NotificationsService);
    const failing = service.app.get(Database).transaction(COMMAND_LINE, async (tx) => {
      await notifications.queue(tx, id, 'cancellation');
      throw new Error('the appointment cannot be cancelled after all');
    });
    await expect(failing).rejects.toThrow('after all');
    expect(await eventsOf(id)).toEqual([]);
    expect(await jobs()).toEqual(before);
  });

  it('is nothing with NOTIFY_CUSTOMERS off', async () => {
    const { id } = await bookQuietly();
    const quiet = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { NOTIFY_CUSTOMERS: 'false' },
    });
    await announce(id, quiet);
    await quiet.stop();
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is nothing to a customer without an e-mail address', async () => {
    const { id, customerId } = await bookQuietly();
    await service.query('update customers set email = null where id = $1', [customerId]);
    await announce(id);
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is nothing when the appointment is over', async () => {
    const { id } = await bookQuietly({ date: '2026-11-20', start: '07:00' });
    await announce(id);
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is queued while the appointment lasts', async () => {
    // 08:45 in Berlin is 07:45 UTC; the clock of the tests stands at 08:00.
    const { id } = await bookQuietly({ date: '2026-11-20', start: '08:45' });
    await announce(id);
    expect(await eventsOf(id)).toEqual(['reschedule']);
  });
});
