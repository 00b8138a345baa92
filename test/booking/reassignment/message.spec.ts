import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { MailServer } from '../../telling/messages/support/mail-server';
import { partsOf, readMime } from '../../telling/messages/support/mime';

describe('The e-mail about appointments that an absence changes', () => {
  let service: TestService;
  let mail: MailServer;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: { SMTP_URL: mail.url, MAIL_FROM: 'Salon <hello@salon.example>' },
    });
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  it('has the message of the staff, and keeps a series and an appointment alone in entries of their own', async () => {
    const { admin } = service;
    const [mara, ben] = [await aProvider(admin), await aProvider(admin)];
    const serviceId = await aService(admin, { providerIds: [mara, ben] });
    const where = { name: 'Mia Keller', email: 'mia@example.com', providerId: mara, serviceId, date: MONDAY };
    const rule = { start: '09:00', rrule: 'FREQ=DAILY;COUNT=2' };
    const series = await admin.post('/series', { ...where, ...rule });
    const alone = await admin.post('/appointments', { ...where, start: '11:00' });
    await service.query('delete from notifications');
    await service.query('delete from pgboss.job');
    const absence = { start: MONDAY, end: '2026-11-24', appointments: 'reassign', message: 'Mara is ill.' };
    await admin.post(`/providers/${mara}/time-off`, absence);
    await service.app.get(DeliveryService).deliverNext();
    const message = readMime(mail.last.source);
    expect(partsOf(message, 'text/plain')[0]?.body).toContain('Mara is ill.');
    const entries = partsOf(message, 'text/calendar').map(({ body }) => body);
    const uidsIn = (text: string) => [...text.matchAll(/^UID:([^@]+)@/gm)].map(([, uid]) => uid);
    expect(new Set(entries.map((text) => uidsIn(text).join()))).toEqual(
      new Set([`series-${series.body.data.id}`, `appointment-${alone.body.data.id}`]),
    );
  });
});
