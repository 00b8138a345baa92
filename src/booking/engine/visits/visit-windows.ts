import { FIRST_DAY, LAST_DAY, weekdayOf } from '../../../platform/time/local-date';
import { WEEKDAYS } from '../../../platform/time/weekdays';
import {
  localDayOf,
  localTimeOf,
  resolve,
  startOfDay,
  toInstant,
} from '../../../platform/time/zones/wall-clock';
import type { Interval } from '../../../platform/time/interval';
import type { VisitDates } from './visit';

/** The dates and times of day of a search for visits, on the clocks of several zones. */
export class VisitWindows {
  private readonly days: { readonly first: number; readonly last: number };

  constructor(private readonly dates: VisitDates) {
    this.days = { first: Math.max(dates.firstDay, FIRST_DAY), last: Math.min(dates.lastDay, LAST_DAY) };
  }

  /** From the beginning of the first date to the end of the last one, in all of the zones. */
  span(zones: readonly string[]): Interval {
    return {
      start: Math.min(...zones.map((zone) => startOfDay(this.days.first, zone))),
      end: Math.max(...zones.map((zone) => startOfDay(this.days.last + 1, zone))),
    };
  }

  /**
   * When a visit must be over that starts at an instant with a provider in a zone; undefined: it cannot start then. The date and the
   * time of day there must name the start.
   */
  endOf(start: number, zone: string): number | undefined {
    const day = localDayOf(start, zone);
    if (!this.isAllowed(day) || toInstant(localTimeOf(start, zone), zone).instant !== start) return undefined;
    const { timeFromMin = 0, timeToMin } = this.dates;
    if (start < resolve(day, timeFromMin, zone).instant) return undefined;
    return timeToMin === undefined ? Infinity : resolve(day, timeToMin, zone).instant;
  }

  private isAllowed(day: number): boolean {
    const { weekdays } = this.dates;
    if (day < this.days.first || day > this.days.last) return false;
    return weekdays === undefined || weekdays.some((name) => name === WEEKDAYS[weekdayOf(day)]);
  }
}
