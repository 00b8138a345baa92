import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';

describe('GET /appointments/{id}/notifications', () => {
  let service: TestService;
  let book: Book;

  beforeAll(async () => {
    service = await startTestService({ environment: { NOTIFY_CUSTOMERS: 'false' } });
    book = await aBook(service);
  });

  afterAll(() => service.stop());

  const notify = async (id: number, event: string): Promise<number> =>
    (await service.admin.post(`/appointments/${id}/notify`, { event })).body.data.id as number;

  it('returns an empty list for a new appointment', async () => {
    const { id } = await book();
    const { status, body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect([status, body.data]).toEqual([200, []]);
    expect(body.meta).toMatchObject({ page: 1, per_page: 25, total: 0, total_pages: 0, sort: 'id:desc' });
  });

  it('returns recipient and delivery state, with instants in the time zone of the provider', async () => {
    const { id } = await book({ email: 'mia.keller@example.com' });
    const notificationId = await notify(id, 'reminder');
    const { body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect(body.data).toEqual([
      {
        id: notificationId,
        appointmentId: id,
        channel: 'email',
        event: 'reminder',
        status: 'queued',
        reminderHours: null,
        recipient: 'mia.keller@example.com',
        attempts: 0,
        lastError: null,
        nextAttemptAt: null,
        createdAt: '2026-11-20T09:00:00+01:00',
        sentAt: null,
      },
    ]);
  });

  it('returns pages, with the newest message first by default', async () => {
    const { id } = await book();
    const [first, second, third] = [
      await notify(id, 'confirmation'),
      await notify(id, 'reminder'),
      await notify(id, 'cancellation'),
    ];
    const idsOn = async (query: string) => {
      const { body } = await service.admin.get(`/appointments/${id}/notifications?${query}`);
      return (body.data as { id: number }[]).map((notification) => notification.id);
    };
    expect(await idsOn('')).toEqual([third, second, first]);
    expect(await idsOn('page=2&length=2')).toEqual([first]);
    expect(await idsOn('sort=id:asc')).toEqual([first, second, third]);
    // All three have the same creation time, because the test clock stands still: ties break on the id.
    expect(await idsOn('sort=createdAt:desc')).toEqual([first, second, third]);
  });

  it('returns no messages about other appointments', async () => {
    const [one, other] = [await book(), await book()];
    await notify(one.id, 'confirmation');
    const { body } = await service.admin.get(`/appointments/${other.id}/notifications`);
    expect(body.meta.total).toBe(0);
  });

  it('returns the messages after the appointment is deleted', async () => {
    const { id } = await book();
    await notify(id, 'cancellation');
    await service.query('delete from appointments where id = $1', [id]);
    const { status, body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect([status, body.meta.total]).toEqual([200, 1]);
  });

  it('answers 404 after the appointment and its customer are deleted', async () => {
    const { id, customerId } = await book();
    await notify(id, 'cancellation');
    await service.query('delete from appointments where id = $1', [id]);
    await service.query('delete from customers where id = $1', [customerId]);
    expect((await service.admin.get(`/appointments/${id}/notifications`)).status).toBe(404);
  });

  it.each(['999999', 'x'])('answers 404 for the unknown appointment %s', async (id) => {
    const answer = await service.admin.get(`/appointments/${id}/notifications`);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('answers 422 and names each invalid query parameter', async () => {
    const answer = await service.admin.get('/appointments/999999/notifications?page=0&sort=recipient');
    expect([answer.status, Object.keys(answer.body.error.details as object).sort()]).toEqual([
      422,
      ['page', 'sort'],
    ]);
  });

  it('is allowed for the role staff, and not without a key', async () => {
    const { id } = await book();
    const staff = await service.as('staff');
    const statuses = [service.anonymous, staff].map(
      async (caller) => (await caller.get(`/appointments/${id}/notifications`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });
});
