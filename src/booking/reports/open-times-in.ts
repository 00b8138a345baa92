import { intersect, type Interval, unite } from '../../platform/time/interval';
import { DAY_MS } from '../../platform/time/units';
import type { WorkedDay, WorkInterval } from '../engine';
import type { OpenTime } from './utilisation';

/**
 * The working time of one provider, or of a resource, in each of some parts of a range.
 * @param worked its local days
 * @param parts in the order of time, apart from each other
 * @param counts whether some of its hours count
 */
export function openTimesIn(
  worked: (day: number) => WorkedDay,
  parts: readonly Interval[],
  counts: (hours: WorkInterval) => boolean = () => true,
): readonly OpenTime[] {
  const days = daysMeeting(parts).map(worked);
  const hours = unite(days.flatMap((day) => day.hours.filter(counts)));
  const left = unite(days.flatMap((day) => day.left.filter(counts)));
  return parts.map((part) => {
    const open = lengthOf(intersect([part], hours));
    return { open, blocked: open - lengthOf(intersect([part], left)) };
  });
}

/** The local days, in any zone, that may meet a range: a local day is at most one away from that of UTC. */
function daysMeeting(parts: readonly Interval[]): readonly number[] {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const before = Math.floor(first.start / DAY_MS) - 1;
  const after = Math.floor(last.end / DAY_MS) + 1;
  return Array.from({ length: after - before + 1 }, (_, nth) => before + nth);
}

function lengthOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { start, end }) => sum + end - start, 0);
}
