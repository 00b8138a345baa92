import { type Buffers, occupied } from './busy';
import type { Interval } from '../../../platform/time/interval';
import { MINUTE_MS } from '../../../platform/time/local-date';
import { dayBounds } from '../../../platform/time/wall-clock';

/**
 * The instants that the slots of the given local dates (inclusive) depend on, in any of the zones: load every busy
 * range (stored widened), closure and time off that meets it. RangeError when a date or a zone is none, or none is given.
 */
export function snapshotWindow(
  firstDate: string,
  lastDate: string,
  zones: readonly string[],
  service: Buffers & { readonly durationMin: number },
): Interval {
  const first = Math.min(...zones.map((zone) => dayBounds(firstDate, zone).start));
  const last = Math.max(...zones.map((zone) => dayBounds(lastDate, zone).end));
  if (!Number.isFinite(first) || !Number.isFinite(last)) throw new RangeError('no time zone given');
  return occupied(service, { start: first, end: last + service.durationMin * MINUTE_MS });
}
