import { formatInstant } from '../../../platform/time/instant-text';
import { isStale } from '../stale';
import { BUSY_IF } from '../busy-if';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import type { BusyCalendar } from '../busy-calendar.entity';
import { FLAG, INSTANT, INTEGER, many, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf, sometimesAnswered } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

/** An event that could not be read. */
export class UnreadableEventResponse extends AnswerOf({
  uid: sometimesAnswered(TEXT, {
    example: 'a1b2@calendar.example',
    description: 'Absent when the event has none',
  }),
  line: answered(INTEGER, { example: 214, description: 'The line on which it begins, from 1' }),
  why: answered(TEXT, { example: 'names an unknown time zone' }),
}) {}

/** A calendar elsewhere of a provider (docs/reference/calendars.md, Busy calendars). It shows nothing of what is in it. */
export class BusyCalendarResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  url: answered(TEXT, { example: 'https://calendar.example/ana-silva.ics' }),
  name: answered(orNull(TEXT), { example: 'Clinic' }),
  active: answered(FLAG, { example: true }),
  busyIf: answered(oneOf(BUSY_IF), { example: 'opaque', description: 'Which events count' }),
  lastFetchedAt: answered(orNull(INSTANT), {
    example: '2026-11-20T14:05:11Z',
    description: 'The last successful fetch; null before the first. In the zone of the business',
  }),
  lastError: answered(orNull(TEXT), {
    example: null,
    description: 'Why the last fetch failed; null when it did not. What was known before stays',
  }),
  events: answered(INTEGER, {
    example: 42,
    description: 'How many busy events were found, each occurrence counted',
  }),
  unreadable: answered(many(UnreadableEventResponse), {
    example: [],
    description: 'The events that the last reading left out, 20 at most. They block nothing',
  }),
  unreadableEvents: answered(INTEGER, {
    example: 0,
    description: 'How many events the last reading left out',
  }),
  stale: answered(FLAG, {
    example: false,
    description: 'true: it is active, and was not fetched successfully for 24 hours',
  }),
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
}) {}

/** @param now epoch ms */
export function toBusyCalendarResponse(
  calendar: ReadRow<BusyCalendar>,
  now: number,
  zone: string,
): BusyCalendarResponse {
  const { id, url, name, active, busyIf, lastFetchedAt, lastError, events, unreadable, createdAt } = calendar;
  return {
    id,
    url,
    name,
    active,
    busyIf,
    lastFetchedAt: lastFetchedAt && formatInstant(lastFetchedAt.getTime(), zone),
    lastError,
    events,
    unreadable,
    unreadableEvents: calendar.unreadableEvents,
    stale: isStale(calendar, now),
    createdAt: formatInstant(createdAt.getTime(), zone),
  };
}
