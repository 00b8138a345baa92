import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';

describe('the messages about an appointment', () => {
  let service: TestService;
  let book: Book;

  beforeAll(async () => {
    service = await startTestService({ environment: { NOTIFY_CUSTOMERS: 'false' } });
    book = await aBook(service);
  });

  afterAll(() => service.stop());

  const notify = async (id: number, event: string): Promise<number> =>
    (await service.admin.post(`/appointments/${id}/notify`, { event })).body.data.id as number;

  it('are none at first', async () => {
    const { id } = await book();
    const { status, body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect([status, body.data]).toEqual([200, []]);
    expect(body.meta).toMatchObject({ page: 1, per_page: 25, total: 0, total_pages: 0, sort: 'id:desc' });
  });

  it('tell where they went, and what became of them, in the zone of the provider', async () => {
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
        recipient: 'mia.keller@example.com',
        attempts: 0,
        lastError: null,
        nextAttemptAt: null,
        createdAt: '2026-11-20T09:00:00+01:00',
        sentAt: null,
      },
    ]);
  });

  it('come newest first, page by page', async () => {
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
    // Queued at one moment of the tests' clock: ties break on the id.
    expect(await idsOn('sort=createdAt:desc')).toEqual([first, second, third]);
  });

  it('are those about this appointment only', async () => {
    const [one, other] = [await book(), await book()];
    await notify(one.id, 'confirmation');
    const { body } = await service.admin.get(`/appointments/${other.id}/notifications`);
    expect(body.meta.total).toBe(0);
  });

  it('can still be read when the appointment is deleted', async () => {
    const { id } = await book();
    await notify(id, 'cancellation');
    await service.query('delete from appointments where id = $1', [id]);
    const { status, body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect([status, body.meta.total]).toEqual([200, 1]);
  });

  it('go with the customer', async () => {
    const { id, customerId } = await book();
    await notify(id, 'cancellation');
    await service.query('delete from appointments where id = $1', [id]);
    await service.query('delete from customers where id = $1', [customerId]);
    expect((await service.admin.get(`/appointments/${id}/notifications`)).status).toBe(404);
  });

  it.each(['999999', 'x'])('of appointment %s are a 404', async (id) => {
    const answer = await service.admin.get(`/appointments/${id}/notifications`);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('are refused with a query that makes no sense', async () => {
    const answer = await service.admin.get('/appointments/999999/notifications?page=0&sort=recipient');
    expect([answer.status, Object.keys(answer.body.error.details as object).sort()]).toEqual([
      422,
      ['page', 'sort'],
    ]);
  });

  it('take a key, of whatever role', async () => {
    const { id } = await book();
    const staff = await service.as('staff');
    const statuses = [service.nobody, staff].map(
      async (caller) => (await caller.get(`/appointments/${id}/notifications`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });
});
