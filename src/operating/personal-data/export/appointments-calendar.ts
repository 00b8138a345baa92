import { appointmentUid, placeOf } from '../../../telling/messages/mail/calendar-entry';
import { oneLine } from '../../../telling/messages/mail/escape';
import type { CalendarAppointment } from './person-records.queries';

const END = 'END:VCALENDAR';

/**
 * Appointments as an iCalendar object (RFC 5545), page by page, as the messages to their customer show them: the same UIDs, the
 * SEQUENCE of the last message, times in UTC.
 */
export async function* appointmentsCalendar(
  pages: AsyncIterable<readonly CalendarAppointment[]>,
  now: Date,
): AsyncGenerator<string> {
  const { default: calendar, ICalEventStatus } = await import('ical-generator');
  const frame = () =>
    calendar({ prodId: { company: 'Scheduling service', product: 'Appointments', language: 'EN' } });
  const head = frame().toString().slice(0, -END.length);
  yield head;
  for await (const appointments of pages) {
    const page = frame();
    for (const appointment of appointments)
      page.createEvent({
        id: appointmentUid(appointment.id, appointment.instance),
        sequence: appointment.sequence,
        stamp: now,
        start: new Date(appointment.start),
        end: new Date(appointment.end),
        summary: oneLine(`${appointment.serviceName} with ${appointment.providerName}`),
        location: placeOf({ facts: appointment }),
        status: ICalEventStatus[statusOf(appointment)],
      });
    yield page.toString().slice(head.length, -END.length);
  }
  // RFC 5545, section 3.1, ends the last line with a line break, which the library leaves out.
  yield `${END}\r\n`;
}

function statusOf({ status }: CalendarAppointment): 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED' {
  if (status === 'cancelled') return 'CANCELLED';
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}
