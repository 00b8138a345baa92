import { DAY_MS } from '../../../platform/time/units';
import { localDayOf, startOfDay, steadyMidnight } from '../../../platform/time/zones/wall-clock';
import { besideClasses, isAt, type Teacher, type Timetable } from './timetable';
import type { WeeklyHours } from './weekly-hours';
import type { WorkInterval } from './work-stretch';
import { hoursAt, hoursOn, type SpecialHours } from './working-hours';

/** A local day, from its first instant to that of the next. Empty when the zone skipped it. */
export interface LocalDay {
  /** Since 1970-01-01. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
  /** Whether the clock does not change on it or in the hours around it. */
  readonly isSteady: boolean;
  /** Those at the requested place, which they do not name then; without one, all. */
  readonly hours: readonly WorkInterval[];
  /** At every place. */
  readonly allHours: readonly WorkInterval[];
}

const NO_DAY: LocalDay = {
  number: -Infinity,
  start: -Infinity,
  end: -Infinity,
  isSteady: false,
  hours: [],
  allHours: [],
};

/** What a calendar says of the hours of days. */
interface HoursOfDays extends Teacher {
  readonly hours: WeeklyHours;
  readonly special: SpecialHours;
}

/** The local days of one provider, with the hours for one service at one place or any. Each is read once. */
export class LocalDays {
  private readonly known = new Map<number, LocalDay>();
  /** The day of the latest lookup: most neighbouring starts share it. */
  private latest: LocalDay = NO_DAY;
  private readonly besideClasses: ReturnType<typeof besideClasses>;

  /**
   * @param weekly the hours at the requested place
   * @param timetable of a service that starts at it alone: its classes are the hours
   * @param locationId the requested place; null or undefined: any
   */
  constructor(
    private readonly calendar: HoursOfDays,
    private readonly weekly: WeeklyHours,
    private readonly timetable: Timetable | undefined,
    private readonly locationId: number | null | undefined,
  ) {
    this.besideClasses = besideClasses(calendar);
  }

  /** The local day at `instant`; when the clock was set back over midnight, the day whose bounds contain it. */
  of(instant: number): LocalDay {
    if (instant < this.latest.start || instant >= this.latest.end)
      this.latest = this.at(localDayOf(instant, this.calendar.timeZone));
    return this.latest;
  }

  at(number: number): LocalDay {
    const known = this.known.get(number);
    if (known) return known;
    const day = this.read(number);
    this.known.set(number, day);
    return day;
  }

  private read(number: number): LocalDay {
    const { timeZone } = this.calendar;
    const midnight = steadyMidnight(number, timeZone);
    const isSteady = midnight !== undefined;
    const start = midnight ?? startOfDay(number, timeZone);
    const end = isSteady ? start + DAY_MS : startOfDay(number + 1, timeZone);
    return { number, start, end, isSteady, ...this.hoursOf(number, midnight) };
  }

  private hoursOf(day: number, midnight: number | undefined): Pick<LocalDay, 'hours' | 'allHours'> {
    if (this.timetable !== undefined) {
      const allHours = this.timetable.heldOn(day);
      return { hours: allHours.filter((each) => isAt(each, this.locationId)), allHours };
    }
    const { timeZone, hours, special } = this.calendar;
    const open = (week: WeeklyHours) =>
      this.besideClasses(day, hoursOn(day, timeZone, week, special, midnight));
    const allHours = open(hours);
    const own = this.weekly === hours ? allHours : open(this.weekly);
    return { hours: hoursAt(own, this.locationId), allHours };
  }
}
