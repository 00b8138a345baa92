/** Half-open: `start` ≤ t < `end`, in epoch milliseconds. Never empty. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The same set of instants as sorted intervals that neither overlap nor touch. */
export function unite(intervals: readonly Interval[]): readonly Interval[] {
  if (areUnited(intervals)) return intervals;
  const united: Interval[] = [];
  let [start, end, earlier] = [NaN, NaN, -Infinity];
  for (const next of intervals) {
    // Lists from the database are mostly in order, so whether this one is becomes known on the way.
    if (next.start < earlier) return unite(intervals.toSorted((a, b) => a.start - b.start));
    earlier = next.start;
    if (next.start <= end) {
      if (next.end > end) end = next.end;
    } else if (next.start < next.end) {
      if (start < end) united.push({ start, end });
      start = next.start;
      end = next.end;
    }
  }
  if (start < end) united.push({ start, end });
  return united;
}

/** The same intervals by their start. Copies only what is not in order yet: lists from the database mostly are. */
export function sortedByStart<T extends Interval>(intervals: readonly T[]): readonly T[] {
  let earlier = -Infinity;
  for (const { start } of intervals) {
    if (start < earlier) return intervals.toSorted((a, b) => a.start - b.start);
    earlier = start;
  }
  return intervals;
}

/** The parts of `open` outside of `removed`. Both must be sorted and disjoint, as `unite` returns them. */
export function subtract(open: readonly Interval[], removed: readonly Interval[]): readonly Interval[] {
  return open.flatMap((interval) => cutOut(interval, removed));
}

/** The instants that both lists cover. Both must be sorted and disjoint, as `unite` returns them. */
export function intersect(some: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  const common: Interval[] = [];
  let next = 0;
  for (const { start, end } of some) {
    next = firstEndingAfter(others, start, next);
    for (let i = next, other = others[i]; other && other.start < end; other = others[++i])
      common.push({ start: Math.max(start, other.start), end: Math.min(end, other.end) });
  }
  return common;
}

/** The instants that at least `number` of the lists cover. Each list must be sorted and disjoint, as `unite` returns them. */
export function coveredBy(number: number, lists: readonly (readonly Interval[])[]): readonly Interval[] {
  const edges = lists.flat().flatMap(({ start, end }) => [
    { at: start, change: 1 },
    { at: end, change: -1 },
  ]);
  const covered: Interval[] = [];
  let [count, start] = [0, NaN];
  for (const { at, change } of edges.sort((a, b) => a.at - b.at)) {
    const before = count;
    count += change;
    if (before < number && count >= number) start = at;
    if (before >= number && count < number && start < at) covered.push({ start, end: at });
  }
  return unite(covered);
}

/** Whether two intervals share an instant. Intervals that only touch do not. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether `start` to `end` shares an instant with any of `united`, which must be as `unite` returns them. */
export function overlapsAny(united: readonly Interval[], start: number, end: number): boolean {
  return firstOverlap(united, start, end) !== undefined;
}

/** The first of `united`, as `unite` returns them, that shares an instant with `start` to `end`. */
export function firstOverlap(united: readonly Interval[], start: number, end: number): Interval | undefined {
  const first = united[firstEndingAfter(united, start)];
  return first !== undefined && first.start < end ? first : undefined;
}

/** The intervals of `united` that share an instant with `interval`. */
function meeting(united: readonly Interval[], interval: Interval): readonly Interval[] {
  const from = firstEndingAfter(united, interval.start);
  let to = from;
  for (let next = united[to]; next && next.start < interval.end; next = united[to]) to++;
  return united.slice(from, to);
}

function cutOut(interval: Interval, removed: readonly Interval[]): readonly Interval[] {
  const holes = meeting(removed, interval);
  if (holes.length === 0) return [interval];
  const left: Interval[] = [];
  let start = interval.start;
  for (const hole of holes) {
    if (start < hole.start) left.push({ start, end: hole.start });
    start = hole.end;
  }
  if (start < interval.end) left.push({ start, end: interval.end });
  return left;
}

/** Index of the first interval, from `low` on, that ends after `instant`, by binary search; the length when there is none. */
export function firstEndingAfter(united: readonly Interval[], instant: number, low = 0): number {
  let high = united.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((united[middle]?.end ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the intervals are sorted and disjoint already, as lists from the database mostly are. */
function areUnited(intervals: readonly Interval[]): boolean {
  let reached = -Infinity;
  for (const { start, end } of intervals) {
    if (start <= reached || end <= start) return false;
    reached = end;
  }
  return true;
}
