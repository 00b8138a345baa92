import type { Mailbox } from '../../../platform/config/mailbox';
import type { DueMessage } from '../delivery/due-message';
import { oneLine } from './escape';

/** A calendar entry of iTIP (RFC 5546): the method, and the iCalendar object (RFC 5545) that it applies to. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

/**
 * Creates, changes or removes the entry in the customer's calendar. All messages about an appointment share one UID; each has a
 * higher SEQUENCE, so calendar programs ignore a message that arrives late. The customer has booked, so counts as accepting.
 */
export async function calendarEntry(message: DueMessage, organizer: Mailbox): Promise<CalendarEntry> {
  const {
    default: calendar,
    ICalAttendeeRole,
    ICalAttendeeStatus,
    ICalCalendarMethod,
    ICalEventStatus,
  } = await import('ical-generator');
  const { facts, recipient, instance, appointmentId } = message;
  const method = isCancelled(message) ? 'CANCEL' : 'REQUEST';
  const entry = calendar({
    prodId: { company: 'Scheduling service', product: 'Appointments', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  entry.createEvent({
    id: `appointment-${appointmentId}@${instance}`,
    sequence: message.sequence,
    stamp: message.createdAt,
    start: new Date(facts.start),
    end: new Date(facts.end),
    summary: oneLine(`${facts.serviceName} with ${facts.providerName}`),
    location: placeOf(message),
    status: ICalEventStatus[statusOf(message)],
    organizer: { name: parameterValue(organizer.name ?? organizer.address), email: organizer.address },
    attendees: [
      {
        name: parameterValue(facts.customerName),
        email: recipient,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  });
  // RFC 5545, section 3.1, ends the last line with a line break, which the library leaves out.
  return { method, content: `${entry.toString()}\r\n` };
}

/** The place on one line; null when the appointment has no location. */
export function placeOf({ facts }: Pick<DueMessage, 'facts'>): string | null {
  const { locationName, locationAddress } = facts;
  const address = locationAddress?.split('\n').map(oneLine).filter(Boolean).join(', ');
  const place = [locationName === null ? '' : oneLine(locationName), address].filter(Boolean).join(', ');
  return place === '' ? null : place;
}

function isCancelled({ event, facts }: DueMessage): boolean {
  return event === 'cancellation' || facts.status === 'cancelled';
}

function statusOf(message: DueMessage): 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED' {
  if (isCancelled(message)) return 'CANCELLED';
  return message.facts.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}

/** Parameter values cannot contain a double quote, not even an escaped one (RFC 5545, section 3.2). */
function parameterValue(text: string): string {
  return oneLine(text).replaceAll(/["\\]/g, "'");
}
