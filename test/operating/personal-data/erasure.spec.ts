import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { Mailer } from '../../../src/telling/messages/mail/mailer';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, entriesNow, makeOffers } from '../../support/waiting';

const MIA = { name: 'Mia Keller', email: 'mia.keller@example.com', phone: '030 901820' };
const AFTER_MONDAY = '2026-11-24T08:00:00Z';

describe('POST /customers/{id}/erase', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { price: 40, providerIds: [providerId] });
  });

  afterEach(async () => {
    service.clock.set(START);
    for (const table of ['waitlist_entries', 'appointments', 'customers', 'pgboss.job', 'audit_entries'])
      await service.query(`delete from ${table}`);
  });

  afterAll(() => service.stop());

  const book = (members: object = {}) =>
    anAppointment(service.admin, providerId, serviceId, { ...MIA, ...members });
  const erase = (id: number) => service.admin.post(`/customers/${id}/erase`);
  /** A customer with an appointment that is over, erased. */
  const erased = async (members: object = {}) => {
    const appointment = await book({ notes: 'First visit', name: 'Lena Keller', ...members });
    service.clock.set(AFTER_MONDAY);
    await erase(appointment.customerId);
    return appointment;
  };
  const namesNone = (member: string) => ({
    error: { code: 'VALIDATION_ERROR', details: { [member]: 'names no customer' } },
  });

  it('makes the customer anonymous', async () => {
    const { customerId } = await erased();
    const { status, body } = await service.admin.get(`/customers/${customerId}`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: customerId,
      homeLocationId: null,
      firstName: 'Erased',
      lastName: 'customer',
      email: null,
      phone: null,
      address: null,
      notes: null,
      language: null,
      timezone: null,
      metadata: {},
      createdAt: START,
      erasedAt: AFTER_MONDAY,
    });
  });

  it('keeps the appointments, without what they say of the person', async () => {
    const { id } = await erased();
    const { body } = await service.admin.get(`/appointments/${id}`);
    expect(body.data).toMatchObject({
      start: `${MONDAY}T10:00:00Z`,
      status: 'confirmed',
      customerName: 'Erased customer',
      attendeeName: null,
      notes: null,
      updatedAt: AFTER_MONDAY,
    });
  });

  it('answers the same again and again', async () => {
    const { customerId } = await erased();
    service.clock.advance(60_000);
    const { status, body } = await erase(customerId);
    expect([status, body]).toEqual([200, { data: { id: customerId, erasedAt: AFTER_MONDAY } }]);
  });

  it('removes, when it is repeated, what was written on the appointments since', async () => {
    const { id, customerId } = await erased();
    await service.admin.patch(`/appointments/${id}/notes`, { notes: 'That was Mia Keller' });
    await erase(customerId);
    expect((await service.admin.get(`/appointments/${id}`)).body.data.notes).toBeNull();
  });

  it('is refused while an upcoming appointment is pending or confirmed', async () => {
    const { id, customerId } = await book();
    const refused = await erase(customerId);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ details: { reason: 'upcoming_appointments' } });
    expect((await service.admin.get(`/customers/${customerId}`)).body.data.firstName).toBe('Mia');
    await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
    expect((await erase(customerId)).status).toBe(200);
  });

  it('is for administrators, and answers 404 for a customer that does not exist', async () => {
    const { customerId } = await erased();
    for (const role of ['provider', 'staff'] as const)
      expect((await (await service.as(role)).post(`/customers/${customerId}/erase`)).status).toBe(403);
    expect((await erase(2_147_483_647)).status).toBe(404);
  });

  it('withdraws the open entries of the waitlist, and offers their time to the next in line', async () => {
    const times = { from: '2026-11-25', to: '2026-11-25', timeFrom: '10:00', timeTo: '10:30' };
    const first = await anEntryOf(service, serviceId, times);
    const next = await anEntryOf(service, serviceId, times);
    await makeOffers(service);
    expect((await entriesNow(service, [first, next])).map(({ status }) => status)).toEqual([
      'offered',
      'waiting',
    ]);
    await erase(first.customerId);
    await makeOffers(service);
    expect((await entriesNow(service, [first, next])).map(({ status }) => status)).toEqual([
      'withdrawn',
      'offered',
    ]);
  });

  it('deletes the messages, so that queued ones are not sent', async () => {
    const { id } = await erased();
    const jobs = await service.query<{ data: unknown }>('select data from pgboss.job');
    expect(jobs).toHaveLength(1);
    expect(await service.app.get(DeliveryService).deliverNext()).toBe(true);
    expect((await service.admin.get(`/appointments/${id}/notifications`)).body.data).toEqual([]);
  });

  it('leaves no name in a message to another customer that was on its way meanwhile', async () => {
    await book();
    const { id, customerId } = await book({ name: 'Lena Keller', start: '12:00' });
    const { body } = await service.admin.post('/customers', { firstName: 'Otto', email: 'otto@example.com' });
    await service.admin.patch(`/appointments/${id}`, { customerId: body.data.id });
    await service.query(`delete from notifications`);
    // As releases left it that kept the attendee of the former customer.
    await service.query(`update appointments set attendee_name = 'Lena Keller' where id = $1`, [id]);
    await service.admin.patch(`/appointments/${id}`, { date: '2026-11-30', start: '11:00' });
    service.clock.set(AFTER_MONDAY);
    const mailer = service.app.get(Mailer);
    const send = mailer.send.bind(mailer);
    jest.spyOn(mailer, 'send').mockImplementation(async (message) => {
      const said = await send(message);
      expect(said).toContain('Lena Keller');
      expect((await erase(customerId)).status).toBe(200);
      return said;
    });
    while (await service.app.get(DeliveryService).deliverNext());
    expect(await service.query(`select status, said from notifications`)).toEqual([
      { status: 'sent', said: null },
    ]);
  });

  it('frees the e-mail address: the next booking with it makes a new customer', async () => {
    const { customerId } = await erased();
    const { customerId: next } = await book({ date: '2026-11-25' });
    expect(next).not.toBe(customerId);
  });

  it('keeps an erased customer from being changed', async () => {
    const { customerId } = await erased();
    for (const answer of [
      await service.admin.patch(`/customers/${customerId}`, { notes: 'Came back' }),
      await service.admin.put(`/customers/${customerId}`, { firstName: 'Mia' }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.error.details).toEqual({ reason: 'customer_erased' });
    }
  });

  it('keeps an erased customer from being booked for', async () => {
    const { id, customerId } = await erased();
    const time = { providerId, serviceId, date: '2026-11-25', start: '10:00', customerId };
    const items = [{ serviceId }];
    const { customerId: other, id: ofOther } = await book({ date: '2026-11-26' });
    const refused = [
      await service.admin.post('/appointments', time),
      await service.admin.post('/series', { ...time, rrule: 'FREQ=DAILY;COUNT=2' }),
      await service.admin.post('/visits', { customerId, items, date: '2026-11-25', start: '10:00' }),
      await service.admin.post('/waitlist', { customerId, serviceId, from: '2026-11-25', to: '2026-11-25' }),
      await service.admin.patch(`/appointments/${ofOther}`, { customerId }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(422);
      expect(body).toMatchObject(namesNone('customerId'));
    }
    const kept = await service.admin.patch(`/appointments/${id}`, { customerId, payment_status: 'paid' });
    expect(kept.status).toBe(200);
    expect((await service.admin.patch(`/appointments/${id}`, { customerId: other })).status).toBe(200);
  });

  it('leaves in the audit trail who did what and when, and adds an entry of its own', async () => {
    const { id, customerId } = await erased();
    const entriesOf = async (resource: string, resourceId: number) =>
      (await service.admin.get(`/audit?resource=${resource}&resourceId=${resourceId}&sort=id`)).body.data;
    const gone = { firstName: 'Erased', lastName: 'customer', email: null, phone: null };
    expect(await entriesOf('customers', customerId)).toMatchObject([
      { action: 'create', at: START, userId: 1, before: null, after: gone },
      {
        action: 'update',
        at: AFTER_MONDAY,
        userId: 1,
        before: { ...gone, erasedAt: null },
        after: { ...gone, erasedAt: AFTER_MONDAY },
      },
    ]);
    expect(await entriesOf('appointments', id)).toMatchObject([
      { action: 'create', at: START, after: { notes: null, attendeeName: null, status: 'confirmed' } },
      { action: 'update', at: AFTER_MONDAY, before: { notes: null, attendeeName: null } },
    ]);
  });

  it('is performed once for an Idempotency-Key, as a whole', async () => {
    const { customerId } = await book();
    service.clock.set(AFTER_MONDAY);
    const keyed = () =>
      service.admin.post(`/customers/${customerId}/erase`, undefined, {
        headers: { 'idempotency-key': `erase-${customerId}` },
      });
    const [first, second] = [await keyed(), await keyed()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await service.admin.get(`/customers/${customerId}`)).body.data.erasedAt).toBe(AFTER_MONDAY);
  });

  it('leaves a customer who can be deleted once there are no appointments', async () => {
    const { id, customerId } = await erased();
    expect((await service.admin.delete(`/customers/${customerId}`)).status).toBe(422);
    await service.admin.delete(`/appointments/${id}`);
    expect((await service.admin.delete(`/customers/${customerId}`)).status).toBe(200);
  });
});
