import { unzipSync } from 'fflate';
import ICAL from 'ical.js';
import type { ApiClient } from '../../support/api-client';
import { Appointment } from '../../../src/booking/diary/rows/appointment.entity';
import { WaitlistEntry } from '../../../src/booking/waitlist/waitlist-entry.entity';
import { Customer } from '../../../src/people/customers/customer.entity';
import { erasedValues } from '../../../src/platform/database/columns';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { Message } from '../../../src/telling/messages/message.entity';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { numberEvents } from '../../support/events';
import { withoutLink } from '../../support/links';
import { startTestService, type TestService } from '../../support/test-service';
import { PERSON, Story, STRINGS } from './support/person';

describe('GET /customers/{id}/export', () => {
  let service: TestService;
  let customerId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { SMS: 'webhook' } });
    customerId = await new Story(service).tell();
    while (await service.app.get(DeliveryService).deliverNext());
    await numberEvents(service);
  });

  afterAll(() => service.stop());

  const exported = async (id = customerId) => {
    const { status, body } = await service.admin.get(`/customers/${id}/export`);
    expect(status).toBe(200);
    return body.data as Readonly<Record<string, object[]>>;
  };
  const bytesOf = async (client: ApiClient, path: string) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${client.key}` },
    });
    return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };

  it('contains everything that the requests named about the person, and every record of the person', async () => {
    const data = await exported();
    const text = JSON.stringify(data);
    expect(STRINGS.filter((each) => !text.includes(each))).toEqual([]);
    expect(data['customer']).toMatchObject({ id: customerId, ...PERSON });
    const counts = Object.entries(data).filter(([, list]) => Array.isArray(list));
    expect(Object.fromEntries(counts.map(([name, list]) => [name, list.length]))).toEqual({
      appointments: (await service.query('select from appointments where customer_id = $1', [customerId]))
        .length,
      series: 1,
      visits: 1,
      waitlist: 5,
      messages: (await service.query('select from notifications where customer_id = $1', [customerId]))
        .length,
      auditEntries: expect.any(Number),
      events: expect.any(Number),
      storedAnswers: (await service.query('select from idempotency_records')).length,
    });
  });

  it.each([
    ['customers', 'id', Customer.columns],
    ['appointments', 'customer_id', Appointment.columns],
    ['waitlist_entries', 'customer_id', WaitlistEntry.columns],
    ['notifications', 'customer_id', Message.columns],
  ])('contains what each column of %s holds of the person', async (table, owner, columns) => {
    await service.query(`update notifications set last_error = 'refused by the mail server'`);
    const text = JSON.stringify(await exported());
    for (const column of Object.keys(erasedValues(columns))) {
      const rows = await service.query<{ value: unknown }>(
        `select to_jsonb(${column}) as value from ${table} where ${owner} = $1 and ${column} is not null`,
        [customerId],
      );
      const texts = rows.flatMap(({ value }) =>
        typeof value === 'string' ? [value] : Object.values(value as object),
      );
      const named = texts.filter((each) => typeof each === 'string' && Number.isNaN(Date.parse(each)));
      expect({ [column]: named.length > 0 }).toEqual({ [column]: true });
      const missing = named.filter((each) => !text.includes(JSON.stringify(each).slice(1, -1)));
      expect({ [column]: missing }).toEqual({ [column]: [] });
    }
  });

  it('has what each message of every kind said, and no link', async () => {
    const { messages = [] } = await exported();
    const rows = messages as readonly { event: string; channel: string; status: string; text: string }[];
    expect(rows.filter(({ text }) => typeof text !== 'string' || text === '')).toEqual([]);
    expect(new Set(rows.map(({ event }) => event))).toEqual(
      new Set(['confirmation', 'reschedule', 'cancellation', 'offer']),
    );
    expect(JSON.stringify(rows)).not.toMatch(/\/m\//);
    const sent = rows.filter(({ channel, status }) => channel === 'email' && status === 'sent');
    const kept = await service.query<{ said: string }>(
      `select said from notifications where said is not null and customer_id = $1 order by id`,
      [customerId],
    );
    expect(sent.map(({ text }) => text)).toEqual(kept.map(({ said }) => said));
  });

  it('has of a message what it said when it was sent, and of one that waits what it says', async () => {
    const sender = await startTestService({ environment: { BUSINESS_NAME: 'Salon Linde' } });
    const { admin } = sender;
    const [providerId, serviceId] = [await aProvider(admin, { name: 'Ana Silva' }), await aService(admin)];
    const { customerId: id } = await anAppointment(admin, providerId, serviceId, { name: 'Mia Keller' });
    while (await sender.app.get(DeliveryService).deliverNext());
    await sender.query(`update users set name = 'Other name' where id = $1`, [providerId]);
    const absence = { start: MONDAY, end: MONDAY, appointments: 'cancel', message: 'Ana is ill.' };
    await admin.post(`/providers/${providerId}/time-off`, absence);
    const renamed = await startTestService({
      databaseUrl: sender.databaseUrl,
      environment: { BUSINESS_NAME: 'Salon Ahorn' },
    });
    const { body } = await renamed.admin.get(`/customers/${id}/export`);
    const [sent, waiting] = (body.data.messages as { text: string }[]).map(({ text }) => text);
    expect(sent).toMatch(
      /^Confirmed: Consultation with Ana Silva, .*\n\nHello Mia Keller,\n[^]*Salon Linde$/,
    );
    expect(sent).toContain('\n{manageUrl}\n');
    expect(waiting).toMatch(/^Cancelled: Consultation with Other name, [^]*\nAna is ill\.\n[^]*Salon Ahorn$/);
    await renamed.stop();
    await sender.stop();
  });

  it('shows appointments, entries and the trail as their own operations do', async () => {
    const data = await exported();
    const { body: list } = await service.admin.get(`/appointments?customerId=${customerId}&length=100`);
    expect(data['appointments']).toEqual((list.data as object[]).map(withoutLink));
    const { body: waiting } = await service.admin.get(`/waitlist?customerId=${customerId}`);
    expect(data['waitlist']).toEqual((waiting.data as object[]).map(withoutLink));
    const { body: trail } = await service.admin.get(
      `/audit?resource=customers&resourceId=${customerId}&sort=id`,
    );
    const ofCustomer = data['auditEntries']?.filter(
      (entry) => 'resource' in entry && entry.resource === 'customers',
    );
    expect(ofCustomer).toEqual(trail.data);
  });

  it('has the trail of appointments that were deleted, or while they were the customer’s', async () => {
    const { auditEntries = [] } = await exported();
    const of = (notes: string) =>
      auditEntries
        .filter((entry) => JSON.stringify(entry).includes(notes))
        .map((entry) => 'action' in entry && entry.action);
    expect(of('Deleted but not forgotten')).toEqual(['create', 'delete']);
    // Booked, and given to another customer, whose later change is not shown.
    expect(of('Left by the former customer')).toEqual(['create', 'update']);
  });

  it('has the events of the person and of the appointments, but none of another customer’s', async () => {
    const { events = [] } = await exported();
    const { body } = await service.admin.get(`/events?resource=customer&resourceId=${customerId}`);
    expect(events.filter((event) => 'resource' in event && event.resource === 'customer')).toEqual(body.data);
    const types = new Set(events.map((event) => 'type' in event && event.type));
    for (const type of [
      'appointment.booked',
      'appointment.deleted',
      'waitlist.offered',
      'waitlist.withdrawn',
    ])
      expect(types).toContain(type);
    const left = events.filter((event) => JSON.stringify(event).includes('Left by the former customer'));
    expect(left.map((event) => 'type' in event && event.type)).toEqual([
      'appointment.booked',
      'appointment.changed',
    ]);
  });

  it('is a file that no cache keeps', async () => {
    const { headers } = await service.admin.get(`/customers/${customerId}/export`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="customer-${customerId}.json"`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is an archive of the document and the appointments as a calendar with format=zip', async () => {
    const { headers, bytes } = await bytesOf(service.admin, `/customers/${customerId}/export?format=zip`);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="customer-${customerId}.zip"`);
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(['export.json', 'appointments.ics']);
    const text = (name: string) => Buffer.from(files[name] ?? []).toString();
    const data = await exported();
    expect(JSON.parse(text('export.json'))).toEqual(data);
    const events = new ICAL.Component(ICAL.parse(text('appointments.ics')) as object[]).getAllSubcomponents(
      'vevent',
    );
    const shown = events.map((event) => new ICAL.Event(event).startDate.toJSDate().toISOString());
    const starts = (data['appointments'] as { start: string }[]).map(({ start }) =>
      new Date(start).toISOString(),
    );
    expect(shown).toEqual(starts);
    expect(text('appointments.ics')).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/);
  });

  it('is complete over several pages', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const { customerId: id } = await anAppointment(service.admin, providerId, serviceId, {
      date: '2027-01-12',
    });
    await service.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
       select provider_id, service_id, customer_id, s, s + interval '30 minutes', tstzrange(s, s + interval '30 minutes'), 'cancelled', s, s
       from appointments, generate_series(1, 1200) as n, lateral (select $2::timestamptz + make_interval(mins => n / 2) as s)
       where customer_id = $1`,
      [id, `${MONDAY}T00:00:00Z`],
    );
    const { appointments = [], auditEntries = [] } = await exported(id);
    const ids = (list: object[]) => new Set(list.map((each) => 'id' in each && each.id));
    expect([appointments.length, ids(appointments).size]).toEqual([1_201, 1_201]);
    expect([auditEntries.length, ids(auditEntries).size]).toEqual([1_202, 1_202]);
    const { bytes } = await bytesOf(service.admin, `/customers/${id}/export?format=zip`);
    const calendar = Buffer.from(unzipSync(bytes)['appointments.ics'] ?? []).toString();
    expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(1_201);
  });

  it('names what it ignored, and refuses another format', async () => {
    const { body } = await service.admin.get(`/customers/${customerId}/export?pages=2`);
    expect(body.meta).toEqual({ ignored: ['pages'] });
    expect(
      (await service.admin.get(`/customers/${customerId}/export?format=pdf`)).body.error.details,
    ).toHaveProperty('format');
  });

  it('is for administrators, and answers 404 for a customer that does not exist', async () => {
    expect((await (await service.as('staff')).get(`/customers/${customerId}/export`)).status).toBe(403);
    expect((await service.admin.get('/customers/2147483647/export')).status).toBe(404);
  });

  it('has a body only for GET', async () => {
    const answer = await service.admin.send('HEAD', `/customers/${customerId}/export`);
    expect([answer.status, answer.body]).toEqual([200, undefined]);
  });

  it('of an erased customer names no person', async () => {
    await service.admin.post(`/customers/${customerId}/erase`);
    const text = JSON.stringify(await exported());
    expect(STRINGS.filter((each) => text.includes(each))).toEqual([]);
  });
});
