import { DAY_MIN } from '../../../platform/time/units';
import { type BusinessHours, type ScheduleEntry, type WeeklyHours, weeklyHours } from '../engine';

const MAX_KNOWN = 2_000;

/** A window that bounds nothing, and no weekdays. */
const NO_BOUNDS: BusinessHours = { startMin: 0, endMin: DAY_MIN, days: [] };

/**
 * Caches the weekly hours of schedules. The key is the text of the schedule with the business's hours, so that an entry is never
 * out of date, and a hit needs no parsing.
 */
export class WeeklyHoursCache {
  private readonly known = new Map<string, WeeklyHours>();

  /** @param schedule JSON; null: the provider works the business's hours */
  of(schedule: string | null, business: BusinessHours): WeeklyHours {
    const name = `${business.startMin} ${business.endMin} ${business.days.join()} ${schedule}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const entries = schedule === null ? null : (JSON.parse(schedule) as ScheduleEntry[]);
    const computed = weeklyHours(entries, business);
    this.known.set(name, computed);
    return computed;
  }

  /** What a schedule says before the window of the business cuts it. @param schedule JSON @returns null when there is none */
  unbounded(schedule: string | null): WeeklyHours | null {
    return schedule === null ? null : this.of(schedule, NO_BOUNDS);
  }
}
