/** Half-open: `start` ≤ t < `end`, in epoch milliseconds. Never empty. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The same set of instants as sorted intervals that neither overlap nor touch. */
export function unite(intervals: readonly Interval[]): readonly Interval[] {
  if (areUnited(intervals)) return intervals;
  const united: Interval[] = [];
  let [start, end] = [NaN, NaN];
  for (const next of inOrder(intervals)) {
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
export function inOrder<T extends Interval>(intervals: readonly T[]): readonly T[] {
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

/** Index of the first interval that ends after `instant`, by binary search; the length when there is none. */
function firstEndingAfter(united: readonly Interval[], instant: number): number {
  let low = 0;
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
