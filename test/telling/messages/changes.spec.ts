import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { readCalendar } from '../calendars/support/parsers';
import { MailServer } from './support/mail-server';
import { type MimePart, partOf, readMime } from './support/mime';
import { deleteMessages } from './support/queue';

const MIA = { name: 'Mia Keller', email: 'mia@example.com', phone: '+49 30 901820' };

describe('A message about a change', () => {
  let service: TestService;
  let mail: MailServer;
  let ana: number;
  let ben: number;
  let haircut: number;
  let north: number;
  let south: number;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({ environment: { SMTP_URL: mail.url, SMS: 'webhook' } });
    const { admin } = service;
    ana = await aProvider(admin, { name: 'Ana Silva' });
    ben = await aProvider(admin, { name: 'Ben Moss' });
    haircut = await aService(admin, { name: 'Haircut' });
    north = (await admin.post('/locations', { name: 'Studio North' })).body.data.id;
    south = (await admin.post('/locations', { name: 'Studio South', address: 'Am Park 1' })).body.data.id;
  });

  afterEach(async () => {
    service.clock.set(START);
    await service.query('delete from appointments');
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const book = async (members: object = {}) => {
    const { id } = await anAppointment(service.admin, ana, haircut, { ...MIA, start: '09:00', ...members });
    await deleteMessages(service);
    return id;
  };
  const patch = async (path: string, body: object) => {
    await deleteMessages(service);
    service.clock.advance(1_000);
    expect((await service.admin.patch(path, body)).status).toBe(200);
    return sent();
  };
  const sent = async (): Promise<MimePart> => {
    mail.received.length = 0;
    while (await service.app.get(DeliveryService).deliverNext());
    expect(mail.received).toHaveLength(1);
    return readMime(mail.last.source);
  };
  /** The table of a message, without what it says in brackets. */
  const rowsOf = (message: MimePart) =>
    partOf(message, 'text/plain')
      .body.split('\r\n\r\n')[2]
      ?.split('\r\n')
      .map((line) => line.replaceAll(/ \([^)]*\)/g, ''));
  const textOfSms = async () => {
    const [sms] = await service.query<{ text: string }>(
      `select text from notifications where channel = 'sms' order by id desc limit 1`,
    );
    return sms?.text;
  };

  it('says that another provider comes, and nothing of an earlier move', async () => {
    const id = await book();
    await patch(`/appointments/${id}`, { start: '11:00' });
    const message = await patch(`/appointments/${id}`, { providerId: ben });
    expect(message.headers['subject']).toBe(
      'Changed: Haircut with Ben Moss, Monday, 23 November 2026, 11:00',
    );
    expect(rowsOf(message)).toEqual([
      'What:     Haircut',
      'With:     Ben Moss',
      'Before:   Ana Silva',
      'When:     Monday, 23 November 2026, 11:00 to 11:30',
    ]);
    expect(await textOfSms()).toMatch(/, 11:00 \(Before: with Ana Silva\) /);
  });

  it('says all that one change changes, also that there is no place any more', async () => {
    const id = await book({ locationId: north });
    const change = { start: '10:00', providerId: ben, locationId: null };
    const message = await patch(`/appointments/${id}`, change);
    expect(message.headers['subject']).toMatch(/^Moved: /);
    expect(rowsOf(message)).toEqual([
      'What:     Haircut',
      'With:     Ben Moss',
      'Before:   Ana Silva',
      'When:     Monday, 23 November 2026, 10:00 to 10:30',
      'Before:   Monday, 23 November 2026, 09:00 to 09:30',
      'Where:    –',
      'Before:   Studio North',
    ]);
  });

  it('names the new place as an SMS, too', async () => {
    const id = await book({ locationId: north });
    await patch(`/appointments/${id}`, { locationId: south });
    expect(await textOfSms()).toMatch(
      /^Appointments: Changed: .*, 09:00, Where: Studio South, Am Park 1 \(Before: Studio North\) /,
    );
  });

  it.each([
    ['confirms it', 'pending', 'confirmed', 'Your appointment is confirmed.'],
    ['takes the confirmation back', 'confirmed', 'pending', 'is booked, and yet to be confirmed.'],
  ])('says so where the change also %s', async (_what, before, status, sentence) => {
    const id = await book({ status: before });
    const message = await patch(`/appointments/${id}`, { start: '10:00', status });
    expect(partOf(message, 'text/plain').body).toMatch(/has been moved\. .*/);
    expect(partOf(message, 'text/plain').body).toContain(sentence);
  });

  it('tells of a cancellation what was agreed, where the change moves it as well', async () => {
    const id = await book({ locationId: north });
    const change = { status: 'cancelled', start: '15:00', providerId: ben, locationId: south };
    expect(rowsOf(await patch(`/appointments/${id}`, change))).toEqual([
      'What:     Haircut',
      'With:     Ana Silva',
      'When:     Monday, 23 November 2026, 09:00 to 09:30',
      'Where:    Studio North',
    ]);
  });

  it('tells the last change again when it is requested by hand', async () => {
    const id = await book();
    await patch(`/appointments/${id}`, { start: '11:00' });
    await patch(`/appointments/${id}`, { providerId: ben });
    await service.admin.patch(`/appointments/${id}`, { notes: 'Wet hair' });
    await deleteMessages(service);
    await service.admin.post(`/appointments/${id}/notify`, { event: 'reschedule' });
    const rows = rowsOf(await sent());
    expect(rows?.slice(1, 3)).toEqual(['With:     Ben Moss', 'Before:   Ana Silva']);
    expect(rows).toHaveLength(4);
  });

  it('marks what a change of a visit cancels and adds', async () => {
    const item = (providerId: number) => ({ serviceId: haircut, providerId });
    const visit = { ...MIA, date: MONDAY, start: '09:00', items: [item(ana), item(ben)] };
    const { id } = (await service.admin.post('/visits', visit)).body.data as { id: number };
    const shorter = await patch(`/visits/${id}`, { items: [item(ana)] });
    expect(shorter.headers['subject']).toMatch(/^Changed: Haircut with Ana Silva, .* and 1 more$/);
    expect(rowsOf(shorter)?.slice(1)).toEqual([
      'When:     Monday, 23 November 2026, 09:00 to 09:30: with Ana Silva',
      '          Cancelled: Monday, 23 November 2026, 09:30 to 10:00: with Ben Moss',
    ]);
    const longer = await patch(`/visits/${id}`, { items: [item(ana), item(ana)] });
    expect(rowsOf(longer)?.slice(2)).toEqual([
      'When:     Monday, 23 November 2026, 09:00 to 09:30',
      '          Booked: Monday, 23 November 2026, 09:30 to 10:00',
    ]);
  });

  it('begins with what is left of a visit, not with what the change cancels', async () => {
    const item = (providerId: number) => ({ serviceId: haircut, providerId });
    const visit = { ...MIA, date: MONDAY, start: '09:00', items: [item(ana), item(ben)] };
    const { id } = (await service.admin.post('/visits', visit)).body.data as { id: number };
    const moved = await patch(`/visits/${id}`, { start: '14:00', items: [item(ana)] });
    expect(moved.headers['subject']).toMatch(/Haircut with Ana Silva, .*14:00.* and 1 more$/);
  });

  describe('or about several appointments', () => {
    const roster = (days: readonly string[], locationId: number) =>
      days.map((day) => ({ day, start: '09:00', end: '17:00', locationId }));
    const aSeries = async (members: object = {}) => {
      const cem = await aProvider(service.admin, {
        name: 'Cem Kaya',
        schedule: [...roster(['monday', 'wednesday'], north), ...roster(['tuesday'], south)],
      });
      const body = { ...MIA, providerId: cem, serviceId: haircut, date: MONDAY, start: '09:00' };
      await deleteMessages(service);
      return service.admin.post('/series', { ...body, rrule: 'FREQ=DAILY;COUNT=3', ...members });
    };

    it('names the place of each where they are at several', async () => {
      await aSeries();
      const message = await sent();
      expect(rowsOf(message)).toEqual([
        'What:     Haircut',
        'With:     Cem Kaya',
        'When:     Monday, 23 November 2026, 09:00 to 09:30: Studio North',
        '          Tuesday, 24 November 2026, 09:00 to 09:30: Studio South, Am Park 1',
        '          Wednesday, 25 November 2026, 09:00 to 09:30: Studio North',
      ]);
    });

    it('names the places of a visit beside its parts, in its calendar entry, too', async () => {
      const [dee, eva] = [
        await aProvider(service.admin, { name: 'Dee Park', schedule: roster(['monday'], north) }),
        await aProvider(service.admin, { name: 'Eva Lund', schedule: roster(['monday'], south) }),
      ];
      await deleteMessages(service);
      const items = [dee, eva].map((providerId) => ({ serviceId: haircut, providerId }));
      await service.admin.post('/visits', { ...MIA, date: MONDAY, start: '09:00', items });
      const message = await sent();
      expect(rowsOf(message)?.slice(1)).toEqual([
        'When:     Monday, 23 November 2026, 09:00 to 09:30: with Dee Park, Studio North',
        '          Monday, 23 November 2026, 09:30 to 10:00: with Eva Lund, Studio South, Am Park 1',
      ]);
      const [event] = readCalendar(partOf(message, 'text/calendar').body);
      expect(event).toMatchObject({ location: 'Studio North; Studio South, Am Park 1' });
      expect(event?.description).toMatch(/Dee Park, Studio North\n.*Eva Lund, Studio South, Am Park 1$/);
    });

    it('says in an SMS what is so of the first of them before how many more there are', async () => {
      const series = await aSeries({ providerId: ana });
      await patch(`/series/${series.body.data.id}`, { providerId: ben });
      expect(await textOfSms()).toMatch(
        /^.*: Changed: Haircut with Ben Moss, .*, 09:00 \(Before: with Ana Silva\) and 2 more /,
      );
    });

    it('gives the providers before beside each where they were several', async () => {
      const series = await aSeries();
      const [, second] = series.body.data.appointments as { id: number }[];
      await patch(`/appointments/${second?.id}`, { providerId: ana, ignoreSchedule: true });
      const message = await patch(`/series/${series.body.data.id}`, { start: '10:00', serviceId: haircut });
      expect(rowsOf(message)?.slice(1, 5)).toEqual([
        'When:     Monday, 23 November 2026, 10:00 to 10:30: with Cem Kaya, Studio North',
        'Before:   Monday, 23 November 2026, 09:00 to 09:30',
        'When:     Tuesday, 24 November 2026, 10:00 to 10:30: with Ana Silva, Studio South, Am Park 1',
        'Before:   Tuesday, 24 November 2026, 09:00 to 09:30',
      ]);
    });
  });
});
