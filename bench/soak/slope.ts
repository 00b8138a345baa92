import { median } from '../load/report/statistics';

/** A measured value, and when it was measured, in hours since the beginning. */
export interface Point {
  readonly hours: number;
  readonly value: number;
}

/**
 * The Theil–Sen slope: the median of the slopes between all pairs of points. A third of the points may be wrong, such as a heap just before
 * its garbage is collected, without moving it far. NaN for fewer than two points.
 * @returns the change of the value in an hour
 */
export function slopeOf(points: readonly Point[]): number {
  return median(
    points.flatMap((from, index) =>
      points.slice(index + 1).map((to) => (to.value - from.value) / (to.hours - from.hours)),
    ),
  );
}

/** The second half of a run: caches have filled and the compiler has done its work. */
export function secondHalf(points: readonly Point[]): readonly Point[] {
  const half = (points.at(-1)?.hours ?? 0) / 2;
  return points.filter(({ hours }) => hours >= half);
}
