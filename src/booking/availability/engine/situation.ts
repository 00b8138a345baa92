import { type BookingWindow, type BookingWindowRules, bookingWindow } from './booking-window';
import { type BusyInterval, type Buffers, withoutAppointment } from './busy';
import { type Interval, subtract, unite } from '../../../platform/time/interval';
import { FIRST_DAY, LAST_DAY } from '../../../platform/time/local-date';
import { MINUTE_MS } from '../../../platform/time/units';
import { localDayOf, startOfDay } from '../../../platform/time/wall-clock';
import { type WeeklyHours, hoursOn } from './working-hours';

/** What a service says about time. */
export interface ServiceRules extends Buffers, BookingWindowRules {
  /** Active and not deleted. */
  readonly isAvailable: boolean;
  readonly durationMin: number;
  /** Minutes between offered starts; null: the duration. */
  readonly slotIntervalMin: number | null;
}

/** All that is known of one provider's time, at least for the days and instants that are asked about. Lists in any order. */
export interface ProviderCalendar {
  readonly providerId: number;
  /** Active. */
  readonly isAvailable: boolean;
  readonly offersService: boolean;
  /** IANA name. */
  readonly timeZone: string;
  readonly hours: WeeklyHours;
  readonly closures: readonly Interval[];
  readonly timeOff: readonly Interval[];
  readonly busy: readonly BusyInterval[];
}

interface LocalDay {
  /** Since 1970-01-01. */
  readonly number: number;
  readonly bounds: Interval;
  readonly hours: readonly Interval[];
}

const NO_DAY: LocalDay = { number: -Infinity, bounds: { start: -Infinity, end: -Infinity }, hours: [] };

/** One service, one provider and one moment, with what the rules look up again and again brought into order once. */
export class Situation {
  readonly zone: string;
  readonly window: BookingWindow;
  readonly closures: readonly Interval[];
  readonly timeOff: readonly Interval[];
  readonly taken: readonly Interval[];
  private readonly away: readonly Interval[];
  private readonly days = new Map<number, LocalDay>();
  /** The day that was last looked at: neighbouring starts mostly share it. */
  private latest: LocalDay = NO_DAY;

  constructor(
    readonly now: number,
    readonly service: ServiceRules,
    readonly calendar: ProviderCalendar,
    excludeAppointmentId: number | undefined,
  ) {
    this.zone = calendar.timeZone;
    this.window = bookingWindow(now, service, this.zone);
    this.closures = unite(calendar.closures);
    this.timeOff = unite(calendar.timeOff);
    this.taken = unite(withoutAppointment(calendar.busy, excludeAppointmentId));
    this.away = unite([...this.closures, ...this.timeOff]);
  }

  /** What the provider works on a local day, closures and time off taken out, in whole minutes. */
  stretchesOn(day: number): readonly Interval[] {
    return subtract(this.dayAt(day).hours, this.away)
      .map(({ start, end }) => ({
        start: Math.ceil(start / MINUTE_MS) * MINUTE_MS,
        end: Math.floor(end / MINUTE_MS) * MINUTE_MS,
      }))
      .filter(({ start, end }) => start < end);
  }

  /** Whether hours (closures and time off aside) cover `start` to `end` without a gap. Hours that touch at midnight are one stretch. */
  worksThrough(start: number, end: number): boolean {
    let reached = start;
    for (let day = this.dayOf(start); day.bounds.start <= reached; day = this.dayAt(day.number + 1)) {
      if (day.number < FIRST_DAY || day.number > LAST_DAY) return false;
      for (const stretch of day.hours) {
        if (stretch.start <= reached && reached < stretch.end) reached = stretch.end;
      }
      if (reached >= end) return true;
    }
    return false;
  }

  /** The day on the wall at `instant`, or (a clock set back over midnight) the one whose bounds hold it. */
  private dayOf(instant: number): LocalDay {
    const { bounds } = this.latest;
    if (instant < bounds.start || instant >= bounds.end)
      this.latest = this.dayAt(localDayOf(instant, this.zone));
    return this.latest;
  }

  private dayAt(number: number): LocalDay {
    const known = this.days.get(number);
    if (known) return known;
    const bounds = { start: startOfDay(number, this.zone), end: startOfDay(number + 1, this.zone) };
    const day = { number, bounds, hours: hoursOn(number, this.zone, this.calendar.hours) };
    this.days.set(number, day);
    return day;
  }
}
