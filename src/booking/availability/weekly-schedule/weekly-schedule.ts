import { type BusinessHours, type ScheduleEntry, weeklyHours } from '../engine';
import { type LocalStretch, WEEKDAYS, type Weekday } from '../../../platform/time/weekdays';

/** A weekday of a provider: from the first working minute to the last, and the breaks between. */
export interface ScheduleDay {
  readonly day: Weekday;
  /** `undefined` on a day off. */
  readonly hours: LocalStretch | undefined;
  readonly breaks: readonly LocalStretch[];
  /** Whose weekly pattern it is. */
  readonly source: 'provider' | 'business';
}

/** The week that availability offers slots in, Monday first, before closures and time off. */
export function weekOf(
  schedule: readonly ScheduleEntry[] | null,
  business: BusinessHours,
): readonly ScheduleDay[] {
  const source = schedule === null || schedule.length === 0 ? 'business' : 'provider';
  const week = weeklyHours(schedule, business);
  return WEEKDAYS.map((day, i) => ({ day, ...dayOf(week[i] ?? []), source }));
}

function dayOf(stretches: readonly LocalStretch[]): Pick<ScheduleDay, 'hours' | 'breaks'> {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined) return { hours: undefined, breaks: [] };
  const breaks = stretches
    .slice(1)
    .map(({ startMin }, i) => ({ startMin: stretches[i]?.endMin ?? startMin, endMin: startMin }));
  return { hours: { startMin: first.startMin, endMin: last.endMin }, breaks };
}
