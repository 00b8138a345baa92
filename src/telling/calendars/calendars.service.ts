import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { NotFoundError } from '../../platform/errors/errors';
import type { Reach } from '../../platform/restrictions';
import { DAY_MS } from '../../platform/time/units';
import { eventForCustomer, eventForProvider } from './calendar-row';
import { type CalendarEvent, calendarText } from './calendar-text';
import { CalendarsQueries } from './calendars.queries';
import { FeedsService } from './feeds/feeds.service';

/** How much of the past a feed shows (docs/reference/limits.md). */
const PAST_MS = 90 * DAY_MS;
/** How many appointments are read at a time, and are in memory at most. */
const PAGE = 200;

/** An iCalendar object whose text is made while it is sent. */
export interface CalendarDocument {
  /** Changes with the text; what its `ETag` is made of. */
  readonly state: string;
  readonly text: AsyncIterable<string>;
}

@Injectable()
export class CalendarsService {
  constructor(
    private readonly queries: CalendarsQueries,
    private readonly feeds: FeedsService,
    private readonly clock: Clock,
  ) {}

  /** The calendar behind a link: the last 90 days and all that is ahead. @throws NotFoundError */
  async feed(token: string): Promise<CalendarDocument> {
    const { providerId, name, zone } = await this.feeds.owner(token);
    const after = this.clock.now() - PAST_MS;
    const [{ ids, span, digest }, instance] = await Promise.all([
      this.queries.contents(providerId, after),
      this.queries.instance(),
    ]);
    const state = JSON.stringify([name, zone, span, ids.length, digest]);
    return { state, text: calendarText({ name, zone, span }, this.eventsOf(ids, instance)) };
  }

  /** One appointment, to be added to a calendar. @throws NotFoundError for one that a narrowed key does not see, too */
  async appointment(id: number, reach?: Reach): Promise<CalendarDocument> {
    const [row, instance] = await Promise.all([this.queries.rowWithin(reach, id), this.queries.instance()]);
    if (row === undefined) throw new NotFoundError('appointment');
    const frame = { zone: row.timezone, span: row };
    return {
      state: JSON.stringify(row),
      text: calendarText(frame, [eventForCustomer(row, instance)]),
    };
  }

  private async *eventsOf(ids: readonly number[], instance: string): AsyncGenerator<CalendarEvent> {
    for (let from = 0; from < ids.length; from += PAGE) {
      const rows = await this.queries.rows(ids.slice(from, from + PAGE));
      for (const row of rows) yield eventForProvider(row, instance);
    }
  }
}
