import { Inject, Injectable } from '@nestjs/common';
import { ManagedThings } from '../../booking/manage/managed-things';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { NotFoundError } from '../../platform/errors/errors';
import type { Reach } from '../../platform/restrictions';
import type { CalendarEvent } from '../icalendar/calendar-event';
import { calendarText } from '../icalendar/calendar-text';
import { EntryTexts } from '../messages/mail/entry-texts';
import { chooseLanguage } from '../messages/mail/wording/chosen-language';
import { PAST_MS } from './calendar.statements';
import {
  type CalendarRow,
  entryForCustomer,
  eventForCustomer,
  eventForProvider,
  eventForTeam,
} from './calendar-row';
import { CalendarsQueries } from './calendars.queries';
import { FeedsService } from './feeds/feeds.service';

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
    @Inject(Config) private readonly config: Config,
    private readonly queries: CalendarsQueries,
    private readonly feeds: FeedsService,
    private readonly clock: Clock,
    private readonly things: ManagedThings,
  ) {}

  /** The calendar behind a link: the last 90 days and what is ahead. @throws NotFoundError */
  async feed(token: string): Promise<CalendarDocument> {
    const owner = await this.feeds.owner(token);
    const { kind, name, zone } = owner;
    const after = this.clock.now() - PAST_MS;
    const [{ ids, span, digest }, instance] = await Promise.all([
      this.queries.contents(owner, after),
      this.queries.instance(),
    ]);
    const words = new EntryTexts(chooseLanguage(null, this.config.businessLanguage));
    const { language } = words;
    const state = JSON.stringify([name, language, zone, span, ids.length, digest]);
    const eventOf = (row: CalendarRow) =>
      kind === 'provider' ? eventForProvider(row, instance) : eventForTeam(row, words, instance);
    return { state, text: calendarText({ name, language, zone, span }, this.eventsOf(ids, eventOf)) };
  }

  /** One appointment, to be added to a calendar. @throws NotFoundError for one that a narrowed key does not see, too */
  async appointment(id: number, reach?: Reach): Promise<CalendarDocument> {
    const [row, instance] = await Promise.all([
      this.queries.fileRowWithin(reach, id),
      this.queries.instance(),
    ]);
    if (row === undefined) throw new NotFoundError('appointment');
    const words = new EntryTexts(chooseLanguage(row.language, this.config.businessLanguage));
    const { events, ...frame } = entryForCustomer(row, words, instance);
    const { language } = words;
    return { state: JSON.stringify([language, row]), text: calendarText({ ...frame, language }, events) };
  }

  /** What the link of a customer is about, each appointment as an event; empty for an entry that waits. @throws NotFoundError */
  async managed(token: string): Promise<CalendarDocument> {
    const { appointments, entry } = await this.things.get(token);
    const ids = appointments.map(({ id }) => id);
    const [rows, instance] = await Promise.all([this.queries.rows(ids), this.queries.instance()]);
    const [starts, ends] = [rows.map(({ start }) => start), rows.map(({ end }) => end)];
    const span = rows.length === 0 ? undefined : { start: Math.min(...starts), end: Math.max(...ends) };
    const zone = rows[0]?.timezone ?? entry?.timezone ?? this.config.businessTimeZone;
    const wanted = appointments[0]?.language ?? null;
    const words = new EntryTexts(chooseLanguage(wanted, this.config.businessLanguage));
    const events = rows.map((row) => eventForCustomer(row, words, instance));
    const { language } = words;
    return {
      state: JSON.stringify([language, rows]),
      text: calendarText({ zone, span, language }, events),
    };
  }

  private async *eventsOf(
    ids: readonly number[],
    eventOf: (row: CalendarRow) => CalendarEvent,
  ): AsyncGenerator<CalendarEvent> {
    for (let from = 0; from < ids.length; from += PAGE) {
      const rows = await this.queries.rows(ids.slice(from, from + PAGE));
      for (const row of rows) yield eventOf(row);
    }
  }
}
