import type { LocalStretch } from '../../platform/time/local-stretch';
import { intersect, type Interval, unite } from '../../platform/time/interval';

/** Hours of a local day, and where the provider is in them. */
export interface WorkStretch extends LocalStretch {
  /** Absent: at every place. */
  readonly locationId?: number;
}

/** Working time, and where the provider is in it. */
export interface WorkInterval extends Interval {
  /** Undefined: at every place. */
  readonly locationId: number | undefined;
}

/** The parts of the hours of a provider that lie in those of the business, or of a place. */
export function cutTo(
  bounds: readonly LocalStretch[],
  hours: readonly WorkStretch[],
): readonly WorkStretch[] {
  const open = unite(bounds.map(asInterval));
  return atEachPlace(hours, (intervals) => intersect(intervals, open));
}

/** What becomes of the stretches of each place, in the order of time. Those of different places stay apart. */
export function atEachPlace(
  stretches: readonly WorkStretch[],
  change: (ofPlace: readonly Interval[]) => readonly Interval[],
): readonly WorkStretch[] {
  const places = new Set(stretches.map(({ locationId }) => locationId));
  const changed = [...places].flatMap((place) => {
    const ofPlace = stretches.filter(({ locationId }) => locationId === place).map(asInterval);
    const left = change(ofPlace).map(asStretch);
    return place === undefined ? left : left.map((stretch) => ({ ...stretch, locationId: place }));
  });
  return places.size > 1 ? changed.sort((a, b) => a.startMin - b.startMin) : changed;
}

/** The same stretch as an interval, so that `unite` and `subtract` can be used. */
export function asInterval({ startMin, endMin }: LocalStretch): Interval {
  return { start: startMin, end: endMin };
}

function asStretch({ start, end }: Interval): LocalStretch {
  return { startMin: start, endMin: end };
}
