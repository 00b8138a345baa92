import type { Slot } from './api';
import { fill, type Language } from './words/words';

/**
 * Writes dates and times as the visitor's language does. A slot has its date and time on the clock of the place, so no zone rules are
 * needed to write them: they are written as if they were UTC.
 */
export class Times {
  constructor(
    private readonly language: Language,
    /** Of the visitor. */
    private readonly timeZone: string,
  ) {}

  /** @param date `YYYY-MM-DD` */
  day(date: string): string {
    return this.write(date, { weekday: 'long', day: 'numeric', month: 'long' });
  }

  month(date: string): string {
    return this.write(date, { month: 'long', year: 'numeric' });
  }

  monthName(date: string): string {
    return this.write(date, { month: 'long' });
  }

  weekday(date: string): string {
    return this.write(date, { weekday: 'short' });
  }

  dayOfMonth(date: string): string {
    return this.write(date, { day: 'numeric' });
  }

  time({ date, time }: Slot): string {
    return this.write(`${date}T${time}`, { hour: 'numeric', minute: '2-digit' });
  }

  whole({ date, time }: Slot): string {
    return this.write(`${date}T${time}`, {
      ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit' },
    });
  }

  /** The time on the visitor's clock, with its day where that is another one; undefined when it reads as that of the place. */
  yours({ date, time, start }: Slot): string | undefined {
    const instant = new Date(start);
    const clock = this.clockOf(instant);
    if (clock === `${date} ${time}`) return undefined;
    const isOtherDay = !clock.startsWith(date);
    const text = new Intl.DateTimeFormat(this.language.tag, {
      ...{ timeZone: this.timeZone, hour: 'numeric', minute: '2-digit' },
      ...(isOtherDay && { weekday: 'short', day: 'numeric' }),
    }).format(instant);
    return fill(this.language.words.yourTime, { time: text });
  }

  /** A moment on the clock of a zone. @param at ms since 1970 */
  moment(at: number, timeZone: string): string {
    const format = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
    return new Intl.DateTimeFormat(this.language.tag, format).format(at);
  }

  /** What people call a zone, such as Central European Time. */
  zone(timeZone: string): string {
    const format = new Intl.DateTimeFormat(this.language.tag, { timeZone, timeZoneName: 'longGeneric' });
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  }

  /** `YYYY-MM-DD HH:MM`: Swedish writes dates as ISO 8601 does. */
  private clockOf(instant: Date): string {
    const format = { dateStyle: 'short', timeStyle: 'short', timeZone: this.timeZone } as const;
    return new Intl.DateTimeFormat('sv-SE', format).format(instant);
  }

  private write(local: string, format: Intl.DateTimeFormatOptions): string {
    const instant = new Date(local.includes('T') ? `${local}Z` : `${local}T00:00Z`);
    return new Intl.DateTimeFormat(this.language.tag, { ...format, timeZone: 'UTC' }).format(instant);
  }
}

/** @param date `YYYY-MM-DD` */
export function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
