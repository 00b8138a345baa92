import { DAY_MS } from '../../../platform/time/units';
import { type Interval, overlapsAny } from '../../../platform/time/interval';
import { startOfDay } from '../../../platform/time/zones/wall-clock';
import { type DateZones, zonesFor } from '../date-zones';
import { SlotFinder } from '../slots';
import { rulesOf, type PossibleVisit, type VisitDates, type VisitItem, type VisitRequest } from './visit';
import { VisitPlanner } from './visit-planner';
import { VisitWindows } from './visit-windows';

/** How many days the search prepares at a time: few at first, because most searches end there. */
const FIRST_STEP_DAYS = 1;
const LONGEST_STEP_DAYS = 8;

/** A provider of the first item. */
interface First {
  readonly zones: DateZones;
  readonly finder: SlotFinder;
}

/** Finds the earliest visits: one for each grid start of the first item from which a visit can go on. */
export class VisitSearch {
  /** Before this instant, every visit has been found. */
  searchedUntil = -Infinity;
  /** Whether all dates were searched. */
  isComplete = false;
  private readonly planner: VisitPlanner;
  private readonly firsts: readonly First[];

  constructor(
    private readonly now: number,
    request: VisitRequest,
  ) {
    this.planner = new VisitPlanner(now, request);
    const [first] = request.items;
    this.firsts = first === undefined ? [] : firstsOf(now, first, request);
  }

  /** Number of days and starts examined so far: a measure of the work done. */
  get examined(): number {
    return this.firsts.reduce((sum, { finder }) => sum + finder.examined, this.planner.examined);
  }

  /**
   * The visits in the order of time. Pauses often without a visit, so that the caller can look at the work done. Ends early, with
   * `searchedUntil`, at a start with too many ways to try.
   */
  *within(dates: VisitDates): Generator<PossibleVisit | undefined> {
    const windows = new VisitWindows(dates);
    const { start, end } = windows.span(this.firsts.flatMap(({ zones }) => zones.all));
    this.searchedUntil = Math.max(start, this.now, (dates.after ?? -Infinity) + 1);
    for (let days = FIRST_STEP_DAYS; this.searchedUntil < end; days = Math.min(days * 2, LONGEST_STEP_DAYS)) {
      const from = this.searchedUntil;
      const span = { start: from, end: Math.min(from + days * DAY_MS, end) };
      for (const first of yield* this.startsIn(span, windows)) {
        this.searchedUntil = first;
        const found = yield* this.planner.at(first, (zone) => windows.endOf(first, zone));
        if (found === 'unknown') return;
        yield found === 'none' ? undefined : found;
      }
      this.searchedUntil = span.end;
    }
    this.isComplete = true;
  }

  /** The starts on the grids of the first item that may begin a visit, in the order of time. */
  private *startsIn(span: Interval, windows: VisitWindows): Generator<undefined, readonly number[]> {
    const possible = yield* this.planner.prepare(span);
    const starts = new Set<number>();
    for (const { zones, finder } of this.firsts) {
      // Where the clock is set back over midnight, an instant has the date before the day that contains it.
      const lastDay = zones.lastDayAt(span.end) + 1;
      for (let day = zones.firstDayAt(span.start); day <= lastDay; day++) {
        const zone = zones.on(day);
        if (!meetsDay(possible, day, zone)) continue;
        for (const { start } of finder.on(day).slots)
          if (overlapsAny(possible, start, start + 1) && windows.endOf(start, zone) !== undefined)
            starts.add(start);
      }
      yield;
    }
    return [...starts].sort((a, b) => a - b);
  }
}

/** Whether some possible start lies on a local day. */
function meetsDay(possible: readonly Interval[], day: number, zone: string): boolean {
  return overlapsAny(possible, startOfDay(day, zone), startOfDay(day + 1, zone));
}

function firstsOf(now: number, item: VisitItem, { seats, locationId }: VisitRequest): readonly First[] {
  const { calendars, resources, team } = item;
  const options = { seats, locationId, resources, team };
  return calendars.map((calendar) => ({
    zones: zonesFor(calendar, locationId),
    finder: new SlotFinder(now, rulesOf(item, calendar.providerId), calendar, options),
  }));
}
