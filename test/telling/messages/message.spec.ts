import ICAL from 'ical.js';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { startTestService, type TestService } from '../../support/test-service';
import { aBook, type Book } from './support/booking';
import { MailServer } from './support/mail-server';
import { type MimePart, partOf, readMime } from './support/mime';

describe('An e-mail to a customer', () => {
  let service: TestService;
  let mail: MailServer;
  let book: Book;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'Salon Ñandú <hello@salon.example>',
        NOTIFY_CUSTOMERS: 'false',
      },
    });
    book = await aBook(service, { name: 'Ana Silva' });
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const queue = (id: number, event?: string) => service.admin.post(`/appointments/${id}/notify`, { event });
  const deliver = async (): Promise<MimePart> => {
    await service.app.get(DeliveryService).deliverNext();
    return readMime(mail.last.source);
  };
  const send = async (id: number, event?: string) => {
    await queue(id, event);
    return deliver();
  };
  const eventOf = (message: MimePart) => {
    const calendar = new ICAL.Component(ICAL.parse(partOf(message, 'text/calendar').body) as object[]);
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    return { method: calendar.getFirstPropertyValue('method'), event };
  };

  it('is sent from MAIL_FROM to the customer', async () => {
    const { id } = await book({ name: 'Mia Keller', email: 'mia.keller@example.com' });
    const { headers } = await send(id);
    expect(mail.last).toMatchObject({
      sender: 'hello@salon.example',
      recipients: ['mia.keller@example.com'],
    });
    expect(headers).toMatchObject({
      from: 'Salon Ñandú <hello@salon.example>',
      to: 'Mia Keller <mia.keller@example.com>',
      date: 'Fri, 20 Nov 2026 08:00:00 +0000',
      'auto-submitted': 'auto-generated',
    });
  });

  it('lists service, provider and time in plain text, in the time zone of the provider', async () => {
    const { id } = await book({ name: 'Mia Keller', date: '2026-12-01', start: '10:15' });
    const message = await send(id);
    const { manageUrl } = (await service.admin.get(`/appointments/${id}`)).body.data;
    expect(message.headers['subject']).toBe(
      'Confirmed: Consultation with Ana Silva, Tuesday, 1 December 2026, 10:15',
    );
    expect(partOf(message, 'text/plain').body).toBe(
      [
        'Hello Mia Keller,',
        '',
        'Your appointment is confirmed.',
        '',
        'What:     Consultation',
        'With:     Ana Silva',
        'When:     Tuesday, 1 December 2026, 10:15 to 10:45 (Central European Time, UTC+01:00)',
        '',
        'See, move or cancel online',
        manageUrl,
        '',
        'Kind regards',
        'Salon Ñandú',
        '',
      ].join('\r\n'),
    );
  });

  it('greets the attendee, and is addressed to the customer, when a parent books for a child', async () => {
    await book({ name: 'Mia Keller', email: 'parent@example.com' });
    const { id } = await book({ name: 'Tom Keller', email: 'parent@example.com' });
    const message = await send(id);
    expect(partOf(message, 'text/plain').body).toContain('Hello Tom Keller,\r\n');
    expect(partOf(message, 'text/html').body).toContain('<p>Hello Tom Keller,</p>');
    expect(message.headers['to']).toBe('Mia Keller <parent@example.com>');
  });

  it.each([
    '=?utf-8?q?Mia_Keller?=',
    'Mia =?utf-8?b?S2VsbGVy?= <evil@example.com>',
    '=?utf-8?q?half',
    '"=?utf-8?q?x?=" \\ "y"',
    `${'=?utf-8?q?Mia?= '.repeat(10)}Größe 💇`,
  ])('has the name %s as it is, and nothing that programs decode, in its headers', async (name) => {
    const serviceId = (await service.admin.post('/services', { name, durationMin: 30 })).body.data
      .id as number;
    const { id } = await (await aBook(service))({ name, serviceId });
    const { headers } = await send(id);
    expect(headers['to']).toMatch(/ <customer\d+@example\.com>$/);
    expect(headers['to']?.replace(/ <[^>]*>$/, '')).toBe(name);
    expect(headers['subject']).toContain(name);
    const lines = mail.last.source.slice(0, mail.last.source.indexOf('\r\n\r\n')).split('\r\n');
    expect(lines.filter((line) => line.length > 78)).toEqual([]);
    expect(lines.filter((line) => /"[^"]*=\?/.test(line))).toEqual([]);
  });

  it('contains greeting and time in its HTML part', async () => {
    const { id } = await book({ name: 'Mia Keller', date: '2026-12-01', start: '11:15' });
    const { body } = partOf(await send(id), 'text/html');
    expect(body).toContain('<p>Hello Mia Keller,</p>');
    expect(body).toContain(
      '>Tuesday, 1 December 2026, 11:15 to 11:45 (Central European Time, UTC+01:00)</td>',
    );
  });

  it('contains the location when the appointment has one', async () => {
    const location = await service.admin.post('/locations', {
      name: 'Studio Linde',
      address: 'Lindenstraße 14\n10969 Berlin',
    });
    const { id } = await book({ locationId: location.body.data.id });
    const message = await send(id);
    const place = 'Studio Linde, Lindenstraße 14, 10969 Berlin';
    expect(partOf(message, 'text/plain').body).toContain(`Where:    ${place}\r\n`);
    expect(eventOf(message).event.location).toBe(place);
  });

  it.each([
    ['confirmed', 'confirmation', 'Confirmed:', 'Your appointment is confirmed.'],
    ['pending', 'confirmation', 'Received:', 'Your appointment is booked, and yet to be confirmed.'],
    ['completed', 'confirmation', 'Your appointment:', 'These are the details of your appointment.'],
    ['confirmed', 'reminder', 'Reminder:', 'This is a reminder of your appointment.'],
    ['confirmed', 'reschedule', 'Moved:', 'Your appointment has been moved.'],
    ['cancelled', 'cancellation', 'Cancelled:', 'Your appointment has been cancelled.'],
  ])('about a %s appointment has the subject and text of a %s', async (status, event, title, sentence) => {
    const { id } = await book();
    await service.query('update appointments set status = $2 where id = $1', [id, status]);
    const message = await send(id, event);
    expect(message.headers['subject']).toMatch(new RegExp(`^${title} Consultation with Ana Silva, `));
    expect(partOf(message, 'text/plain').body).toContain(sentence);
  });

  it('describes the appointment as it was when the message was queued, even after changes and deletion', async () => {
    const { id, customerId } = await book({ name: 'Mia Keller', date: '2026-12-01', start: '12:15' });
    await queue(id, 'confirmation');
    await service.query(
      `update appointments set start_at = start_at + interval '1 minute', status = 'cancelled' where id = $1`,
      [id],
    );
    await service.query(`update customers set first_name = 'Other name' where id = $1`, [customerId]);
    await service.query('delete from appointments where id = $1', [id]);
    const { body } = partOf(await deliver(), 'text/plain');
    expect(body).toContain('Hello Mia Keller,\r\n\r\nYour appointment is confirmed.');
    expect(body).toContain('12:15 to 12:45');
  });

  it('escapes markup in names', async () => {
    const { id } = await book({ name: '<img src=x onerror="alert(1)"> & Söhne' });
    const { body } = partOf(await send(id), 'text/html');
    expect(body).toContain('Hello &lt;img src&#x3D;x onerror&#x3D;&quot;alert(1)&quot;&gt; &amp; Söhne,');
    expect(body).not.toContain('<img');
  });

  it('has no header, recipient or calendar property that a name injects', async () => {
    const name = 'Mia"\nBcc: spy@example.com\nDTSTART:19700101T000000Z\\, <spy@example.com>;X=1';
    const { id } = await book({ name, email: 'mia@example.com', date: '2026-12-01', start: '13:15' });
    const message = await send(id);
    const { event } = eventOf(message);
    expect(mail.last.recipients).toEqual(['mia@example.com']);
    expect(Object.keys(message.headers)).not.toContain('bcc');
    expect(message.headers['to']).toMatch(/ <mia@example\.com>$/);
    expect(event.startDate.toString()).toBe('2026-12-01T12:15:00Z');
    expect(event.attendees.map((attendee) => attendee.getFirstValue())).toEqual(['MAILTO:mia@example.com']);
    const entry = partOf(message, 'text/calendar').body.replaceAll('\r\n ', '');
    expect(entry).toContain(
      `;CN="Mia^' Bcc: spy@example.com^nDTSTART:19700101T000000Z\\, <spy@example.com>;X=1":MAILTO:mia@example.com\r\n`,
    );
  });

  it('contains a calendar entry for the appointment, in UTC', async () => {
    const { id } = await book({
      name: 'Mia Keller',
      email: 'mia.keller@example.com',
      date: '2026-12-01',
      start: '14:15',
    });
    const message = await send(id);
    const { method, event } = eventOf(message);
    expect(method).toBe('REQUEST');
    expect(event.uid).toMatch(new RegExp(`^appointment-${id}@[0-9a-f-]{36}$`));
    expect(event.startDate.toString()).toBe('2026-12-01T13:15:00Z');
    expect(event.endDate.toString()).toBe('2026-12-01T13:45:00Z');
    expect(event.summary).toBe('Consultation with Ana Silva');
    expect(event.organizer).toBe('mailto:hello@salon.example');
    expect(event.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(event.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-20T08:00:00Z');
    expect(event.attendees[0]?.toICALString()).toBe(
      'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN=Mia Keller:MAILTO:mia.keller@example.com',
    );
  });

  it('contains the calendar entry as an attachment, too', async () => {
    const { id } = await book();
    const message = await send(id);
    const attachment = partOf(message, 'application/ics');
    expect(attachment.headers['content-disposition']).toBe('attachment; filename=invite.ics');
    expect(attachment.body).toBe(partOf(message, 'text/calendar').body);
    expect(attachment.body).toMatch(/\r\nEND:VCALENDAR\r\n$/);
  });

  it('marks the calendar entry of a pending appointment as tentative', async () => {
    const { id } = await book();
    await service.query(`update appointments set status = 'pending' where id = $1`, [id]);
    const { event } = eventOf(await send(id));
    expect(event.component.getFirstPropertyValue('status')).toBe('TENTATIVE');
  });

  it('changes and cancels one calendar entry with rising sequence numbers', async () => {
    const { id } = await book();
    const [made, moved, gone] = [
      eventOf(await send(id, 'confirmation')),
      eventOf(await send(id, 'reschedule')),
      eventOf(await send(id, 'cancellation')),
    ];
    expect([made, moved, gone].map(({ method, event }) => [method, event.sequence])).toEqual([
      ['REQUEST', 0],
      ['REQUEST', 1],
      ['CANCEL', 2],
    ]);
    expect(new Set([made, moved, gone].map(({ event }) => event.uid)).size).toBe(1);
    expect(gone.event.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  it('is recorded as sent and leaves no job behind', async () => {
    const { id } = await book();
    await send(id);
    expect(await service.app.get(DeliveryService).deliverNext()).toBe(false);
    const { body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect(body.data).toMatchObject([
      { status: 'sent', attempts: 1, lastError: null, sentAt: '2026-11-20T09:00:00+01:00' },
    ]);
  });
});
