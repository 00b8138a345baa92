import type { ManagedAppointmentResponse } from '../../booking/manage/dto/managed-parts';
import type { ManagedResponse } from '../../booking/manage/dto/managed.response';
import { clocksDiffer, type DayParts, TimeTexts } from '../../telling/messages/mail/time-text';
import { fill } from '../../telling/wording/fill';
import type { PageLanguage } from './page-language';

type Span = Pick<ManagedAppointmentResponse, 'start' | 'end' | 'timezone'>;

interface SpanText {
  readonly date: string;
  readonly hours: string;
  readonly zone: string;
  /** On the clock of the customer, where it reads otherwise. */
  readonly yourTime: string | null;
}

/** Times as the page writes them: on the clock of the place, and on that of the customer where it differs. Instants are RFC 3339. */
export class PageTimes {
  private readonly texts: TimeTexts;

  constructor(private readonly language: PageLanguage) {
    this.texts = new TimeTexts(language);
  }

  span({ start, end, timezone }: Span, clock: string | null): SpanText {
    const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
    const [from, until] = [this.texts.parts(startMs, timezone), this.texts.parts(endMs, timezone)];
    const last = from.date === until.date ? until.time : fill(this.language.catalog.start, until);
    const differs = clock !== null && clocksDiffer(startMs, timezone, clock);
    return {
      date: from.date,
      hours: fill(this.language.words.hours, { from: from.time, until: last }),
      zone: this.texts.zone(startMs, timezone),
      yourTime: differs ? this.labelled(this.texts.span(startMs, endMs, clock)) : null,
    };
  }

  /** A start among others of its day, or with its date. */
  start(start: string, zone: string, clock: string | null, hasDate: boolean) {
    const instant = Date.parse(start);
    const parts = this.texts.parts(instant, zone);
    const differs = clock !== null && clocksDiffer(instant, zone, clock);
    return {
      text: hasDate ? fill(this.language.catalog.start, parts) : parts.time,
      yourTime: differs ? this.labelled(this.texts.parts(instant, clock).time) : null,
    };
  }

  /** A last moment on the clock of the reader, with its zone where it is not that of the place. */
  moment(
    instant: string,
    thing: Pick<ManagedResponse, 'appointments' | 'entry' | 'customerTimezone'>,
  ): string {
    const [at, zone] = [Date.parse(instant), zoneOf(thing)];
    const reader = thing.customerTimezone ?? zone;
    const text = this.texts.start(at, reader);
    return clocksDiffer(at, zone, reader) ? `${text} (${this.texts.zone(at, reader)})` : text;
  }

  /** @param date `YYYY-MM-DD` */
  dayParts(date: string): DayParts {
    return this.texts.dayParts(date);
  }

  /** @param date `YYYY-MM-DD` */
  date(date: string): string {
    return this.texts.localDate(date);
  }

  private labelled(time: string): string {
    const { labels, colon } = this.language.catalog;
    return `${labels.yourTime}${colon} ${time}`;
  }
}

/** The zone of the place. */
export function zoneOf({ appointments, entry }: Pick<ManagedResponse, 'appointments' | 'entry'>): string {
  return (entry ?? appointments[0])?.timezone ?? 'UTC';
}
