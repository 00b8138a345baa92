import { sharedEntry } from '../messages/calendar/calendar-entry';
import type { Entry, EntryWords } from '../messages/calendar/entry';
import { appointmentUid } from '../messages/calendar/entry-uids';
import { placeOf } from '../messages/calendar/place';
import type { AppointmentFacts, SharedSeries, SharedVisit } from '../messages/message-facts';
import type { CalendarEvent } from '../icalendar/calendar-event';
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

/** The appointment in a calendar of several providers, which names its own. @param instance the UUID of this installation */
export function eventForTeam(row: CalendarRow, words: EntryWords, instance: string): CalendarEvent {
  return { ...eventForProvider(row, instance), summary: words.of(row).summary };
}

/** An appointment for the calendar of its customer. */
export interface CalendarFileRow extends CalendarRow {
  /** That of the booking, or else of the customer. */
  readonly language: string | null;
  /** That of the place; null: it has none. */
  readonly placeLanguage: string | null;
  /** Null: it has an entry of its own. */
  readonly shared: SharedSeries | SharedVisit | null;
}

/** The entry of the messages to the customer, with the same UID. @param instance the UUID of this installation */
export function entryForCustomer(row: CalendarFileRow, words: EntryWords, instance: string): Entry {
  const { sequence, createdAt, updatedAt, shared } = row;
  const common = { sequence, stamp: updatedAt, createdAt, updatedAt };
  if (shared !== null) return sharedEntry([row], shared, words, common, instance);
  return { zone: row.timezone, span: row, events: [eventForCustomer(row, words, instance)] };
}

/** Appointments of a version before, which have entries of their own. @param instance the UUID of this installation */
export function entriesForCustomer(rows: readonly CalendarRow[], words: EntryWords, instance: string): Entry {
  const span = {
    start: Math.min(...rows.map(({ start }) => start)),
    end: Math.max(...rows.map(({ end }) => end)),
  };
  const events = rows.map((row) => eventForCustomer(row, words, instance));
  return { zone: rows[0]?.timezone ?? 'UTC', span, events };
}

/** The appointment as an event of its own, also where it is a part of a series or a visit. @param instance the UUID of this installation */
export function eventForCustomer(row: CalendarRow, words: EntryWords, instance: string): CalendarEvent {
  return { ...eventOf(row, instance), ...words.of(row) };
}

function eventOf(row: CalendarRow, instance: string): Omit<CalendarEvent, 'summary' | 'description'> {
  const { id, sequence, status, start, end, createdAt, updatedAt } = row;
  // The UID of the mails, so that a program recognises the appointment.
  const uid = appointmentUid(id, instance);
  const times = { start, end, stamp: updatedAt, createdAt, updatedAt };
  return { uid, sequence, status, ...times, location: placeOf(row) };
}
