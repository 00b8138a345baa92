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
  let series: { id: number; manageUrl: string; appointments: { id: number }[] };

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
    return answer.body.data as { id: number; manageUrl: string; appointments: { id: number }[] };
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
  const objectIn = (message: MimePart) => {
    const [part, ...others] = partsOf(message, 'text/calendar');
    expect(others).toEqual([]);
    return (part?.body ?? '').replaceAll('\r\n ', '');
  };
  /** What identifies each event, and when it is. */
  const eventsIn = (message: MimePart) => {
    const calendar = new ICAL.Component(ICAL.parse(objectIn(message)) as object[]);
    const valueOf = (event: ICAL.Component, name: string) => event.getFirstPropertyValue(name)?.toString();
    return calendar.getAllSubcomponents('vevent').map((event) => ({
      method: calendar.getFirstPropertyValue('method'),
      uid: valueOf(event, 'uid')?.split('@')[0],
      sequence: valueOf(event, 'sequence'),
      status: valueOf(event, 'status'),
      start: valueOf(event, 'dtstart'),
      rule: valueOf(event, 'rrule'),
      occurrence: valueOf(event, 'recurrence-id'),
    }));
  };
  const rule = { rule: 'FREQ=WEEKLY;COUNT=3', occurrence: undefined };
  const uid = () => `series-${series.id}`;
  const move = (nth: number, members: object) => {
    service.clock.advance(1_000);
    return service.admin.patch(`/appointments/${series.appointments[nth]?.id}`, members);
  };

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
        'See, move or cancel online',
        series.manageUrl,
        '',
        'Kind regards',
        'Salon',
        '',
      ].join('\r\n'),
    );
    expect(partOf(message, 'text/html').body).toContain('15 December 2026');
  });

  it('has one calendar object, which creates, moves and takes back the series', async () => {
    const made = { uid: uid(), status: 'CONFIRMED', ...rule };
    const message = await deliver();
    expect(eventsIn(message)).toEqual([
      { ...made, method: 'REQUEST', sequence: '0', start: '2026-12-01T10:15:00' },
    ]);
    expect(objectIn(message)).toContain('\r\nDTSTART;TZID=Europe/Berlin:20261201T101500\r\n');
    expect(objectIn(message)).toContain('\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n');
    await change({ start: '16:00' });
    expect(eventsIn(await deliver())).toEqual([
      { ...made, method: 'REQUEST', sequence: '1', start: '2026-12-01T16:00:00' },
    ]);
    await change({ status: 'cancelled' });
    const taken = { ...made, status: 'CANCELLED', method: 'CANCEL', sequence: '2' };
    expect(eventsIn(await deliver())).toEqual([{ ...taken, start: '2026-12-01T16:00:00' }]);
  });

  it('has the object as an alternative to its texts, with the method, and as an attachment', async () => {
    const message = await deliver();
    const { headers, body } = partOf(message, 'text/calendar');
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8; method=REQUEST');
    const alternatives = partOf(message, 'multipart/alternative').parts.map(({ type }) => type);
    expect(alternatives).toEqual(['text/plain', 'text/html', 'text/calendar']);
    const attachment = partOf(message, 'application/ics');
    expect(attachment.headers['content-disposition']).toBe('attachment; filename=invite.ics');
    expect(attachment.body).toBe(body);
  });

  it('names a single occurrence that was moved, moved again and cancelled by its time in the rule', async () => {
    await deliver();
    const second = { uid: uid(), rule: undefined, occurrence: '2026-12-08T10:15:00' };
    await move(1, { date: '2026-12-09', start: '11:00' });
    expect(eventsIn(await deliver())).toEqual([
      { ...second, method: 'REQUEST', status: 'CONFIRMED', sequence: '1', start: '2026-12-09T11:00:00' },
    ]);
    await move(1, { start: '12:00' });
    expect(eventsIn(await deliver())).toMatchObject([
      { ...second, sequence: '2', start: '2026-12-09T12:00:00' },
    ]);
    await move(1, { status: 'cancelled' });
    expect(eventsIn(await deliver())).toMatchObject([
      { ...second, method: 'CANCEL', status: 'CANCELLED', sequence: '3' },
    ]);
  });

  it('names what differs beside the rule, and excludes the dates on which nothing takes place', async () => {
    await deliver();
    await move(1, { start: '11:00' });
    await move(2, { status: 'cancelled' });
    await deliver();
    await deliver();
    await change({ start: '16:00' });
    const message = await deliver();
    expect(eventsIn(message)).toMatchObject([
      { uid: uid(), start: '2026-12-01T16:00:00', ...rule },
      { uid: uid(), start: '2026-12-08T11:00:00', rule: undefined, occurrence: '2026-12-08T16:00:00' },
    ]);
    expect(objectIn(message)).toContain('\r\nEXDATE;TZID=Europe/Berlin:20261215T160000\r\n');
  });

  it('excludes the dates of exceptions from the beginning', async () => {
    await deliver();
    series = await aSeries({ exdates: ['2026-12-08'] });
    expect(objectIn(await deliver())).toContain('\r\nEXDATE;TZID=Europe/Berlin:20261208T101500\r\n');
  });

  it('keeps a calendar part for each appointment of a series that a version before has booked', async () => {
    await deliver();
    await service.query('update series set first_start = null where id = $1', [series.id]);
    await change({ start: '16:00' });
    const parts = partsOf(await deliver(), 'text/calendar').map(({ headers, body }) => {
      expect(headers['content-type']).toMatch(/^text\/calendar; charset=utf-8; method=REQUEST;/);
      return readCalendar(body).map((event) => [event.uid.split('@')[0], event.start]);
    });
    expect(parts).toEqual(
      ['01', '08', '15'].map((day, i) => [
        [`appointment-${series.appointments[i]?.id}`, `2026-12-${day}T15:00:00.000Z`],
      ]),
    );
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
    expect(eventsIn(message)).toMatchObject([{ method: 'CANCEL', status: 'CANCELLED' }]);
    expect(await queued()).toHaveLength(2);
  });

  it.each([
    ['moved', { start: '16:00' }, 'Moved'],
    ['cancelled', { status: 'cancelled' }, 'Cancelled'],
  ])('goes to each customer about the own appointments when they are %s', async (_what, members, subject) => {
    const customer = { firstName: 'Tom', email: `tom-${subject}@example.com` };
    const { id: customerId } = (await service.admin.post('/customers', customer)).body.data;
    const [, given] = series.appointments;
    await service.admin.patch(`/appointments/${given?.id}`, { customerId });
    // Booked, taken from Mia, and given to Tom.
    for (let sent = 0; sent < 3; sent++) await deliver();
    await change(members);
    const told: Record<string, unknown> = {};
    for (const message of [await deliver(), await deliver()]) {
      expect(message.headers['subject']).toMatch(subject);
      expect(eventsIn(message)).toMatchObject([{ uid: uid(), ...rule }]);
      const ofOthers = /(?<=^EXDATE;TZID=Europe\/Berlin:).*(?=\r)/m.exec(objectIn(message))?.[0];
      told[message.headers['to'] ?? ''] = ofOthers;
    }
    const time = subject === 'Moved' ? '160000' : '101500';
    expect(told).toEqual({
      'Mia Keller <mia.keller@example.com>': `20261208T${time}`,
      [`Tom <${customer.email}>`]: `20261201T${time},20261215T${time}`,
    });
  });

  it('is that of a single appointment when there is just one', async () => {
    await deliver();
    await change({ fromAppointmentId: series.appointments[2]?.id, status: 'cancelled' });
    const message = await deliver();
    expect(message.headers['subject']).toMatch(/^Cancelled: .*, 15 December 2026, 10:15$/);
    expect(eventsIn(message)).toMatchObject([
      { method: 'CANCEL', uid: uid(), occurrence: '2026-12-15T10:15:00', rule: undefined },
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
