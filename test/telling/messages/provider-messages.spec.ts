import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { RemindersService } from '../../../src/telling/messages/delivery/reminders.service';
import { aBooking, anAppointment, aProvider, aService } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { MailServer } from './support/mail-server';
import { partOf, readMime } from './support/mime';
import { deleteMessages } from './support/queue';

const DATE = '2026-12-01';

describe('A message to a provider', () => {
  const environment = { NOTIFY_PROVIDERS: 'on' };
  let service: TestService;
  let ana: number;
  let ben: number;
  let haircut: number;

  beforeAll(async () => {
    service = await startTestService({ environment });
    ana = await aProvider(service.admin, { name: 'Ana Silva', email: 'ana@salon.example' });
    ben = await aProvider(service.admin, { name: 'Ben Moss', email: 'ben@salon.example' });
    haircut = await aService(service.admin, { name: 'Haircut' });
  });

  afterEach(async () => {
    service.clock.set(START);
    await deleteMessages(service);
    await service.query('delete from appointments');
  });

  afterAll(() => service.stop());

  const book = (members: object = {}) =>
    anAppointment(service.admin, ana, haircut, { date: DATE, start: '10:00', ...members });
  const bookedBefore = async (members?: object) => {
    const booked = await book(members);
    await deleteMessages(service);
    return booked;
  };
  /** Such as `provider-booked to ana`. */
  const told = async () => {
    const rows = await service.query<{ event: string; recipient: string }>(
      'select event, recipient from notifications where provider_id is not null order by recipient, event',
    );
    return rows.map(({ event, recipient }) => `${event} to ${recipient.split('@')[0] ?? ''}`);
  };
  const patch = async (id: number, change: object) => {
    expect((await service.admin.patch(`/appointments/${id}`, change)).status).toBe(200);
    return told();
  };

  it('is queued when an appointment is booked, with that to the customer', async () => {
    const { id } = await book();
    const { body } = await service.admin.get(`/appointments/${id}/notifications?sort=id:asc`);
    expect(body.data).toMatchObject([
      { event: 'confirmation' },
      { event: 'provider-booked', recipient: 'ana@salon.example', status: 'queued' },
    ]);
  });

  it('says of what is pending that it is yet to be confirmed', async () => {
    await book();
    await book({ start: '11:00', status: 'pending' });
    while (await service.app.get(DeliveryService).deliverNext());
    const rows = await service.query<{ said: string }>(
      'select said from notifications where provider_id is not null order by id',
    );
    expect(rows.map(({ said }) => said.includes('Confirmation is still needed.'))).toEqual([false, true]);
  });

  it.each<[string, object, string[]]>([
    ['moves it', { start: '11:00' }, ['provider-moved to ana']],
    ['cancels it', { status: 'cancelled' }, ['provider-cancelled to ana']],
    ['changes its notes', { notes: 'Rings first' }, []],
    ['has been paid', { payment_status: 'paid' }, []],
    ['completes it', { status: 'completed' }, []],
  ])('tells of a change that %s: %j', async (_title, change, messages) => {
    const { id } = await bookedBefore();
    expect(await patch(id, change)).toEqual(messages);
  });

  it('tells both of an appointment that goes from one to the other', async () => {
    const { id } = await bookedBefore();
    expect(await patch(id, { providerId: ben, start: '12:00' })).toEqual([
      'provider-cancelled to ana',
      'provider-booked to ben',
    ]);
    const rows = await service.query<{ start: string; name: string }>(
      `select snapshot ->> 'start' as start, snapshot ->> 'recipientName' as name
       from notifications where provider_id is not null order by recipient`,
    );
    // Who has lost it is told the former time.
    expect(rows).toEqual([
      { name: 'Ana Silva', start: String(Date.parse('2026-12-01T10:00:00Z')) },
      { name: 'Ben Moss', start: String(Date.parse('2026-12-01T12:00:00Z')) },
    ]);
  });

  it('tells who loses it what that one had, and who stays what has changed', async () => {
    const team = await aService(service.admin, { name: 'Colour', team: [{ providerIds: [ben], count: 1 }] });
    const eva = await aProvider(service.admin, { name: 'Eva Lund', email: 'eva@salon.example' });
    const { id } = await anAppointment(service.admin, ana, team, { date: DATE, start: '10:00' });
    await deleteMessages(service);
    await patch(id, { providerId: eva, start: '12:00' });
    const rows = await service.query<{ to: string; start: string; with: string; former: string | null }>(
      `select split_part(recipient, '@', 1) as to, to_timestamp((snapshot ->> 'start')::bigint / 1000) at time zone 'UTC' as start,
        snapshot ->> 'providerName' as with, snapshot #>> '{former,providerName}' as former
       from notifications where provider_id is not null order by recipient`,
    );
    const time = (hour: number) => new Date(`2026-12-01T${hour}:00:00Z`);
    expect(rows.map((row) => ({ ...row, start: new Date(row.start) }))).toEqual([
      { to: 'ana', start: time(10), with: 'Ana Silva', former: null },
      { to: 'ben', start: time(12), with: 'Eva Lund', former: 'Ana Silva' },
      { to: 'eva', start: time(12), with: 'Eva Lund', former: null },
    ]);
  });

  it('tells who had it, and not who would have got it, of a cancellation in the same change', async () => {
    const { id } = await bookedBefore();
    expect(await patch(id, { providerId: ben, status: 'cancelled' })).toEqual(['provider-cancelled to ana']);
  });

  it('is not queued again about the appointments of a visit that a change leaves as they are', async () => {
    const item = { serviceId: haircut, providerId: ana };
    const visit = { name: 'Mia Keller', email: 'mia@example.com', date: DATE, start: '10:00' };
    const { id, appointments } = (await service.admin.post('/visits', { ...visit, items: [item, item] })).body
      .data as { id: number; appointments: { id: number }[] };
    await patch(appointments[0]?.id ?? 0, { start: '09:30' });
    await deleteMessages(service);
    expect((await service.admin.patch(`/visits/${id}`, { items: [item] })).status).toBe(200);
    expect(await told()).toEqual(['provider-cancelled to ana']);
  });

  it.each([
    ['a customer by the link', 'I have a cold'],
    ['the staff', 'The room is flooded'],
  ])('gives the reason of a cancellation by %s', async (who, reason) => {
    const { id } = await bookedBefore();
    const { manageUrl } = (await service.admin.get(`/appointments/${id}`)).body.data as { manageUrl: string };
    const answer = who.startsWith('a customer')
      ? await service.anonymous.post(`/manage/${manageUrl.split('/m/')[1]}/cancel`, { reason })
      : await service.admin.patch(`/appointments/${id}`, { status: 'cancelled', cancelReason: reason });
    expect(answer.status).toBe(200);
    const rows = await service.query(
      `select snapshot ->> 'cancelReason' as reason from notifications where event = 'provider-cancelled'`,
    );
    expect(rows).toEqual([{ reason }]);
  });

  it('is not queued when a pending appointment is confirmed', async () => {
    const { id } = await bookedBefore({ status: 'pending' });
    expect(await patch(id, { status: 'confirmed' })).toEqual([]);
  });

  it('tells of a cancelled appointment that comes back as of a booking', async () => {
    const { id } = await bookedBefore();
    await patch(id, { status: 'cancelled' });
    await deleteMessages(service);
    expect(await patch(id, { status: 'confirmed' })).toEqual(['provider-booked to ana']);
  });

  it('tells of one that comes back with another provider that one alone', async () => {
    const team = await aService(service.admin, { name: 'Colour', team: [{ providerIds: [ben], count: 1 }] });
    const ida = await aProvider(service.admin, { name: 'Ida Berg', email: 'ida@salon.example' });
    const alone = await bookedBefore();
    const helped = (await anAppointment(service.admin, ana, team, { date: DATE, start: '12:00' })).id;
    for (const id of [alone.id, helped]) await patch(id, { status: 'cancelled' });
    await deleteMessages(service);
    expect(await patch(alone.id, { status: 'confirmed', providerId: ida })).toEqual([
      'provider-booked to ida',
    ]);
    await deleteMessages(service);
    expect(await patch(helped, { status: 'pending', providerId: ida, start: '14:00' })).toEqual([
      'provider-booked to ben',
      'provider-booked to ida',
    ]);
  });

  it('is not queued when the appointment goes to another customer, unless it is moved as well', async () => {
    const { id } = await bookedBefore();
    const other = await service.admin.post('/customers', { firstName: 'Ola', email: 'ola@example.com' });
    const customerId = other.body.data.id as number;
    expect(await patch(id, { customerId })).toEqual([]);
    const again = await bookedBefore({ start: '14:00' });
    expect(await patch(again.id, { customerId, start: '15:00' })).toEqual(['provider-moved to ana']);
  });

  it('is queued when an appointment is deleted', async () => {
    const { id } = await bookedBefore();
    await service.admin.delete(`/appointments/${id}`);
    expect(await told()).toEqual(['provider-cancelled to ana']);
  });

  it('is one about all appointments of a series', async () => {
    const body = { ...aBooking(ana, haircut, { date: DATE, start: '13:00' }), rrule: 'FREQ=WEEKLY;COUNT=3' };
    const { id } = (await service.admin.post('/series', body)).body.data as { id: number };
    expect(await told()).toEqual(['provider-booked to ana']);
    const [{ others } = { others: [] }] = await service.query<{ others: { start: number }[] }>(
      `select snapshot -> 'others' as others from notifications where provider_id is not null`,
    );
    expect(others.map(({ start }) => new Date(start).toISOString())).toEqual([
      '2026-12-08T13:00:00.000Z',
      '2026-12-15T13:00:00.000Z',
    ]);
    await deleteMessages(service);
    await service.admin.patch(`/series/${id}`, { status: 'cancelled' });
    expect(await told()).toEqual(['provider-cancelled to ana']);
  });

  it('goes to all who help', async () => {
    const team = await aService(service.admin, { team: [{ providerIds: [ben], count: 1 }] });
    await anAppointment(service.admin, ana, team, { date: DATE, start: '15:00' });
    expect(await told()).toEqual(['provider-booked to ana', 'provider-booked to ben']);
  });

  it.each([
    ['without a message to the customer', { NOTIFY_PROVIDERS: 'on', NOTIFY_CUSTOMERS: 'false' }, 1],
    ['not by default', {}, 0],
    ['not about what the setting leaves out', { NOTIFY_PROVIDERS: 'moved,cancelled' }, 0],
  ])('is queued %s', async (_title, settings: Record<string, string>, count) => {
    const other = await startTestService({ databaseUrl: service.databaseUrl, environment: settings });
    await anAppointment(other.admin, ana, haircut, { date: DATE, start: '16:00' });
    await other.stop();
    expect(await told()).toHaveLength(count);
  });

  it('is not queued by a write with notify: false', async () => {
    const { id } = await book({ notify: false });
    expect(await told()).toEqual([]);
    expect(await patch(id, { start: '16:30', notify: false })).toEqual([]);
  });

  it('does not go to a provider without an address, and not to one who is deactivated', async () => {
    const away = await aProvider(service.admin, { name: 'Cy', email: 'cy@demo.invalid' });
    const { id } = await anAppointment(service.admin, away, haircut, { date: DATE, start: '10:00' });
    expect(await told()).toEqual([]);
    await service.query(`update users set email = 'cy@salon.example', active = false where id = $1`, [away]);
    expect(await patch(id, { status: 'cancelled' })).toEqual([]);
  });

  it('does not go to the provider who makes the change', async () => {
    const own = service.withKey((await service.keyOf(ana)).key);
    const { id } = await anAppointment(own, ana, haircut, { date: DATE, start: '10:00' });
    expect(await told()).toEqual([]);
    expect((await own.patch(`/appointments/${id}`, { providerId: ben })).status).toBe(200);
    expect(await told()).toEqual(['provider-booked to ben']);
  });

  it('takes no reminder from the customer', async () => {
    const { id } = await bookedBefore();
    service.clock.set('2026-11-30T10:00:00Z');
    await service.query(
      `insert into notifications (appointment_id, customer_id, provider_id, channel, event, recipient, sequence, snapshot, created_at)
       select id, customer_id, provider_id, 'email', 'provider-booked', 'ana@salon.example', 0,
         jsonb_build_object('start', (extract(epoch from start_at) * 1000)::bigint), $2 from appointments where id = $1`,
      [id, '2026-11-30T10:00:00Z'],
    );
    await service.app.get(RemindersService).enqueueDue();
    expect(await service.query(`select from notifications where event = 'reminder'`)).toHaveLength(1);
  });

  it('is gone when the customer is erased', async () => {
    const { customerId } = await book({ date: '2026-11-23', start: '10:00' });
    service.clock.set('2026-11-24T10:00:00Z');
    expect((await service.admin.post(`/customers/${customerId}/erase`)).status).toBe(200);
    expect(await told()).toEqual([]);
  });
});

describe('A message to a provider, as it is sent', () => {
  it('names the customer, and has neither contact data nor a calendar entry', async () => {
    const mail = await MailServer.start();
    const environment = { NOTIFY_PROVIDERS: 'on', NOTIFY_CUSTOMERS: 'false', SMTP_URL: mail.url };
    const service = await startTestService({ environment: { ...environment, BUSINESS_LANGUAGE: 'de' } });
    const ana = await aProvider(service.admin, { name: 'Ana Silva', email: 'ana@salon.example' });
    const haircut = await aService(service.admin, { name: 'Haarschnitt' });
    await anAppointment(service.admin, ana, haircut, {
      ...{ date: DATE, start: '10:00', name: 'Mia Keller', email: 'mia@example.com' },
      ...{ phone: '+49 30 901820', notes: 'Rings first', attendeeLanguage: 'fr' },
    });
    await service.app.get(DeliveryService).deliverNext();
    await service.stop();
    await mail.stop();
    expect(mail.last.recipients).toEqual(['ana@salon.example']);
    const message = readMime(mail.last.source);
    expect(message.headers['to']).toBe('Ana Silva <ana@salon.example>');
    const text = partOf(message, 'text/plain').body;
    expect(text).toContain('Guten Tag Ana Silva,');
    expect(text).toMatch(/^Name: +Mia Keller$/m);
    expect(mail.last.source).not.toMatch(/text\/calendar/);
    expect(mail.last.source).not.toContain('/m/');
    expect(text).not.toMatch(/mia@example\.com|901820|Rings first/);
  });
});
