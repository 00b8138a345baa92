import { type Interval, overlapsAny, subtract } from '../../platform/time/interval';
import { MINUTE_MS } from '../../platform/time/units';
import type { WorkInterval } from './work-stretch';

/** Other times that matter at the place that hours name, as `unite` returns them. @param locationId undefined: the hours name none */
type AwayAt = (locationId: number | undefined) => readonly Interval[];

/** The part of hours that is left outside of other times, in whole minutes. */
export function openTime(hours: readonly WorkInterval[], awayAt: AwayAt): readonly WorkInterval[] {
  if (hours.every((stretch) => isAllOpen(stretch, awayAt(stretch.locationId)))) return hours;
  return hours.flatMap((stretch) =>
    inWholeMinutes(subtract([stretch], awayAt(stretch.locationId)), stretch.locationId),
  );
}

function isAllOpen({ start, end }: Interval, away: readonly Interval[]): boolean {
  return start % MINUTE_MS === 0 && end % MINUTE_MS === 0 && !overlapsAny(away, start, end);
}

function inWholeMinutes(
  stretches: readonly Interval[],
  locationId: number | undefined,
): readonly WorkInterval[] {
  return stretches
    .map(({ start, end }) => ({
      start: Math.ceil(start / MINUTE_MS) * MINUTE_MS,
      end: Math.floor(end / MINUTE_MS) * MINUTE_MS,
      locationId,
    }))
    .filter(({ start, end }) => start < end);
}
