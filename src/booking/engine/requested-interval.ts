import type { Interval } from '../../platform/time/interval';
import { parseDay } from '../../platform/time/local-date';
import { DAY_MIN, MINUTE_MS } from '../../platform/time/units';
import { type LocalStart, toInstant } from '../../platform/time/zones/wall-clock';
import type { DateZones } from './date-zones';
import type { ServiceRules } from './situation';

export interface RequestedTime {
  /** An instant (epoch ms), or a time on the wall clock of the provider, or of the place if it has one. */
  readonly start: number | LocalStart;
  /** Instant (epoch ms); absent: the service's duration after the start. */
  readonly end?: number | undefined;
}

/** The requested interval; undefined when the start does not exist or the end is not after it. */
export function requestedInterval(
  service: ServiceRules,
  zones: DateZones,
  { start: requested, end: requestedEnd }: RequestedTime,
): Interval | undefined {
  const start = typeof requested === 'number' ? requested : instantAt(requested, zones);
  if (start === undefined || !Number.isFinite(start)) return undefined;
  const end = requestedEnd ?? start + service.durationMin * MINUTE_MS;
  return start < end && Number.isFinite(end) ? { start, end } : undefined;
}

function instantAt(local: LocalStart, zones: DateZones): number | undefined {
  const isTimeOfDay = Number.isInteger(local.timeMin) && local.timeMin >= 0 && local.timeMin < DAY_MIN;
  if (!isTimeOfDay || parseDay(local.date) === undefined) return undefined;
  const resolution = toInstant(local, zones.of(local));
  return resolution.kind === 'gap' ? undefined : resolution.instant;
}
