import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { formatInstant } from '../../../platform/time/instant-text';
import { dateText, getDay, LAST_DAY } from '../../../platform/time/local-date';
import { DAY_MS } from '../../../platform/time/units';
import { type PossibleVisit, type VisitDates, VisitSearch } from '../../engine/visits';
import { FIRST_STEP_MS, SEARCH_MS, SEARCH_WORK, STEP_MS } from '../search/slot-search';
import { withZoneMarginOfDates } from '../../diary/snapshot/snapshot';
import { WorkMeter } from '../../diary/slots/work-meter';
import { type OfferedVisit, offeredVisit } from './offered-visit';
import {
  appointmentsOf,
  assertFound,
  serviceOf,
  type VisitSnapshot,
  visitItemsOf,
  type RequestedVisit,
} from '../../diary/visits/visit-snapshot';
import { VisitSnapshotQueries } from '../../diary/visits/visit-snapshot.queries';

/** The dates, inclusive, and the times of a search for visits. */
export interface VisitSearchRequest extends RequestedVisit, Omit<VisitDates, 'firstDay' | 'lastDay'> {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

/** The visits that a search found, in the order of time. */
export interface FoundVisits {
  readonly visits: readonly OfferedVisit[];
  /** Set when the search stopped before the last date: there may be visits from this instant on. RFC 3339. */
  readonly searchedUntil?: string | undefined;
}

/** How much a search may still do. */
interface Allowance {
  readonly now: number;
  readonly work: WorkMeter;
  readonly deadline: number;
  readonly limit: number;
  readonly isGone: (() => boolean) | undefined;
}

/** Finds the earliest visits of several services in a row. */
@Injectable()
export class VisitFinder {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: VisitSnapshotQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * The earliest visits on some dates: one round trip.
   * @param isGone whether the client has closed the connection: the search stops then
   * @throws ValidationError for ids that name nothing, and for more seats than a service has
   */
  async find(request: VisitSearchRequest, isGone?: () => boolean): Promise<FoundVisits> {
    const { from, to, limit } = request;
    const snapshot = await this.queries.snapshot(request, withZoneMarginOfDates(from, to));
    assertFound(snapshot, request);
    const dates = { ...request, firstDay: getDay(from), lastDay: getDay(to) };
    const { visits, stoppedAt } = await this.search(snapshot, request, dates, this.allowance(limit, isGone));
    return this.foundVisits(visits, stoppedAt);
  }

  /**
   * The next visits that start after an instant, up to the horizon of the first service: one round trip for the first fortnight, and
   * one for each 60 days after it.
   * @param tx the transaction to read in, if any
   * @throws ValidationError as `find`
   */
  async findAfter(
    after: number,
    requested: RequestedVisit,
    limit: number,
    isGone?: () => boolean,
    tx?: EntityManager,
  ): Promise<FoundVisits> {
    const allowance = this.allowance(limit, isGone);
    const all: OfferedVisit[] = [];
    // The date of the instant is this one, the one before or the one after in every zone.
    let firstDay = Math.floor(Math.max(after, allowance.now) / DAY_MS) - 1;
    for (let step = FIRST_STEP_MS; ; step = STEP_MS) {
      const lastDay = Math.min(firstDay + step / DAY_MS - 1, LAST_DAY);
      const within = withZoneMarginOfDates(dateText(firstDay), dateText(lastDay));
      const snapshot = await this.queries.snapshot(requested, within, tx);
      assertFound(snapshot, requested);
      const dates = { firstDay, lastDay, after };
      const rest = { ...allowance, limit: limit - all.length };
      const { visits, stoppedAt } = await this.search(snapshot, requested, dates, rest);
      all.push(...visits);
      if (
        stoppedAt !== undefined ||
        all.length === limit ||
        isPastHorizon(lastDay, allowance.now, snapshot, requested)
      )
        return this.foundVisits(all, stoppedAt);
      firstDay = lastDay + 1;
    }
  }

  private async search(
    snapshot: VisitSnapshot,
    requested: RequestedVisit,
    dates: VisitDates,
    { now, work, deadline, limit, isGone }: Allowance,
  ): Promise<{ visits: OfferedVisit[]; stoppedAt?: number }> {
    const { maxGapMin = 0, seats = 1, locationId } = requested;
    const items = visitItemsOf(snapshot, requested);
    const request = { items, maxGapMin, seats, locationId, appointments: appointmentsOf(snapshot) };
    const search = new VisitSearch(now, request);
    const visits: PossibleVisit[] = [];
    const offered = () => visits.map((visit) => offeredVisit(visit, snapshot, requested));
    let examined = 0;
    for (const visit of search.within(dates)) {
      if (visit !== undefined) visits.push(visit);
      if (visits.length === limit) return { visits: offered() };
      const turn = work.add(search.examined - examined);
      examined = search.examined;
      if (turn !== undefined) await turn;
      if (work.total >= SEARCH_WORK || this.clock.monotonic() >= deadline || isGone?.() === true)
        return { visits: offered(), stoppedAt: search.searchedUntil };
    }
    return search.isComplete ? { visits: offered() } : { visits: offered(), stoppedAt: search.searchedUntil };
  }

  private allowance(limit: number, isGone: (() => boolean) | undefined): Allowance {
    const deadline = this.clock.monotonic() + SEARCH_MS;
    return { now: this.clock.now(), work: new WorkMeter(), deadline, limit, isGone };
  }

  private foundVisits(visits: readonly OfferedVisit[], stoppedAt: number | undefined): FoundVisits {
    if (stoppedAt === undefined) return { visits };
    return { visits, searchedUntil: formatInstant(stoppedAt, this.config.businessTimeZone) };
  }
}

/** Whether no visit can start after a day in any zone. */
function isPastHorizon(
  lastDay: number,
  now: number,
  snapshot: VisitSnapshot,
  { items: [first] }: RequestedVisit,
): boolean {
  if (first === undefined || lastDay >= LAST_DAY) return true;
  return lastDay > Math.floor(now / DAY_MS) + serviceOf(snapshot, first).maxAdvanceDays + 1;
}
