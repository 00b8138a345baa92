import { formatInstant } from '../../../platform/time/instant-text';
import { localTimeOf } from '../../../platform/time/zones/wall-clock';
import { MINUTE_MS } from '../../../platform/time/units';
import type { ChosenLanguage } from '../../wording/chosen-language';
import { fill } from '../../wording/fill';

/** Short parts of a date: `Tue`, `1` and `Dec`. */
export type DayParts = Readonly<Record<'weekday' | 'day' | 'month', string>>;

/**
 * Writes times as a language writes them. `platform/time/zones` computes the clock of a zone. Intl writes that clock in UTC, and the name
 * of a zone: both are independent of its zone rules, which may be old.
 */
export class TimeTexts {
  private readonly date: Intl.DateTimeFormat;
  private readonly time: Intl.DateTimeFormat;
  private plain: Intl.DateTimeFormat | undefined;
  private shortParts: Readonly<Record<keyof DayParts, Intl.DateTimeFormat>> | undefined;

  constructor(private readonly language: ChosenLanguage) {
    this.date = new Intl.DateTimeFormat(language.locale, { dateStyle: 'full', timeZone: 'UTC' });
    this.time = new Intl.DateTimeFormat(language.locale, { timeStyle: 'short', timeZone: 'UTC' });
  }

  /** With its zone: `Tuesday, 1 December 2026, 09:00 to 09:45 (Central European Time, UTC+01:00)`. */
  span(start: number, end: number, zone: string): string {
    const { catalog } = this.language;
    const [from, to] = [this.parts(start, zone), this.parts(end, zone)];
    const text =
      to.date === from.date
        ? fill(catalog.span, { date: from.date, from: from.time, until: to.time })
        : fill(catalog.longSpan, { start: fill(catalog.start, from), end: fill(catalog.start, to) });
    return `${text} (${this.zone(start, zone)})`;
  }

  /** Without the zone: `Tuesday, 1 December 2026, 09:00`. */
  start(instant: number, zone: string): string {
    return fill(this.language.catalog.start, this.parts(instant, zone));
  }

  /** Of a date alone, such as 2026-12-01. */
  localDate(date: string): string {
    return this.dateText(Date.parse(`${date}T00:00:00Z`));
  }

  /** The same without its weekday, which says nothing of a date of birth: `1 December 2026`. */
  plainDate(date: string): string {
    const { locale } = this.language;
    this.plain ??= new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    return this.dateText(Date.parse(`${date}T00:00:00Z`), this.plain);
  }

  /** The date, and the time of day: `Tuesday, 1 December 2026` and `09:00`. */
  parts(instant: number, zone: string): { date: string; time: string } {
    const { date, timeMin } = localTimeOf(instant, zone);
    const clock = Date.parse(`${date}T00:00:00Z`) + timeMin * MINUTE_MS;
    return { date: this.dateText(clock), time: this.time.format(clock) };
  }

  /** @param date `YYYY-MM-DD` */
  dayParts(date: string): DayParts {
    const { weekday, day, month } = (this.shortParts ??= this.makeShortParts());
    const clock = Date.parse(`${date}T00:00:00Z`);
    return { weekday: weekday.format(clock), day: day.format(clock), month: month.format(clock) };
  }

  private makeShortParts() {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(this.language.locale, { ...options, timeZone: 'UTC' });
    return {
      weekday: format({ weekday: 'short' }),
      day: format({ day: 'numeric' }),
      month: format({ month: 'short' }),
    };
  }

  private dateText(clock: number, format = this.date): string {
    const { firstOfMonth } = this.language.catalog;
    const parts = format.formatToParts(clock);
    return parts.map(({ type, value }) => (type === 'day' && value === '1' ? firstOfMonth : value)).join('');
  }

  /** The zone with its offset, which distinguishes the two passes of an hour that a clock change repeats. */
  zone(instant: number, zone: string): string {
    const offset = /[+-]\d\d:\d\d$/.exec(formatInstant(instant, zone))?.[0];
    if (offset === undefined) return 'UTC';
    const name = this.zoneName(instant, zone);
    return [...(name === undefined ? [] : [name]), `UTC${offset}`].join(', ');
  }

  /**
   * The name that does not change with the season; undefined for a zone that is named by its offset. Near a clock change Intl would add
   * the country, so this asks for the name in January. A zone newer than Node has its IANA name.
   */
  private zoneName(instant: number, zone: string): string | undefined {
    try {
      const format = new Intl.DateTimeFormat(this.language.locale, {
        timeZone: zone,
        timeZoneName: 'longGeneric',
      });
      const january = Date.UTC(new Date(instant).getUTCFullYear(), 0, 15);
      const name = format.formatToParts(january).find(({ type }) => type === 'timeZoneName')?.value;
      return name === undefined || /^(GMT|UTC)/.test(name) ? undefined : name;
    } catch {
      return zone;
    }
  }
}

/** Whether the clocks of two zones read differently at an instant. */
export function clocksDiffer(instant: number, zone: string, other: string): boolean {
  const [one, two] = [localTimeOf(instant, zone), localTimeOf(instant, other)];
  return one.date !== two.date || one.timeMin !== two.timeMin;
}
