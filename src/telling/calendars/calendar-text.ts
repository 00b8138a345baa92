import { occupies, type Status } from '../../booking/appointment-status';
import type { Interval } from '../../platform/time/interval';
import { isUtc } from '../../platform/time/zones/time-zone';
import { localTimeOf, toInstant } from '../../platform/time/zones/wall-clock';
import { oneLine } from '../messages/mail/escape';
import { timeZoneComponent } from './time-zone-component';
import { zonedTime } from './zoned-time';

/** An appointment as a calendar shows it. Instants are epoch ms. */
export interface CalendarEvent extends Interval {
  readonly uid: string;
  readonly sequence: number;
  readonly status: Status;
  readonly summary: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What stands before and after the events of a calendar. */
export interface CalendarFrame {
  /** Absent: a calendar without a name, to be imported rather than subscribed to. */
  readonly name?: string;
  /** IANA name. */
  readonly zone: string;
  /** When the events are, or undefined when there are none. */
  readonly span: Interval | undefined;
}

/** How often a program should look for changes. */
const REFRESH_S = 900;
const END = 'END:VCALENDAR';
const LINE_BREAK = '\r\n';
/** RFC 5545, section 3.1. */
const MAX_LINE_BYTES = 75;
/** Events are passed on together, about so many characters at a time. */
const PIECE = 16_384;

/**
 * The iCalendar object (RFC 5545) piece by piece, each made when it is read. It has no METHOD, so DTSTAMP is the time of
 * the last change (section 3.8.7.2), and the same appointments always give the same text.
 */
export async function* calendarText(
  { name, zone, span }: CalendarFrame,
  events: AsyncIterable<CalendarEvent> | Iterable<CalendarEvent>,
): AsyncGenerator<string> {
  const {
    default: calendar,
    foldLines,
    ICalEvent,
    ICalEventStatus,
    ICalEventTransparency,
  } = await import('ical-generator');
  const frame = calendar({
    prodId: { company: 'Scheduling service', product: 'Appointments', language: 'EN' },
    ...(name !== undefined && { name: oneLine(name), ttl: REFRESH_S }),
  });
  // The library folds by encoding each character: far too slow for lines that are short anyway.
  const fold = (line: string) => (Buffer.byteLength(line) > MAX_LINE_BYTES ? foldLines(line) : line);
  let piece = frame.toString().slice(0, -END.length);
  if (span !== undefined && !isUtc(zone)) piece += timeZoneComponent(zone, span);
  for await (const event of events) {
    const { uid, sequence, summary, location, description, createdAt, updatedAt } = event;
    const text = new ICalEvent(
      {
        id: uid,
        sequence,
        stamp: new Date(updatedAt),
        ...timesOf(event, zone),
        summary: oneLine(summary),
        location,
        ...(description !== null && { description }),
        status: ICalEventStatus[statusOf(event)],
        transparency: ICalEventTransparency[occupies(event.status) ? 'OPAQUE' : 'TRANSPARENT'],
        created: new Date(createdAt),
        lastModified: new Date(updatedAt),
      },
      frame,
    );
    piece += text.toString().split(LINE_BREAK).map(fold).join(LINE_BREAK);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + END + LINE_BREAK;
}

/** In the zone, or in UTC when the clock shows one of the times twice: programs differ in which of the two they take. */
function timesOf({ start, end }: Interval, zone: string) {
  const isLocal = !isUtc(zone) && [start, end].every((instant) => isShownOnce(instant, zone));
  if (!isLocal) return { start: new Date(start), end: new Date(end) };
  return { start: zonedTime(start, zone), end: zonedTime(end, zone), timezone: zone };
}

function isShownOnce(instant: number, zone: string): boolean {
  return toInstant(localTimeOf(instant, zone), zone).kind === 'exact';
}

function statusOf({ status }: CalendarEvent): 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED' {
  if (status === 'cancelled') return 'CANCELLED';
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}
