import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import { isStale } from '../stale';
import { BUSY_IF, type BusyIf } from '../busy-if';
import type { BusyCalendar } from '../busy-calendar.entity';

/** An event that could not be read. */
export class UnreadableEventResponse {
  @ApiPropertyOptional({ example: 'a1b2@calendar.example', description: 'Absent when the event has none' })
  uid?: string;

  @ApiProperty({ type: 'integer', example: 214, description: 'The line on which it begins, from 1' })
  line: number;

  @ApiProperty({ example: 'names an unknown time zone' })
  why: string;
}

/** A calendar elsewhere of a provider (docs/reference/calendars.md, Busy calendars). It shows nothing of what is in it. */
export class BusyCalendarResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'https://calendar.example/ana-silva.ics' })
  url: string;

  @ApiProperty({ type: String, nullable: true, example: 'Clinic' })
  name: string | null;

  @ApiProperty({ example: true })
  active: boolean;

  @ApiProperty({ enum: BUSY_IF, example: 'opaque', description: 'Which events count' })
  busyIf: BusyIf;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T14:05:11Z',
    description: 'The last successful fetch; null before the first. In the zone of the business',
  })
  lastFetchedAt: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why the last fetch failed; null when it did not. What was known before stays',
  })
  lastError: string | null;

  @ApiProperty({
    type: 'integer',
    example: 42,
    description: 'How many busy events were found, each occurrence counted',
  })
  events: number;

  @ApiProperty({
    type: [UnreadableEventResponse],
    example: [],
    description: 'The events that the last reading left out, 20 at most. They block nothing',
  })
  unreadable: readonly UnreadableEventResponse[];

  @ApiProperty({ type: 'integer', example: 0, description: 'How many events the last reading left out' })
  unreadableEvents: number;

  @ApiProperty({
    example: false,
    description: 'true: it is active, and was not fetched successfully for 24 hours',
  })
  stale: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:11Z' })
  createdAt: string;
}

/** @param now epoch ms */
export function toBusyCalendarResponse(
  calendar: BusyCalendar,
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
