import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { makeOffers } from '../../support/waiting';
import { MailServer } from './support/mail-server';
import { partOf, readMime } from './support/mime';
import { deleteMessages } from './support/queue';

describe('A message', () => {
  let service: TestService;
  let mail: MailServer;
  let provider: number;
  let consultation: number;
  let minute = 9 * 60;
  let customers = 0;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'hello@salon.example',
        BUSINESS_LANGUAGE: 'fr',
        BUSINESS_NAME: 'Salon Ñandú & Co',
        BUSINESS_ADDRESS: 'Lindenstraße 14, 10969 Berlin',
        BUSINESS_PHONE: '+49 30 901820',
        BUSINESS_EMAIL: 'ask@salon.example',
      },
    });
    provider = await aProvider(service.admin, { name: 'Ana Silva', timezone: 'Europe/Berlin' });
    consultation = await aService(service.admin, { durationMin: 5 });
  });

  beforeEach(() => deleteMessages(service));

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const aCustomer = async (members: object) => {
    customers++;
    const email = `customer-${customers}@example.com`;
    const { body } = await service.admin.post('/customers', { name: 'Mia Keller', email, ...members });
    return body.data.id as number;
  };
  /** Books the next five minutes of a new customer. */
  const book = async (customer: object, booking: object = {}) => {
    const start = new Date(minute * 60_000).toISOString().slice(11, 16);
    minute += 5;
    const { body } = await service.admin.post('/appointments', {
      ...{ providerId: provider, serviceId: consultation, date: MONDAY, start },
      customerId: await aCustomer(customer),
      ...booking,
    });
    return body.data.id as number;
  };
  const deliver = async () => {
    expect(await service.app.get(DeliveryService).deliverNext()).toBe(true);
    const message = readMime(mail.last.source);
    const [text, html] = ['text/plain', 'text/html'].map((type) => partOf(message, type).body);
    return { subject: message.headers['subject'] ?? '', text: text ?? '', html: html ?? '', message };
  };

  it('is in the language of the business for a customer who has none, and ends with how to reach the business', async () => {
    const { manageUrl } = (await service.admin.get(`/appointments/${await book({})}`)).body.data;
    const { subject, text, html } = await deliver();
    expect(subject).toBe(
      'Rendez-vous confirmé\u00a0: Consultation avec Ana Silva, lundi 23 novembre 2026 à 09:00',
    );
    expect(text).toBe(
      [
        'Bonjour Mia Keller,',
        '',
        'Votre rendez-vous est confirmé.',
        '',
        'Prestation\u00a0: Consultation',
        'Avec\u00a0:       Ana Silva',
        'Quand\u00a0:      lundi 23 novembre 2026, de 09:00 à 09:05 (heure d’Europe centrale, UTC+01:00)',
        '',
        'Voir, déplacer ou annuler en ligne',
        manageUrl,
        '',
        'Cordialement',
        'Salon Ñandú & Co',
        'Lindenstraße 14, 10969 Berlin',
        '+49 30 901820',
        'ask@salon.example',
        '',
      ].join('\r\n'),
    );
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('Salon Ñandú &amp; Co');
  });

  it('has its text part first, then HTML, then the calendar', async () => {
    await book({});
    const { message } = await deliver();
    const alternatives = message.parts.find(({ type }) => type === 'multipart/alternative');
    expect(alternatives?.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'text/calendar']);
  });

  it.each([
    ['de', 'Bestätigt: Consultation bei Ana Silva, Montag, 23. November 2026, '],
    ['nl-BE', 'Bevestigd: Consultation bij Ana Silva, maandag 23 november 2026 om '],
    ['sr-Latn', 'Rendez-vous confirmé\u00a0: Consultation avec Ana Silva, '],
  ])('is in the language of a customer who has %s, or one that the service has', async (language, start) => {
    await book({ language });
    const { subject } = await deliver();
    expect(subject.slice(0, start.length)).toBe(start);
  });

  it('is in the language that the booking gives, and so is one that is queued later', async () => {
    const id = await book({ language: 'de' }, { attendeeLanguage: 'es' });
    expect((await deliver()).text).toContain('Su cita está confirmada.');
    await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
    expect((await deliver()).text).toContain('Su cita ha sido cancelada.');
  });

  it('tells the time on the customer’s clock, too, where that reads otherwise', async () => {
    await book({ language: 'en', timezone: 'Africa/Lagos' });
    expect((await deliver()).text).not.toContain('Your time:');
    await book({ language: 'en', timezone: 'Africa/Lagos' }, { attendeeTimezone: 'Asia/Tokyo' });
    const { text, html } = await deliver();
    const when = 'Monday, 23 November 2026, 17:35 to 17:40 (Japan Standard Time, UTC+09:00)';
    expect(text).toContain(`\r\nYour time: ${when}\r\n`);
    expect(html).toContain(`>${when}</td>`);
    expect(html).toContain('>Your time</th>');
  });

  it('about a move tells the old time', async () => {
    const id = await book({ language: 'en' });
    const { text } = await deliver();
    const [, when = ''] = /When: +(.*)\r\n/.exec(text) ?? [];
    await service.admin.patch(`/appointments/${id}`, { start: '16:00' });
    const moved = await deliver();
    expect(moved.text).toContain(`\r\nBefore:   ${when}\r\n`);
    await service.admin.patch(`/appointments/${id}`, { start: '16:30' });
    expect((await deliver()).text).toContain('\r\nBefore:   Monday, 23 November 2026, 16:00 to 16:05 (');
  });

  it('about a series is in one language, tells how many appointments there are, and from when each was moved', async () => {
    const { body } = await service.admin.post('/series', {
      ...{ providerId: provider, serviceId: consultation, date: MONDAY, start: '13:00' },
      ...{ customerId: await aCustomer({}), rrule: 'FREQ=WEEKLY;COUNT=3', attendeeLanguage: 'it' },
    });
    expect((await deliver()).subject).toMatch(/, lunedì 23 novembre 2026, ore 13:00 e altri 2 appuntamenti$/);
    await service.admin.patch(`/series/${body.data.id}`, { start: '14:00' });
    const { text } = await deliver();
    const times = [...text.matchAll(/(\d+ \w+) 2026, dalle (\d\d:\d\d)/g)].map(([, day, time]) => [
      day,
      time,
    ]);
    expect(times).toEqual([
      ['23 novembre', '14:00'],
      ['23 novembre', '13:00'],
      ['30 novembre', '14:00'],
      ['30 novembre', '13:00'],
      ['7 dicembre', '14:00'],
      ['7 dicembre', '13:00'],
    ]);
  });

  it('about one appointment more has the singular', async () => {
    await service.admin.post('/series', {
      ...{ providerId: provider, serviceId: consultation, date: MONDAY, start: '15:00' },
      ...{ customerId: await aCustomer({}), rrule: 'FREQ=WEEKLY;COUNT=2', attendeeLanguage: 'de' },
    });
    expect((await deliver()).subject).toMatch(/ und 1 weiterer Termin$/);
  });

  it('about an offer is in the language of the customer, with both clocks', async () => {
    await service.admin.post('/waitlist', {
      ...{ serviceId: consultation, from: MONDAY, to: MONDAY },
      customerId: await aCustomer({ language: 'pt', timezone: 'Atlantic/Azores' }),
    });
    await makeOffers(service);
    const { subject, text } = await deliver();
    expect(subject).toMatch(
      /^Horário disponível: Consultation com Ana Silva, segunda-feira, 23 de novembro de 2026/,
    );
    expect(text.match(/A sua hora local: /g)).toHaveLength(2);
  });
});
