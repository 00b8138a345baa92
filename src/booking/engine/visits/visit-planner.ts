import { type Interval, firstEndingAfter, intersect, unite } from '../../../platform/time/interval';
import { MINUTE_MS } from '../../../platform/time/units';
import { localDayOf } from '../../../platform/time/zones/wall-clock';
import { ItemChoices, type ItemRefusal } from './item-choices';
import type { PlannedItem, PossibleVisit, VisitRequest } from './visit';
import { Workload } from '../workload';

/** The planner gives a start up after this many starts of single items. */
export const WORK_OF_ONE_START = 20_000;

/** When a visit must be over if the first item is with a provider in a zone; undefined: it cannot begin then in that zone. */
export type EndInZone = (zone: string) => number | undefined;

/** The index of the first item that cannot be booked, and the reason. */
export interface VisitRefusal extends ItemRefusal {
  readonly item: number;
}

/** What is still to be placed. */
interface Rest {
  readonly index: number;
  /** The earliest start of the item. */
  readonly from: number;
  readonly latestEnd: number;
  readonly earlier: readonly PlannedItem[];
}

/**
 * Plans the visit that begins at a start. Of all visits that are possible then, it is the one whose first item is with the preferred
 * provider; of those the one whose second item is the earliest, and with the preferred provider; and so on. So each item is as early
 * as it can be while the items after it are still possible.
 */
export class VisitPlanner {
  private readonly items: readonly ItemChoices[];
  private readonly gapMs: number;
  /** For each item the intervals in which its starts lie. */
  private starts: readonly (readonly Interval[])[] = [];
  /** The attempts that failed at the present start. */
  private readonly failed = new Set<string>();
  private worstCase = Infinity;
  private furthest: Rest | undefined;

  constructor(now: number, request: VisitRequest) {
    const workload = new Workload(request.appointments);
    this.items = request.items.map((item) => new ItemChoices(now, item, request, workload));
    this.gapMs = request.maxGapMin * MINUTE_MS;
  }

  get examined(): number {
    return this.items.reduce((sum, { examined }) => sum + examined, 0);
  }

  /** Prepares for visits that begin within a span. Pauses after each item. @returns intervals in which every start of a visit lies */
  *prepare(span: Interval): Generator<undefined, readonly Interval[]> {
    this.starts = yield* this.ownStarts(span);
    // A start of an item counts only if the item after it can start when this one has ended, or within the gap.
    const starts: (readonly Interval[])[] = [];
    let next: readonly Interval[] | undefined;
    for (let index = this.items.length - 1; index >= 0; index--) {
      const own = this.starts[index] ?? [];
      const { shortestMs = 0, longestMs = 0 } = this.items[index] ?? {};
      const followed = next?.map(({ start, end }) => {
        return { start: start - longestMs - this.gapMs, end: end - shortestMs };
      });
      next = followed === undefined ? own : intersect(own, unite(followed));
      starts.unshift(next);
    }
    this.starts = starts;
    return starts[0] ?? [];
  }

  /** The visit that begins at a start within the prepared span. `unknown`: there are too many ways to try. Pauses between them. */
  *at(start: number, endInZone: EndInZone): Generator<undefined, PossibleVisit | 'none' | 'unknown'> {
    this.begin();
    for (const first of this.placements(0, start, [], (zone) => endInZone(zone) !== undefined)) {
      const latestEnd = endInZone(first.timeZone) ?? -Infinity;
      const rest = yield* this.complete({ index: 1, from: first.end, latestEnd, earlier: [first] });
      if (rest !== undefined) return visitOf([first, ...rest]);
    }
    return this.isTired() ? 'unknown' : 'none';
  }

  /** The visit that begins at a start, without preparation. */
  *planAt(start: number, endInZone: EndInZone): Generator<undefined, PossibleVisit | 'none' | 'unknown'> {
    yield* this.prepare({ start, end: start + 1 });
    return yield* this.at(start, endInZone);
  }

  /** Why no visit begins at a start: the first item that is impossible however the items before it are placed. */
  *refusalAt(start: number, endInZone: EndInZone): Generator<undefined, VisitRefusal> {
    // Without the limits that later items put on the starts of an item, the search goes as far as it can.
    this.starts = yield* this.ownStarts({ start, end: start + 1 });
    this.furthest = { index: 0, from: start, latestEnd: Infinity, earlier: [] };
    yield* this.at(start, endInZone);
    const { index, from, earlier } = this.furthest;
    this.furthest = undefined;
    return { item: index, ...(this.items[index]?.refusalAt(from, earlier) ?? { reason: 'slot_taken' }) };
  }

  private begin(): void {
    this.failed.clear();
    this.worstCase = this.examined + WORK_OF_ONE_START;
  }

  private isTired(): boolean {
    return this.examined > this.worstCase;
  }

  private *ownStarts(span: Interval): Generator<undefined, readonly (readonly Interval[])[]> {
    const starts: (readonly Interval[])[] = [];
    let { start, end } = span;
    for (const item of this.items) {
      starts.push(item.startsIn({ start, end }));
      yield;
      start += item.shortestMs;
      end += item.longestMs + this.gapMs;
    }
    return starts;
  }

  private placements(
    index: number,
    start: number,
    earlier: readonly PlannedItem[],
    isZone: (zone: string) => boolean,
  ): Iterable<PlannedItem> {
    return this.items[index]?.at(start, earlier, isZone) ?? [];
  }

  /** The items from an index on, or undefined when they cannot be booked. */
  private *complete(rest: Rest): Generator<undefined, readonly PlannedItem[] | undefined> {
    const { index, from, latestEnd, earlier } = rest;
    if (index === this.items.length) return from <= latestEnd ? [] : undefined;
    if (this.furthest !== undefined && index > this.furthest.index) this.furthest = rest;
    const name = this.nameOf(rest);
    if (this.isTired() || this.failed.has(name)) return undefined;
    for (const start of minutesIn(this.starts[index] ?? [], from, Math.min(from + this.gapMs, latestEnd))) {
      for (const item of this.placements(index, start, earlier, () => true)) {
        const next = { index: index + 1, from: item.end, latestEnd, earlier: [...earlier, item] };
        const others = yield* this.complete(next);
        if (others !== undefined) return [item, ...others];
      }
      if (this.isTired()) return undefined;
      yield;
    }
    this.failed.add(name);
    return undefined;
  }

  /** The key of everything that decides whether the remaining items are possible. Earlier items count only if they can still conflict. */
  private nameOf({ index, from, latestEnd, earlier }: Rest): string {
    const rest = this.items.slice(index);
    const longestBuffer = Math.max(...rest.map(({ longestBufferMs }) => longestBufferMs));
    const inTheWay = earlier.flatMap(({ providerId, placement: { busy, session, resourceIds, team } }) => {
      if (session !== null || busy.end <= from - longestBuffer) return [];
      const people = [providerId, ...team].filter((id) => rest.some((item) => item.mayBeWith(id)));
      return people.length === 0 && resourceIds.length === 0
        ? []
        : `${busy.end} ${people.join()} ${resourceIds.join()}`;
    });
    const counting = rest.some(({ isLimited }) => isLimited) ? earlier.map(countedName) : [];
    return `${index} ${from} ${latestEnd} ${inTheWay.join(';')} ${counting.join()}`;
  }
}

/** What an item counts as towards limits: its service follows from its place in the visit. */
function countedName({ providerId, start, timeZone, placement: { session } }: PlannedItem): string {
  return session === null ? `${providerId} on ${localDayOf(start, timeZone)}` : '';
}

/** The whole minutes from one to another, both included, that lie in intervals as `unite` returns them. */
function* minutesIn(intervals: readonly Interval[], from: number, to: number): Generator<number> {
  for (
    let i = firstEndingAfter(intervals, from), next = intervals[i];
    next !== undefined;
    next = intervals[++i]
  ) {
    if (next.start > to) return;
    const first = from + Math.max(0, Math.ceil((next.start - from) / MINUTE_MS)) * MINUTE_MS;
    for (let minute = first; minute < next.end && minute <= to; minute += MINUTE_MS) yield minute;
  }
}

function visitOf(items: readonly PlannedItem[]): PossibleVisit {
  return { start: items[0]?.start ?? NaN, end: items.at(-1)?.end ?? NaN, items };
}
