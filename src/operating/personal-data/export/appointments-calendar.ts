import type { CalendarEvent } from '../../../telling/icalendar/calendar-event';
import { calendarText } from '../../../telling/icalendar/calendar-text';
import { type CalendarRow, eventForCustomer } from '../../../telling/calendars/calendar-row';
import { EntryTexts } from '../../../telling/messages/mail/entry-texts';
import type { ChosenLanguage } from '../../../telling/wording/chosen-language';

/** An appointment with the UUID of this installation. */
export interface CalendarAppointment extends CalendarRow {
  readonly instance: string;
}

/** Appointments as an iCalendar object, page by page, worded as the messages to their customer. Each is an event. Times are in UTC. */
export function appointmentsCalendar(
  pages: AsyncIterable<readonly CalendarAppointment[]>,
  chosen: ChosenLanguage,
): AsyncGenerator<string> {
  const frame = { language: chosen.language, zone: 'UTC', span: undefined };
  return calendarText(frame, eventsIn(pages, new EntryTexts(chosen)));
}

async function* eventsIn(
  pages: AsyncIterable<readonly CalendarAppointment[]>,
  words: EntryTexts,
): AsyncGenerator<CalendarEvent> {
  for await (const rows of pages) for (const row of rows) yield eventForCustomer(row, words, row.instance);
}
