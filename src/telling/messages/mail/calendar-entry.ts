import type { Mailbox } from '../../../platform/config/mailbox';
import type { DueMessage } from '../due-message';
import type { AppointmentFacts } from '../message-facts';
import { oneLine } from './escape';

/** A calendar entry of iTIP (RFC 5546): the method, and the iCalendar object (RFC 5545) that it applies to. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

/**
 * An entry for each appointment of a message: it creates, changes or removes what the customer's calendar has. All messages about an
 * appointment share one UID; each has a higher SEQUENCE, so calendar programs ignore a message that arrives late. The customer has
 * booked, so counts as accepting. A REQUEST and a CANCEL have one UID only (RFC 5546, sections 3.2.2 and 3.2.5).
 */
export async function calendarEntries(message: DueMessage, organizer: Mailbox): Promise<CalendarEntry[]> {
  const { default: calendar, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator');
  const { facts, instance } = message;
  const first = { ...facts, appointmentId: message.appointmentId, sequence: message.sequence };
  const attendee = await attendeeOf(message);
  return [first, ...(facts.others ?? [])].map((each) => {
    const status = statusOf(message.event, each);
    const method = status === 'CANCELLED' ? 'CANCEL' : 'REQUEST';
    const entry = calendar({
      prodId: { company: 'Scheduling service', product: 'Appointments', language: 'EN' },
      method: ICalCalendarMethod[method],
    });
    entry.createEvent({
      id: appointmentUid(each.appointmentId, instance),
      sequence: each.sequence,
      stamp: message.createdAt,
      start: new Date(each.start),
      end: new Date(each.end),
      summary: oneLine(`${each.serviceName} with ${each.providerName}`),
      location: placeOf({ facts: each }),
      status: ICalEventStatus[status],
      organizer: { name: parameterValue(organizer.name ?? organizer.address), email: organizer.address },
      attendees: [attendee],
    });
    // RFC 5545, section 3.1, ends the last line with a line break, which the library leaves out.
    return { method, content: `${entry.toString()}\r\n` };
  });
}

/** The UID of an appointment in every calendar. @param instance the UUID of this installation */
export function appointmentUid(appointmentId: number | null, instance: string): string {
  return `appointment-${appointmentId}@${instance}`;
}

async function attendeeOf({ facts, recipient }: DueMessage) {
  const { ICalAttendeeRole, ICalAttendeeStatus } = await import('ical-generator');
  return {
    name: parameterValue(facts.customerName),
    email: recipient,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  };
}

/** The place on one line; null when the appointment has no location. */
export function placeOf({ facts }: { readonly facts: AppointmentFacts }): string | null {
  const { locationName, locationAddress } = facts;
  const address = locationAddress?.split('\n').map(oneLine).filter(Boolean).join(', ');
  const place = [locationName === null ? '' : oneLine(locationName), address].filter(Boolean).join(', ');
  return place === '' ? null : place;
}

function statusOf(
  event: DueMessage['event'],
  { status }: AppointmentFacts,
): 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED' {
  if (event === 'cancellation' || status === 'cancelled') return 'CANCELLED';
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}

/** Parameter values cannot contain a double quote, not even an escaped one (RFC 5545, section 3.2). */
function parameterValue(text: string): string {
  return oneLine(text).replaceAll(/["\\]/g, "'");
}
