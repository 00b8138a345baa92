import type { Interval } from '../../../platform/time/interval';
import { parseDay } from '../../../platform/time/local-date';
import { DAY_MIN, MINUTE_MS } from '../../../platform/time/units';
import { type LocalStart, toInstant } from '../../../platform/time/zones/wall-clock';
import type { ServiceRules } from './situation';

interface RequestedTime {
  readonly start: number | LocalStart;
  readonly end?: number | undefined;
}

/** The requested interval; undefined when the start does not exist or the end is not after it. */
export function requestedInterval(
  service: ServiceRules,
  zone: string,
  question: RequestedTime,
): Interval | undefined {
  const start = typeof question.start === 'number' ? question.start : instantOf(question.start, zone);
  if (start === undefined || !Number.isFinite(start)) return undefined;
  const end = question.end ?? start + service.durationMin * MINUTE_MS;
  return start < end && Number.isFinite(end) ? { start, end } : undefined;
}

function instantOf(local: LocalStart, zone: string): number | undefined {
  const isTimeOfDay = Number.isInteger(local.timeMin) && local.timeMin >= 0 && local.timeMin < DAY_MIN;
  if (!isTimeOfDay || parseDay(local.date) === undefined) return undefined;
  const resolution = toInstant(local, zone);
  return resolution.kind === 'gap' ? undefined : resolution.instant;
}
