import { overlapsAny } from '../../platform/time/interval';
import type { Situation } from './situation';

export type AbsenceReason =
  'closed' | 'time_off' | 'busy_elsewhere' | 'outside_working_hours' | 'not_at_location' | 'not_in_timetable';

/** The first reason why a provider is not at work from `start` to `end`; undefined: the provider is. */
export function absenceFrom(situation: Situation, start: number, end: number): AbsenceReason | undefined {
  if (situation.isClosed(start, end)) return 'closed';
  if (overlapsAny(situation.timeOff, start, end)) return 'time_off';
  if (overlapsAny(situation.busyElsewhere, start, end)) return 'busy_elsewhere';
  return situation.refusedByHours(start, end);
}
