import ICAL from 'ical.js';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { MailServer } from './support/mail-server';
import { type MimePart, partOf, partsOf, readMime } from './support/mime';
import { readCalendar } from '../calendars/support/parsers';

describe('The e-mail about a series', () => {
  let service: TestService;
  let mail: MailServer;
  let series: { id: number; appointments: { id: number }[] };

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: { SMTP_URL: mail.url, MAIL_FROM: 'Salon <hello@salon.example>' },
    });
  });

  beforeEach(async () => {
    await service.query('delete from notifications');
    await service.query('delete from pgboss.job');
    series = await aSeries();
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const aSeries = async (members: object = {}) => {
    const answer = await service.admin.post('/series', {
      ...{ name: 'Mia Keller', email: 'mia.keller@example.com' },
      providerId: await aProvider(service.admin, { name: 'Ana Silva', timezone: 'Europe/Berlin' }),
      serviceId: await aService(service.admin),
      ...{ date: '2026-12-01', start: '10:15', rrule: 'FREQ=WEEKLY;COUNT=3' },
      ...members,
    });
    expect(answer.status).toBe(201);
    return answer.body.data as { id: number; appointments: { id: number }[] };
  };
  const change = (members: object) => {
    service.clock.advance(1_000);
    return service.admin.patch(`/series/${series.id}`, members);
  };
  const deliver = async (): Promise<MimePart> => {
    await service.app.get(DeliveryService).deliverNext();
    return readMime(mail.last.source);
  };
  /** All messages that wait, in the order of queueing. */
  const queued = () =>
    service.query('select event, appointment_id as "appointmentId" from notifications order by id');
  /** The calendar parts, read by two parsers. */
  const entriesIn = (message: MimePart) =>
    partsOf(message, 'text/calendar').map(({ headers, body }) => {
      const [event, ...others] = readCalendar(body);
      expect(others).toEqual([]);
      const calendar = new ICAL.Component(ICAL.parse(body) as object[]);
      const attendees = calendar.getFirstSubcomponent('vevent')?.getAllProperties('attendee') ?? [];
      return {
        parameter: /method=(\w+)/.exec(headers['content-type'] ?? '')?.[1],
        method: calendar.getFirstPropertyValue('method'),
        uid: event?.uid.split('@')[0],
        start: event?.start,
        status: event?.status,
        sequence: event?.sequence,
        attendees: attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
      };
    });
  const entries = (method: string, status: string, sequence: number, hour = '09:15') =>
    series.appointments.map(({ id }, i) => ({
      ...{ parameter: method, method, uid: `appointment-${id}`, status, sequence },
      start: `2026-12-${['01', '08', '15'][i]}T${hour}:00.000Z`,
      attendees: ['mailto:mia.keller@example.com'],
    }));

  it('is one for all appointments', async () => {
    expect(await queued()).toEqual([{ event: 'confirmation', appointmentId: series.appointments[0]?.id }]);
  });

  it('lists the time of every appointment', async () => {
    const message = await deliver();
    expect(message.headers['subject']).toBe(
      'Confirmed: Consultation with Ana Silva, Tuesday, 1 December 2026, 10:15 and 2 more',
    );
    expect(partOf(message, 'text/plain').body).toBe(
      [
        'Hello Mia Keller,',
        '',
        'Your appointments are confirmed.',
        '',
        'What:     Consultation',
        'With:     Ana Silva',
        'When:     Tuesday, 1 December 2026, 10:15 to 10:45 (Central European Time, UTC+01:00)',
        '          Tuesday, 8 December 2026, 10:15 to 10:45 (Central European Time, UTC+01:00)',
        '          Tuesday, 15 December 2026, 10:15 to 10:45 (Central European Time, UTC+01:00)',
        '',
        'Kind regards',
        'Salon',
        '',
      ].join('\r\n'),
    );
    expect(partOf(message, 'text/html').body).toContain('15 December 2026');
  });

  it('has a calendar part for each appointment, which creates, moves and takes back its entry', async () => {
    expect(entriesIn(await deliver())).toEqual(entries('REQUEST', 'CONFIRMED', 0));
    await change({ start: '16:00' });
    expect(entriesIn(await deliver())).toEqual(entries('REQUEST', 'CONFIRMED', 1, '15:00'));
    await change({ status: 'cancelled' });
    expect(entriesIn(await deliver())).toEqual(entries('CANCEL', 'CANCELLED', 2, '15:00'));
  });

  it('says that the appointments were moved, and to when', async () => {
    await deliver();
    await change({ start: '16:00' });
    const message = await deliver();
    expect(partOf(message, 'text/plain').body).toContain('Your appointments have been moved.');
    expect(partOf(message, 'text/plain').body).toContain('15 December 2026, 16:00 to 16:30');
    expect(await queued()).toHaveLength(2);
  });

  it('says that the appointments were cancelled', async () => {
    await deliver();
    await change({ status: 'cancelled' });
    const message = await deliver();
    expect(message.headers['subject']).toMatch(/^Cancelled: .* and 2 more$/);
    expect(entriesIn(message).map(({ status }) => status)).toEqual(Array(3).fill('CANCELLED'));
    expect(await queued()).toHaveLength(2);
  });

  it.each([
    ['moved', { start: '16:00' }, 'Moved'],
    ['cancelled', { status: 'cancelled' }, 'Cancelled'],
  ])('goes to each customer about the own appointments when they are %s', async (_what, members, subject) => {
    const customer = { firstName: 'Tom', email: `tom-${subject}@example.com` };
    const { id: customerId } = (await service.admin.post('/customers', customer)).body.data;
    const [first, given, last] = series.appointments;
    await service.admin.patch(`/appointments/${given?.id}`, { customerId });
    // Booked, taken from Mia, and given to Tom.
    for (let sent = 0; sent < 3; sent++) await deliver();
    await change(members);
    const uids: Record<string, unknown> = {};
    for (const message of [await deliver(), await deliver()]) {
      expect(message.headers['subject']).toMatch(subject);
      uids[message.headers['to'] ?? ''] = entriesIn(message).map(({ uid }) => uid);
    }
    expect(uids).toEqual({
      'Mia Keller <mia.keller@example.com>': [`appointment-${first?.id}`, `appointment-${last?.id}`],
      [`Tom <${customer.email}>`]: [`appointment-${given?.id}`],
    });
  });

  it('is that of a single appointment when there is just one', async () => {
    await deliver();
    await change({ fromAppointmentId: series.appointments[2]?.id, status: 'cancelled' });
    const message = await deliver();
    expect(message.headers['subject']).toMatch(/^Cancelled: .*, 15 December 2026, 10:15$/);
    expect(entriesIn(message)).toMatchObject([
      { method: 'CANCEL', uid: `appointment-${series.appointments[2]?.id}` },
    ]);
  });

  it('says of booked appointments that they are yet to be confirmed', async () => {
    await deliver();
    series = await aSeries({ status: 'pending' });
    expect(partOf(await deliver(), 'text/plain').body).toContain('Your appointments are booked, and yet to');
  });

  it('is not queued for notes', async () => {
    await change({ notes: 'Bring a towel' });
    expect(await queued()).toHaveLength(1);
  });
});
