import { type CalendarRow, eventForCustomer } from '../../../telling/calendars/calendar-row';
import { type CalendarEvent, calendarText } from '../../../telling/calendars/calendar-text';

/** An appointment with the UUID of this installation. */
export interface CalendarAppointment extends CalendarRow {
  readonly instance: string;
}

/** Appointments as an iCalendar object, page by page, as the messages to their customer show them. Times are in UTC. */
export function appointmentsCalendar(
  pages: AsyncIterable<readonly CalendarAppointment[]>,
): AsyncGenerator<string> {
  return calendarText({ zone: 'UTC', span: undefined }, eventsIn(pages));
}

async function* eventsIn(
  pages: AsyncIterable<readonly CalendarAppointment[]>,
): AsyncGenerator<CalendarEvent> {
  for await (const rows of pages) for (const row of rows) yield eventForCustomer(row, row.instance);
}
