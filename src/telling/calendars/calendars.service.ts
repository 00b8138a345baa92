import { Inject, Injectable } from '@nestjs/common';
import type { ManagedEntry } from '../../booking/manage/managed-rows';
import { ManagedThings } from '../../booking/manage/managed-things';
import { languageAt } from '../../business/locations/place-contact';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { NotFoundError } from '../../platform/errors/errors';
import type { Reach } from '../../platform/restrictions';
import type { CalendarEvent } from '../icalendar/calendar-event';
import { calendarText } from '../icalendar/calendar-text';
import { EntryTexts } from '../messages/mail/entry-texts';
import { chooseLanguage } from '../wording/chosen-language';
import { PAST_MS } from './calendar.statements';
import {
  type CalendarFileRow,
  type CalendarRow,
  entriesForCustomer,
  entryForCustomer,
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
    const { kind, name, zone, language: own } = owner;
    const after = this.clock.now() - PAST_MS;
    const [{ ids, span, digest }, instance] = await Promise.all([
      this.queries.contents(owner, after),
      this.queries.instance(),
    ]);
    const words = new EntryTexts(chooseLanguage(own, this.config.businessLanguage));
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
    return this.fileOf(row, instance);
  }

  /** What the link of a customer is about: the entry of the messages about it; empty for one that waits. @throws NotFoundError */
  async managed(token: string): Promise<CalendarDocument> {
    const { kind, appointments, entry } = await this.things.get(token);
    // A cancelled occurrence would name itself alone, not the series.
    const about = appointments.find(({ status }) => status !== 'cancelled') ?? appointments[0];
    if (about === undefined) return this.emptyFile(entry);
    const isWhole = kind === 'series' || kind === 'visit';
    const [row, instance] = await Promise.all([
      isWhole ? this.queries.wholeFileRow(about.id) : this.queries.fileRowWithin(undefined, about.id),
      this.queries.instance(),
    ]);
    if (row === undefined) throw new NotFoundError('link');
    const isOneEntry = row.shared !== null || appointments.length === 1;
    const separate = isOneEntry ? [] : await this.queries.rows(appointments.map(({ id }) => id));
    return this.fileOf(row, instance, separate);
  }

  /** @param instance the UUID of this installation @param separate several with entries of their own, in place of that of the row */
  private fileOf(
    row: CalendarFileRow,
    instance: string,
    separate: readonly CalendarRow[] = [],
  ): CalendarDocument {
    const words = new EntryTexts(
      chooseLanguage(row.language, row.placeLanguage ?? this.config.businessLanguage),
    );
    const { events, ...frame } =
      separate.length === 0
        ? entryForCustomer(row, words, instance)
        : entriesForCustomer(separate, words, instance);
    const { language } = words;
    const state = JSON.stringify([language, row, separate]);
    return { state, text: calendarText({ ...frame, language }, events) };
  }

  private emptyFile(entry: ManagedEntry | null): CalendarDocument {
    const { language } = chooseLanguage(entry?.language, languageAt(this.config, entry?.contact));
    const zone = entry?.timezone ?? this.config.businessTimeZone;
    return {
      state: JSON.stringify([language, zone]),
      text: calendarText({ language, zone, span: undefined }, []),
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
