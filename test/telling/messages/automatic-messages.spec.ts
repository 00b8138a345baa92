import { Database } from '../../../src/platform/database/database';
import { MessagesService } from '../../../src/telling/messages/messages.service';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';

describe('The automatic message about a change', () => {
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
  /** Books an appointment, and deletes the confirmation. */
  const bookWithoutMessage = async (members?: object) => {
    const appointment = await book(members);
    await service.query('delete from notifications where appointment_id = $1', [appointment.id]);
    return appointment;
  };
  const queueMessage = (id: number, through = service) => {
    const messages = through.app.get(MessagesService);
    return through.app
      .get(Database)
      .transaction(COMMAND_LINE, async (tx) =>
        messages.queue(tx, { message: 'reschedule', subjects: [{ id }] }),
      );
  };

  it('is queued when the change is committed', async () => {
    const { id } = await bookWithoutMessage();
    await queueMessage(id);
    expect(await eventsOf(id)).toEqual(['reschedule']);
  });

  it('is not queued when the change is rolled back', async () => {
    const { id } = await bookWithoutMessage();
    const jobs = () => service.query('select id from pgboss.job order by id');
    const before = await jobs();
    const messages = service.app.get(MessagesService);
    const failing = service.app.get(Database).transaction(COMMAND_LINE, async (tx) => {
      await messages.queue(tx, { message: 'cancellation', subjects: [{ id }] });
      throw new Error('the appointment cannot be cancelled after all');
    });
    await expect(failing).rejects.toThrow('after all');
    expect(await eventsOf(id)).toEqual([]);
    expect(await jobs()).toEqual(before);
  });

  it('is not queued when NOTIFY_CUSTOMERS is off', async () => {
    const { id } = await bookWithoutMessage();
    const quiet = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { NOTIFY_CUSTOMERS: 'false' },
    });
    await queueMessage(id, quiet);
    await quiet.stop();
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is not queued for a customer without an e-mail address', async () => {
    const { id, customerId } = await bookWithoutMessage();
    await service.query('update customers set email = null where id = $1', [customerId]);
    await queueMessage(id);
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is not queued when the appointment is over', async () => {
    const { id } = await bookWithoutMessage({ date: '2026-11-20', start: '07:00' });
    await queueMessage(id);
    expect(await eventsOf(id)).toEqual([]);
  });

  it('is queued when the appointment has begun but not ended', async () => {
    // 08:45 in Berlin is 07:45 UTC; the clock of the tests stands at 08:00.
    const { id } = await bookWithoutMessage({ date: '2026-11-20', start: '08:45' });
    await queueMessage(id);
    expect(await eventsOf(id)).toEqual(['reschedule']);
  });
});
