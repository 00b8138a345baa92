import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers } from '../../support/waiting';
import { MailServer } from './support/mail-server';
import { partOf, readMime } from './support/mime';
import { deleteMessages } from './support/queue';

describe('The message about an offer', () => {
  let service: TestService;
  let mail: MailServer;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({ environment: { SMTP_URL: mail.url, WAITLIST_OFFER_MIN: '90' } });
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    service.clock.set(START);
    mail.received.length = 0;
    providerId = await aProvider(service.admin, { name: 'Ana Silva', timezone: 'Europe/Berlin' });
  });

  afterEach(() => deleteMessages(service));

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const add = (members: object = {}) => anEntryOf(service, serviceId, { providerId, ...members });
  const deliver = () => service.app.get(DeliveryService).deliverNext();
  const messages = () =>
    service.query('select event, status, last_error, appointment_id, waitlist_entry_id from notifications');

  it('says what is offered and until when, in the zone of the provider', async () => {
    await add({ name: 'Mia Keller', email: 'mia.keller@example.com', timeFrom: '10:00' });
    await deliver();
    const { headers } = readMime(mail.last.source);
    expect(mail.last.recipients).toEqual(['mia.keller@example.com']);
    expect(headers['subject']).toBe('Offered: Consultation with Ana Silva, Monday, 23 November 2026, 10:00');
    const text = partOf(readMime(mail.last.source), 'text/plain').body.replaceAll('\r\n', '\n');
    expect(text).toContain('Hello Mia Keller,');
    expect(text).toContain(
      'When:     Monday, 23 November 2026, 10:00 to 10:30 (Central European Time, UTC+01:00)\n',
    );
    expect(text).toContain('Until:    Friday, 20 November 2026, 10:30\n');
    expect(partOf(readMime(mail.last.source), 'text/html').body).toContain('Friday, 20 November 2026, 10:30');
  });

  it('has no calendar entry, which the confirmation brings', async () => {
    const { id } = await add();
    await deliver();
    expect(mail.last.source).not.toMatch(/text\/calendar|\.ics/);
    await service.admin.post(`/waitlist/${id}/accept`);
    await deliver();
    expect(mail.last.source).toMatch(/\.ics/);
  });

  it('is queued with each offer that a worker makes', async () => {
    const closed = { start: MONDAY, end: MONDAY };
    const { body } = await service.admin.post('/closures', closed);
    const { id } = await add();
    expect(await messages()).toEqual([]);
    await service.admin.delete(`/closures/${body.data.id}`);
    await makeOffers(service);
    expect(await messages()).toEqual([
      { event: 'offer', status: 'queued', last_error: null, appointment_id: null, waitlist_entry_id: id },
    ]);
  });

  it('is not sent once the offer has ended', async () => {
    const { id } = await add();
    await service.admin.post(`/waitlist/${id}/decline`);
    await deliver();
    expect(mail.received).toEqual([]);
    expect(await messages()).toMatchObject([{ status: 'failed', last_error: 'The offer has ended' }]);
  });

  it('is not queued for a customer without an address, who is offered the time all the same', async () => {
    const { body } = await service.admin.post('/customers', { firstName: 'Mia' });
    const members = { customerId: body.data.id as number, name: undefined, email: undefined };
    expect((await add(members)).status).toBe('offered');
    expect(await messages()).toEqual([]);
  });

  it('is not queued when NOTIFY_CUSTOMERS is off', async () => {
    const quiet = await startTestService({
      databaseUrl: service.databaseUrl,
      environment: { NOTIFY_CUSTOMERS: 'false' },
    });
    const { status } = await anEntryOf(quiet, serviceId, { providerId });
    await quiet.stop();
    expect([status, await messages()]).toEqual(['offered', []]);
  });

  it('is not among the messages that a caller can request or list', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId);
    const request = await service.admin.post(`/appointments/${id}/notify`, { event: 'offer' });
    expect(request.status).toBe(422);
    await add();
    const { body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect(body.data.map(({ event }: { event: string }) => event)).toEqual(['confirmation']);
  });
});
