import { DAY_MS } from '../../platform/time/units';
import { startOfDay, steadyMidnight } from '../../platform/time/zones/wall-clock';
import { type DateZones, zonesFor, type CalendarZones } from './date-zones';
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
}

const NO_DAY: LocalDay = {
  number: -Infinity,
  start: -Infinity,
  end: -Infinity,
  isSteady: false,
  hours: [],
};

/** What a calendar says of the hours of days. */
interface HoursOfDays extends Teacher, CalendarZones {
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
   * @param calendar with the special hours at the requested place @param zones of the dates @param weekly the hours there
   * @param timetable of a service that starts at it alone: its classes are the hours
   * @param locationId the requested place; null or undefined: none
   */
  constructor(
    private readonly calendar: HoursOfDays,
    private readonly zones: DateZones,
    private readonly weekly: WeeklyHours,
    private readonly timetable: Timetable | undefined,
    private readonly locationId: number | null | undefined,
  ) {
    this.besideClasses = besideClasses(calendar, zonesFor(calendar, undefined));
  }

  /** The first local day at `instant`; when the clock was set back over midnight, the day whose bounds contain it. */
  of(instant: number): LocalDay {
    if (!this.zones.areOne) return this.at(this.zones.firstDayAt(instant));
    if (instant < this.latest.start || instant >= this.latest.end)
      this.latest = this.at(this.zones.firstDayAt(instant));
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
    const zone = this.zones.on(number);
    const midnight = steadyMidnight(number, zone);
    const isSteady = midnight !== undefined;
    const start = midnight ?? startOfDay(number, zone);
    const end = isSteady ? start + DAY_MS : startOfDay(number + 1, zone);
    return { number, start, end, isSteady, hours: this.hoursOf(number, zone, midnight) };
  }

  private hoursOf(day: number, zone: string, midnight: number | undefined): readonly WorkInterval[] {
    if (this.timetable !== undefined)
      return this.timetable.heldOn(day, this.locationId).filter((each) => isAt(each, this.locationId));
    const all = hoursOn(day, zone, this.weekly, this.calendar.special, midnight);
    return hoursAt(this.besideClasses(day, all), this.locationId);
  }
}
