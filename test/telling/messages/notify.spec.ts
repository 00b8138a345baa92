import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';

describe('POST /appointments/{id}/notify', () => {
  let service: TestService;
  let book: Book;

  beforeAll(async () => {
    // Without automatic messages, the tests count only their own.
    service = await startTestService({ environment: { NOTIFY_CUSTOMERS: 'false' } });
    book = await aBook(service);
  });

  afterAll(() => service.stop());

  const bookWithStatus = async (status: string) => {
    const { id } = await book();
    await service.query('update appointments set status = $2 where id = $1', [id, status]);
    return id;
  };

  it('queues a confirmation for a confirmed appointment', async () => {
    const { id } = await book();
    const { status, body } = await service.admin.post(`/appointments/${id}/notify`, {});
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        id: expect.any(Number),
        appointmentId: id,
        channel: 'email',
        event: 'confirmation',
        status: 'queued',
      },
    });
  });

  it('accepts a request without a body', async () => {
    const { id } = await book();
    const { status, body } = await service.admin.send('POST', `/appointments/${id}/notify`);
    expect([status, body.data.event]).toEqual([200, 'confirmation']);
  });

  it.each([
    ['pending', 'confirmation'],
    ['cancelled', 'cancellation'],
    ['completed', 'confirmation'],
    ['no-show', 'confirmation'],
  ])('without an event, for a %s appointment, queues a %s', async (status, event) => {
    const { body } = await service.admin.post(`/appointments/${await bookWithStatus(status)}/notify`);
    expect(body.data.event).toBe(event);
  });

  it.each(['confirmation', 'reminder', 'cancellation', 'reschedule'])(
    'queues a %s when the body names it',
    async (event) => {
      const { id } = await book();
      const { body } = await service.admin.post(`/appointments/${id}/notify`, { channel: 'email', event });
      expect(body.data).toMatchObject({ channel: 'email', event });
    },
  );

  it('names all invalid members of a body in one answer', async () => {
    const { id } = await book();
    const answer = await service.admin.post(`/appointments/${id}/notify`, { channel: 'sms', event: null });
    expect([answer.status, answer.body.error]).toEqual([
      422,
      {
        code: 'VALIDATION_ERROR',
        message: expect.any(String),
        details: {
          channel: 'must be one of email',
          event: 'must be one of confirmation, reminder, cancellation, reschedule',
        },
      },
    ]);
  });

  it('answers 422 with the reason too_many_messages after five messages within an hour', async () => {
    const { id } = await book();
    const notify = () => service.admin.post(`/appointments/${id}/notify`);
    for (let message = 1; message <= 5; message++) expect((await notify()).status).toBe(200);
    const refused = await notify();
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      422,
      'UNPROCESSABLE_ENTITY',
      { reason: 'too_many_messages' },
    ]);
    const { id: another } = await book();
    expect((await service.admin.post(`/appointments/${another}/notify`)).status).toBe(200);
    service.clock.advance(3_600_000);
    expect((await notify()).status).toBe(200);
  });

  it('queues only five of ten messages that callers request at the same moment', async () => {
    const { id } = await book();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.admin.post(`/appointments/${id}/notify`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 5 }, () => 422),
    ]);
  });

  it('answers 422 with the reason no_address when the customer has no e-mail address', async () => {
    const { id, customerId } = await book();
    await service.query('update customers set email = null where id = $1', [customerId]);
    const answer = await service.admin.post(`/appointments/${id}/notify`);
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      422,
      'UNPROCESSABLE_ENTITY',
      { reason: 'no_address' },
    ]);
  });

  it.each(['999999', '0', 'x', '99999999999'])('answers 404 for the unknown appointment %s', async (id) => {
    const answer = await service.admin.post(`/appointments/${id}/notify`);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('validates the body before it looks up the appointment', async () => {
    const answer = await service.admin.post('/appointments/999999/notify', { event: 'party' });
    expect(answer.status).toBe(422);
  });

  it('is allowed for the role staff, and not without a key', async () => {
    const { id } = await book();
    const staff = await service.as('staff');
    const callers = [service.anonymous, staff];
    const statuses = callers.map(async (caller) => (await caller.post(`/appointments/${id}/notify`)).status);
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });
});
