import { type BusinessHours, type ScheduleEntry, type WeeklyHours, weeklyHours } from './engine';

const MAX_KNOWN = 2_000;

/**
 * The weekly hours of schedules, each made once. A schedule comes as text and is known by it, and by the business's hours: so an
 * answer cannot be out of date, and what is known already need not even be parsed.
 */
export class WeeklyHoursCache {
  private readonly known = new Map<string, WeeklyHours>();

  /** @param schedule JSON; null: the provider has the business's hours */
  of(schedule: string | null, business: BusinessHours): WeeklyHours {
    const name = `${business.startMin} ${business.endMin} ${business.days.join()} ${schedule}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const entries = schedule === null ? null : (JSON.parse(schedule) as ScheduleEntry[]);
    const made = weeklyHours(entries, business);
    this.known.set(name, made);
    return made;
  }
}
