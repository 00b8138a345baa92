import type { Mailbox } from '../../../platform/config/mailbox';
import type { DueNotification } from '../delivery/due-notification';
import { oneLine } from './text';

/** A calendar entry as iTIP has it (RFC 5546): what to do, and the iCalendar object (RFC 5545) to do it with. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

/**
 * The entry of the customer's calendar: put there, changed, or taken away. One UID for each appointment, a higher SEQUENCE
 * with each message, so that a message that comes late changes nothing. The customer has booked, so has accepted.
 */
export async function calendarEntry(
  notification: DueNotification,
  organizer: Mailbox,
): Promise<CalendarEntry> {
  const {
    default: calendar,
    ICalAttendeeRole,
    ICalAttendeeStatus,
    ICalCalendarMethod,
    ICalEventStatus,
  } = await import('ical-generator');
  const { snapshot, recipient, instance, appointmentId } = notification;
  const method = isCancelled(notification) ? 'CANCEL' : 'REQUEST';
  const entry = calendar({
    prodId: { company: 'Scheduling service', product: 'Appointments', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  entry.createEvent({
    id: `appointment-${appointmentId}@${instance}`,
    sequence: notification.sequence,
    stamp: notification.createdAt,
    start: new Date(snapshot.start),
    end: new Date(snapshot.end),
    summary: oneLine(`${snapshot.serviceName} with ${snapshot.providerName}`),
    location: placeOf(notification),
    status: ICalEventStatus[statusOf(notification)],
    organizer: { name: parameter(organizer.name ?? organizer.address), email: organizer.address },
    attendees: [
      {
        name: parameter(snapshot.customerName),
        email: recipient,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  });
  // The library leaves out the line break that ends the last line (RFC 5545, section 3.1).
  return { method, content: `${entry.toString()}\r\n` };
}

/** Where it takes place, on one line; undefined when nobody said. */
export function placeOf({ snapshot }: Pick<DueNotification, 'snapshot'>): string | null {
  const { locationName, locationAddress } = snapshot;
  const address = locationAddress?.split('\n').map(oneLine).filter(Boolean).join(', ');
  const place = [locationName === null ? '' : oneLine(locationName), address].filter(Boolean).join(', ');
  return place === '' ? null : place;
}

function isCancelled({ event, snapshot }: DueNotification): boolean {
  return event === 'cancellation' || snapshot.status === 'cancelled';
}

function statusOf(notification: DueNotification): 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED' {
  if (isCancelled(notification)) return 'CANCELLED';
  return notification.snapshot.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}

/** The value of a parameter has no way to say a double quote (RFC 5545, section 3.2). */
function parameter(text: string): string {
  return oneLine(text).replaceAll(/["\\]/g, "'");
}
