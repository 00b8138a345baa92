import { appointmentUid, placeOf } from '../messages/mail/calendar-entry';
import type { AppointmentFacts } from '../messages/message-facts';
import type { CalendarEvent } from './calendar-text';
import type { Status } from '../../booking/appointment-status';

/** An appointment with what calendars show of it. Instants are epoch ms. */
export interface CalendarRow extends AppointmentFacts {
  readonly id: number;
  readonly status: Status;
  readonly sequence: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The person who comes. */
  readonly personName: string;
}

/** The appointment in its provider's calendar: the service, and who comes. @param instance the UUID of this installation */
export function eventForProvider(row: CalendarRow, instance: string): CalendarEvent {
  return { ...eventOf(row, instance), summary: row.serviceName, description: row.personName };
}

/** The appointment as the messages to its customer show it. @param instance the UUID of this installation */
export function eventForCustomer(row: CalendarRow, instance: string): CalendarEvent {
  return {
    ...eventOf(row, instance),
    summary: `${row.serviceName} with ${row.providerName}`,
    description: null,
  };
}

function eventOf(row: CalendarRow, instance: string): Omit<CalendarEvent, 'summary' | 'description'> {
  const { id, sequence, status, start, end, createdAt, updatedAt } = row;
  // The UID of the mails, so that a program recognises the appointment.
  const uid = appointmentUid(id, instance);
  return { uid, sequence, status, start, end, createdAt, updatedAt, location: placeOf({ facts: row }) };
}
