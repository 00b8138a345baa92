import type * as Library from 'ical-generator' with { 'resolution-mode': 'import' };
import { occupies } from '../../booking/appointment-status';
import type { Interval } from '../../platform/time/interval';
import { isUtc } from '../../platform/time/zones/time-zone';
import { localTimeOf, type LocalStart, toInstant } from '../../platform/time/zones/wall-clock';
import { MINUTE_MS, DAY_MS } from '../../platform/time/units';
import type { Language } from '../../platform/values/language';
import { parameterValue } from '../../platform/values/calendar-values';
import { escapedAddress } from '../../platform/values/mail-uri';
import { oneLine } from '../../platform/values/one-line';
import type { CalendarEvent, Invitation, Recurrence } from './calendar-event';
import { localText, timeZoneComponent } from './time-zone-component';
import { getDay } from '../../platform/time/local-date';
import { offsetsOf } from '../../platform/time/zones/zone-offsets';

/** What stands before and after the events of a calendar. */
export interface CalendarFrame {
  /** Absent: a calendar without a name, to be imported rather than subscribed to. */
  readonly name?: string;
  /** That of the words in it. */
  readonly language: Language;
  /** IANA name. */
  readonly zone: string;
  /** When the events are, or undefined when there are none. */
  readonly span: Interval | undefined;
  /** Of a message to the customer (RFC 5546). */
  readonly method?: 'REQUEST' | 'CANCEL';
}

/** How often a program should look for changes. */
const REFRESH_S = 900;
const END = 'END:VCALENDAR';
const LINE_BREAK = '\r\n';
/** RFC 5545, section 3.1. */
const MAX_LINE_BYTES = 75;
/** Events are passed on together, about so many characters at a time. */
const PIECE = 16_384;

/** The iCalendar object (RFC 5545) piece by piece, each made when it is read. The same events always give the same text. */
export async function* calendarText(
  { name, language, zone, span, method }: CalendarFrame,
  events: AsyncIterable<CalendarEvent> | Iterable<CalendarEvent>,
): AsyncGenerator<string> {
  const library = await import('ical-generator');
  const frame = library.default({
    prodId: { company: 'Scheduling service', product: 'Appointments', language: language.toUpperCase() },
    ...(name !== undefined && { name: library.escape(oneLine(name), false), ttl: REFRESH_S }),
    ...(method !== undefined && { method: library.ICalCalendarMethod[method] }),
  });
  // The library folds by encoding each character: far too slow for lines that are short anyway.
  const fold = (line: string) => (Buffer.byteLength(line) > MAX_LINE_BYTES ? library.foldLines(line) : line);
  let piece = frame.toString().slice(0, -END.length);
  if (span !== undefined && !isUtc(zone)) piece += timeZoneComponent(zone, span);
  for await (const event of events) {
    const text = new library.ICalEvent(dataOf(event, zone, library), frame);
    const lines = text.toString().split(LINE_BREAK);
    if (event.invitation !== undefined) lines.splice(-2, 0, ...peopleOf(event.invitation));
    piece += lines.map(fold).join(LINE_BREAK);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + END + LINE_BREAK;
}

function dataOf(event: CalendarEvent, zone: string, library: typeof Library): Library.ICalEventData {
  const { uid, sequence, summary, location, description, stamp, createdAt, updatedAt } = event;
  const { ICalEventStatus, ICalEventTransparency } = library;
  return {
    id: uid,
    sequence,
    stamp: new Date(stamp),
    ...timesOf(event, zone),
    summary: oneLine(summary),
    location,
    ...(description !== null && { description }),
    status: ICalEventStatus[statusOf(event)],
    transparency: ICalEventTransparency[occupies(event.status) ? 'OPAQUE' : 'TRANSPARENT'],
    ...(createdAt !== undefined && { created: new Date(createdAt) }),
    ...(updatedAt !== undefined && { lastModified: new Date(updatedAt) }),
  };
}

/**
 * In the zone, or in UTC when the clock shows one of the times twice: programs differ in which of the two they take. The library writes all
 * times of an event alike, and an occurrence is named on the clock of its rule (RFC 5545, section 3.8.4.4).
 */
function timesOf({ start, end, recurrence, occurrence }: CalendarEvent, zone: string) {
  if (recurrence !== undefined) return recurringTimes(recurrence, zone);
  const isNamed = occurrence !== undefined;
  const isLocal = !isUtc(zone) && (isNamed || [start, end].every((instant) => isShownOnce(instant, zone)));
  return {
    ...(isLocal
      ? { start: zonedTime(start, zone), end: zonedTime(end, zone), timezone: zone }
      : { start: new Date(start), end: new Date(end) }),
    ...(isNamed && {
      recurrenceId: isLocal ? wallClockTime(occurrence) : new Date(wallClockMs(occurrence)),
    }),
  };
}

function recurringTimes({ rule, from, durationMin, excluded }: Recurrence, zone: string) {
  const repeating = [`RRULE:${rule}`, ...exclusions(excluded, zone)].join(LINE_BREAK);
  if (!isUtc(zone))
    return {
      ...{ start: wallClockTime(from), end: wallClockTime(from, durationMin) },
      ...{ timezone: zone, repeating },
    };
  const start = wallClockMs(from);
  return { start: new Date(start), end: new Date(start + durationMin * MINUTE_MS), repeating };
}

function exclusions(excluded: readonly LocalStart[], zone: string): string[] {
  if (excluded.length === 0) return [];
  const times = excluded.map((each) => localText(wallClockMs(each)));
  return isUtc(zone)
    ? [`EXDATE:${times.map((time) => `${time}Z`).join(',')}`]
    : [`EXDATE;TZID=${zone}:${times.join(',')}`];
}

/** The customer has booked, so counts as accepting. The library would escape backslashes in parameters, where they are none (RFC 6868). */
function peopleOf({ organizer, attendee }: Invitation): string[] {
  const { name, email } = attendee;
  const role = 'ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE';
  return [
    `ORGANIZER;CN=${parameterValue(organizer.name)}:mailto:${escapedAddress(organizer.email)}`,
    `ATTENDEE;${role};CN=${parameterValue(name)}:MAILTO:${escapedAddress(email)}`,
  ];
}

function isShownOnce(instant: number, zone: string): boolean {
  return toInstant(localTimeOf(instant, zone), zone).kind === 'exact';
}

function statusOf({ status }: CalendarEvent): 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED' {
  if (status === 'cancelled') return 'CANCELLED';
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}

/**
 * An instant that ical-generator writes as the local time of a zone, with TZID. The library writes a plain Date in the zone of the process;
 * for other zones it takes the objects of date libraries, so this is one, with the members that the library reads.
 * @param instant epoch ms
 */
function zonedTime(instant: number, zone: string): Library.ICalDayJsStub {
  return written(localText(instant + offsetsOf(zone).at(instant)), instant);
}

/** As `zonedTime`, for a time on the wall clock, whether the zone has it or not. @param later in minutes */
function wallClockTime(start: LocalStart, later = 0): Library.ICalDayJsStub {
  const local = wallClockMs(start) + later * MINUTE_MS;
  return written(localText(local), local);
}

/** As if it were UTC; epoch ms. */
function wallClockMs({ date, timeMin }: LocalStart): number {
  return getDay(date) * DAY_MS + timeMin * MINUTE_MS;
}

/** @param text as `localText` writes it @param instant says which of two times is the later one */
function written(text: string, instant: number): Library.ICalDayJsStub {
  const [date = '', time = ''] = text.split('T');
  const zoned: Library.ICalDayJsStub = {
    isValid: () => true,
    toDate: () => new Date(instant),
    toJSON: () => new Date(instant).toISOString(),
    tz: () => zoned,
    format: (form) => (form === 'YYYYMMDD' ? date : time),
  };
  return zoned;
}
