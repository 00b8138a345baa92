import ICAL from 'ical.js';
import { type Interval, unite } from '../../../platform/time/interval';
import { SECOND_MS } from '../../../platform/time/units';
import { instantOfClock } from './clock-time';
import { occurrencesOf } from './occurrences';
import { UnreadableCalendarError } from './unreadable-calendar';
import { useIanaZones } from './zones';

/** What is to be read of a calendar. */
export interface ReadingTask {
  /** iCalendar (RFC 5545). */
  readonly text: string;
  /** Epoch ms. What is busy outside is left out. */
  readonly within: Interval;
  /** The IANA zone of times and dates without one of their own. */
  readonly zone: string;
  /** The end of the UIDs of our own appointments, which are busy here already. */
  readonly ownUids: string;
}

/** What is busy in a calendar. */
export interface Reading {
  /** The busy events, each occurrence counted. */
  readonly events: number;
  /** Sorted, and apart from each other. */
  readonly times: readonly Interval[];
}

/** The most busy times of one calendar. */
export const MAX_TIMES = 20_000;

/**
 * Reads what is busy in a calendar. Hostile calendars make it run for ever, or use any amount of memory: only a thread with limits calls it.
 * @throws UnreadableCalendarError
 */
export function readBusyTimes({ text, within, zone, ownUids }: ReadingTask): Reading {
  const calendar = parse(text);
  useIanaZones(text, calendar);
  const own = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid') ?? '').endsWith(ownUids);
  const events = calendar.getAllSubcomponents('vevent').filter((event) => !own(event));
  const instantOf = (time: ICAL.Time) => toInstant(time, zone);
  const found: Interval[] = [];
  for (const { start, end } of occurrencesOf(events, within, instantOf)) {
    if (found.length >= MAX_TIMES)
      throw new UnreadableCalendarError(`has more than ${MAX_TIMES} busy events`);
    found.push({ start: Math.max(start, within.start), end: Math.min(end, within.end) });
  }
  return { events: found.length, times: unite(found) };
}

function parse(text: string): ICAL.Component {
  try {
    const parsed = ICAL.parse(text) as [string, ...unknown[]] | [string, ...unknown[]][];
    // The types of ical.js say `any[]`: one calendar in jCal, or a list of them.
    const first = (typeof parsed[0] === 'string' ? parsed : parsed[0]) as unknown as object[] | undefined;
    const calendar = first === undefined ? undefined : new ICAL.Component(first);
    if (calendar?.name === 'vcalendar') return calendar;
  } catch {
    // The message of the parser contains parts of the text.
  }
  throw new UnreadableCalendarError('is not a calendar in the iCalendar format');
}

/** Dates and times without a zone are those of the provider. */
function toInstant(time: ICAL.Time, zone: string): number {
  const isFloating = time.isDate || time.zone === ICAL.Timezone.localTimezone;
  return isFloating ? instantOfClock(time, zone) : time.toUnixTime() * SECOND_MS;
}
