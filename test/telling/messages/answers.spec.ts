import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { MailServer } from './support/mail-server';
import { partOf, readMime } from './support/mime';

const QUESTIONS = [
  { key: 'allergies', label: 'Allergies?', labels: { de: 'Allergien?', 'de-AT': 'Allergie?' }, type: 'text' },
  { key: 'dogs', label: 'Dogs', labels: { de: 'Hunde' }, type: 'number' },
  { key: 'first', label: 'First visit?', type: 'boolean' },
  { key: 'since', label: 'Since', labels: { de: 'Seit' }, type: 'date' },
];
const ANSWERS = { since: '2026-10-01', allergies: '<b>Nuts</b>\n& "milk"', first: true, dogs: 1_234.5 };
const MIA = {
  ...{ name: 'Mia Keller', email: 'mia@example.com', attendeeLanguage: 'en' },
  ...{ date: '2026-12-01', start: '10:00' },
};

describe('What a customer answered', () => {
  let service: TestService;
  let mail: MailServer;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: { SMTP_URL: mail.url, MAIL_FROM: 'hello@salon.example' },
    });
    serviceId = await aService(service.admin, { questions: QUESTIONS });
  });

  beforeEach(async () => {
    mail.received.length = 0;
    providerId = await aProvider(service.admin);
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const booked = async (path: string, members: object) => {
    const body = { ...MIA, ...members };
    const { status, body: answer } = await service.admin.post(path, body);
    expect(status).toBe(201);
    return answer.data as { id: number; appointments?: { id: number }[] };
  };
  const sent = async () => {
    while (await service.app.get(DeliveryService).deliverNext());
    return mail.received.map(({ source }) => readMime(source));
  };
  const textsOf = async (type: string) => (await sent()).map((each) => partOf(each, type).body);

  it('is in the confirmation, with the labels and the forms of the reader', async () => {
    await booked('/appointments', { providerId, serviceId, answers: ANSWERS, attendeeLanguage: 'de-DE' });
    const [text] = await textsOf('text/plain');
    expect(text).toContain(
      [
        'Allergien?   <b>Nuts</b> & "milk"',
        'Hunde:       1.234,5',
        'First visit? Ja',
        'Seit:        1. Oktober 2026',
      ].join('\r\n'),
    );
  });

  it('has the label of the variant of a language where there is one', async () => {
    await booked('/appointments', { providerId, serviceId, answers: ANSWERS, attendeeLanguage: 'de-AT' });
    expect((await textsOf('text/plain'))[0]).toContain('Allergie?    <b>');
  });

  it('is escaped in HTML', async () => {
    await booked('/appointments', { providerId, serviceId, answers: ANSWERS });
    const [html] = await textsOf('text/html');
    expect(html).toContain('&lt;b&gt;Nuts&lt;&#x2F;b&gt; &amp; &quot;milk&quot;');
    expect(html).not.toContain('<b>');
  });

  it('stands above its answer where it is long, and leaves the other columns as they are', async () => {
    const label = 'Is there anything else that we should know before you come?';
    const other = await aService(service.admin, { questions: [{ key: 'else', label, type: 'text' }] });
    await booked('/appointments', { providerId, serviceId: other, answers: { else: 'No' } });
    const [text] = await textsOf('text/plain');
    expect(text).toContain(`With:     Provider`);
    expect(text).toContain(`\r\n${label}\r\n          No\r\n`);
  });

  it('stands beside each appointment of a visit, unless all have the same', async () => {
    const visitWith = async (answers: readonly string[], start: string) => {
      const items = answers.map((allergies) => ({ serviceId, providerId, answers: { allergies } }));
      await booked('/visits', { items, start });
    };
    await visitWith(['One', 'Two'], '10:00');
    await visitWith(['Three', 'Three'], '13:00');
    const [apart, together] = await textsOf('text/plain');
    expect(apart).toMatch(/10:00 to .*\r\nAllergies\? One\r\nWhen: .*10:30 to .*\r\nAllergies\? Two\r\n/);
    expect(together?.match(/Allergies\? .*(?=\r)/g)).toEqual(['Allergies? Three']);
  });

  it('is told once of a series, unless an occurrence has others by the time it is confirmed', async () => {
    const rule = { providerId, serviceId, rrule: 'FREQ=WEEKLY;COUNT=3', status: 'pending' };
    const { id, appointments } = await booked('/series', { ...rule, answers: { allergies: 'Three' } });
    const [once] = await textsOf('text/plain');
    expect(once?.match(/Allergies\? .*(?=\r)/g)).toEqual(['Allergies? Three']);
    mail.received.length = 0;
    service.clock.advance(1_000);
    await service.admin.patch(`/appointments/${appointments?.[1]?.id}`, { answers: { allergies: null } });
    await service.admin.patch(`/series/${id}`, { status: 'confirmed' });
    const [apart] = await textsOf('text/plain');
    expect(apart).toMatch(
      /1 December .*\r\nAllergies\? Three\r\nWhen: .*8 December .*\r\n +.*15 December .*\r\nAllergies\? Three\r\n/,
    );
  });

  it('is in no other message, and is not told to another customer', async () => {
    const { id } = await booked('/appointments', { providerId, serviceId, answers: ANSWERS });
    await sent();
    mail.received.length = 0;
    service.clock.advance(1_000);
    await service.admin.patch(`/appointments/${id}`, { start: '12:00' });
    const tom = await service.admin.post('/customers', { firstName: 'Tom', email: `tom-${id}@example.com` });
    await service.admin.patch(`/appointments/${id}`, { customerId: tom.body.data.id });
    const texts = await textsOf('text/plain');
    expect(texts).toHaveLength(3);
    expect(texts.filter((text) => text.includes('Nuts'))).toEqual([]);
  });
});
