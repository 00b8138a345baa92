import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';

describe('A PATCH of the customer of an appointment', () => {
  let service: TestService;
  let book: Book;
  let noah: number;

  beforeAll(async () => {
    service = await startTestService();
    book = await aBook(service);
    const customer = { firstName: 'Noah', email: 'noah@example.com' };
    noah = (await service.admin.post('/customers', customer)).body.data.id as number;
  });

  afterAll(() => service.stop());

  const messages = (id: number) =>
    service.query<{ event: string; recipient: string; start: string; sequence: number }>(
      `select event, recipient, (snapshot ->> 'start')::bigint as start, sequence
       from notifications where appointment_id = $1 order by id`,
      [id],
    );
  const change = async (id: number, members: object) => {
    const { status } = await service.admin.patch(`/appointments/${id}`, members);
    expect(status).toBe(200);
    const [, ...later] = await messages(id);
    return later;
  };
  const toldTo = (rows: readonly { event: string; recipient: string }[]) =>
    rows.map(({ event, recipient }) => [event, recipient]);

  it('sends the former one a cancellation, and confirms it to the new one', async () => {
    const { id } = await book();
    const [confirmation] = await messages(id);
    const later = await change(id, { customerId: noah });
    expect(toldTo(later)).toEqual([
      ['cancellation', confirmation?.recipient],
      ['confirmation', 'noah@example.com'],
    ]);
    const sequences = [confirmation, ...later].map((message) => message?.sequence);
    expect(sequences).toEqual([0, 1, 2]);
    const jobs = await service.query('select id from pgboss.job');
    expect(jobs.length).toBeGreaterThanOrEqual(3);
  });

  it('sends the former one the former time, and the new one the new time', async () => {
    const { id } = await book();
    const [confirmation] = await messages(id);
    const [cancelled, confirmed] = await change(id, { customerId: noah, date: '2026-12-22', start: '14:00' });
    expect(cancelled).toMatchObject({ event: 'cancellation', start: confirmation?.start });
    expect(confirmed).toMatchObject({ event: 'confirmation', recipient: 'noah@example.com' });
    expect(confirmed?.start).not.toBe(confirmation?.start);
  });

  it('notifies the former one alone when it cancels the appointment as well', async () => {
    const { id } = await book();
    expect(toldTo(await change(id, { customerId: noah, status: 'cancelled' }))).toEqual([
      ['cancellation', expect.any(String)],
    ]);
  });

  it('queues no message for an appointment that was cancelled before, and none when the customer stays', async () => {
    const { id, customerId } = await book();
    expect(await change(id, { customerId, notes: 'The same customer' })).toEqual([]);
    await change(id, { status: 'cancelled' });
    expect(toldTo(await change(id, { customerId: noah }))).toEqual([['cancellation', expect.any(String)]]);
  });
});
