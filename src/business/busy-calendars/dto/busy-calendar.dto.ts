import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import {
  answered,
  AnswerOf,
  InputOf,
  optional,
  optionally,
  required,
  sometimesAnswered,
} from '../../../platform/http/validation/members';
import { flag } from '../../../platform/http/validation/number-types';
import { FLAG, INSTANT, INTEGER, many, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { MAX_NAME, oneOf, text } from '../../../platform/http/validation/text-types';
import { formatInstant } from '../../../platform/time/instant-text';
import type { BusyCalendar } from '../busy-calendar.entity';
import { BUSY_IF } from '../busy-if';
import { calendarUrl } from '../calendar-url';
import { isStale } from '../stale';

export class UnreadableEventResponse extends AnswerOf({
  uid: sometimesAnswered(TEXT, {
    example: 'a1b2@calendar.example',
    description: 'Absent when the event has none',
  }),
  line: answered(INTEGER, { example: 214, description: 'The line on which it begins, from 1' }),
  why: answered(TEXT, { example: 'names an unknown time zone' }),
}) {}

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  url: required(calendarUrl(), {
    example: 'https://calendar.example/ana-silva.ics',
    description: 'The iCalendar address that the other calendar publishes; `webcal://` is read as `https://`',
  }),
  name: optional(orNull(text(MAX_NAME)), { example: 'Clinic' }),
  active: optional(flag(), { default: true, description: 'false: it is not fetched and blocks nothing' }),
  busyIf: optional(oneOf(BUSY_IF), {
    default: 'opaque',
    description:
      '`opaque`: events that are marked as free (`TRANSP:TRANSPARENT`) do not count. `all`: they do; the entries of some calendars for whole days are all marked so',
    answer: { description: 'Which events count' },
  }),
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
};

/** Body of POST and PUT /providers/{id}/busy-calendars (docs/reference/calendars.md, Busy calendars). */
export class BusyCalendarWrite extends InputOf(MEMBERS) {}

export class BusyCalendarPatch extends InputOf(optionally(MEMBERS)) {}

/** A calendar elsewhere of a provider (docs/reference/calendars.md, Busy calendars). It shows nothing of what is in it. */
export class BusyCalendarResponse extends AnswerOf(MEMBERS) {}

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

export class BusyCalendarListQuery extends PageQuery {}
