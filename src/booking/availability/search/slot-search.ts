import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RecentKeys } from '../../../platform/async/recent-keys';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Interval } from '../../../platform/time/interval';
import { dateText, timeText } from '../../../platform/time/local-date';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/units';
import { type LocalStart, toInstant } from '../../../platform/time/zones/wall-clock';
import { SnapshotQueries } from '../../diary/snapshot/snapshot.queries';
import {
  type DateZones,
  lastBookableDate,
  type ProviderSlots,
  SlotFinder,
  type SlotOptions,
  type Slot,
  slotsOfAny,
  zonesFor,
} from '../../engine';
import { type Offerer, providerSlots, withTerms } from '../../diary/slots/offered-days';
import type { ListedSlot } from '../../diary/slots/listed-slot';
import {
  getBoth,
  getService,
  type OfferRequest,
  slotOptions,
  type Snapshot,
  withZoneMargin,
} from '../../diary/snapshot/snapshot';
import { ofSeats, serviceWith } from '../../diary/snapshot/terms';
import { WorkMeter } from '../../diary/slots/work-meter';

/** How far the first snapshot of a search reaches, and each further one: most searches end in the first. */
export const FIRST_STEP_MS = 14 * DAY_MS;
export const STEP_MS = 60 * DAY_MS;

/** A year of one provider without short gaps is small: it has few busy times for each day. */
const LONG_STEP_MS = 366 * DAY_MS;

/** How long a provider without slots in the first step is searched in long steps from the start, and how many such are known. */
const FULL = { forMs: MINUTE_MS, most: 1_000 };

/** A search stops before the horizon after this many days and starts of all providers together, or after this time. */
export const SEARCH_WORK = 200_000;
export const SEARCH_MS = 3 * SECOND_MS;

/** How many other slots a refusal offers (docs/reference/booking.md). */
export const ALTERNATIVES = 3;

export interface SlotSearchRequest extends OfferRequest {
  readonly serviceId: number;
  /** Absent: every active provider. */
  readonly providerId?: number | undefined;
  /** Only these, in the place of `providerId`. */
  readonly providerIds?: readonly number[] | undefined;
  /** An instant (epoch ms), or a time on the clock of each provider. A time before now means now. */
  readonly from: number | LocalStart;
  readonly limit: number;
  /** Whether the client has closed the connection: the search stops then. */
  readonly isGone?: (() => boolean) | undefined;
}

export interface FoundSlots {
  readonly slots: readonly ListedSlot[];
  /** Set when the search stopped before the horizon: there may be slots after this instant. RFC 3339. */
  readonly searchedUntil?: string;
}

/** Finds the next offered slots, step by step, up to the horizon of the service. */
@Injectable()
export class SlotSearch {
  /** The searches that found no slot in their first step lately. */
  private readonly full: RecentKeys;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: SnapshotQueries,
    private readonly clock: Clock,
  ) {
    this.full = new RecentKeys(clock, FULL.forMs, FULL.most);
  }

  /** As `find`, but without the slot at `from` itself, which was requested and refused. */
  async findAfter(request: SlotSearchRequest, tx?: EntityManager): Promise<FoundSlots> {
    const found = await this.find({ ...request, limit: request.limit + 1 }, tx);
    const slots = found.slots.filter((slot) => !isAt(slot, request.from)).slice(0, request.limit);
    return { ...found, slots };
  }

  /**
   * The first `limit` slots at or after `from`, in time order; fewer when the horizon or the limit of work comes first. Takes one
   * round trip for the first fortnight, unless it was full a moment ago, then one for each year; with any provider, sessions,
   * resources or a team, one for each 60 days.
   * @param tx the transaction to read in, if any
   * @throws ValidationError for ids that name nothing
   */
  async find(request: SlotSearchRequest, tx?: EntityManager): Promise<FoundSlots> {
    const { providerId, limit, isGone } = request;
    const now = this.clock.now();
    const deadline = this.clock.monotonic() + SEARCH_MS;
    const work = new WorkMeter();
    const slots: ListedSlot[] = [];
    let start = Math.max(now, approximateInstant(request.from));
    const fortnight = fortnightOf(request, start);
    for (let lengthMs = this.full.has(fortnight) ? LONG_STEP_MS : FIRST_STEP_MS; ;) {
      const span = { start, end: start + lengthMs };
      const snapshot = await this.snapshot(request, span, tx);
      if (providerId !== undefined) getBoth(snapshot, providerId);
      const options = slotOptions(snapshot, request);
      const found = await slotsIn(span, now, snapshot, request, options, work);
      slots.push(...found.slice(0, limit - slots.length));
      if (slots.length === limit || isPastHorizon(span.end, now, snapshot, request)) return { slots };
      if (work.total >= SEARCH_WORK || this.clock.monotonic() >= deadline || isGone?.() === true)
        return { slots, searchedUntil: formatInstant(span.end, this.config.businessTimeZone) };
      start = span.end;
      lengthMs = stepAfter(snapshot, request);
      if (slots.length === 0 && lengthMs === LONG_STEP_MS) this.full.add(fortnight);
    }
  }

  private snapshot(
    { serviceId, providerId, providerIds, excludeAppointmentId, locationId }: SlotSearchRequest,
    span: Interval,
    tx: EntityManager | undefined,
  ): Promise<Snapshot> {
    const scope = { serviceId, within: withZoneMargin(span), excludeAppointmentId, locationId };
    if (providerId === undefined) return this.queries.snapshot({ ...scope, providerIds }, tx);
    const isLong = span.end - span.start > STEP_MS;
    return this.queries.snapshotForSearch({ ...scope, providerId, isLong }, tx);
  }
}

/** The key of the first step of a search. */
function fortnightOf({ serviceId, providerId, providerIds = [] }: SlotSearchRequest, start: number): string {
  return `${serviceId} ${providerId} ${providerIds.join()} ${Math.floor(start / DAY_MS)}`;
}

/** Reading sessions, resources and helpers for a year would take long, so only a service without them is searched in such a step. */
function stepAfter(snapshot: Snapshot, { providerId }: SlotSearchRequest): number {
  const { capacity, needs, team } = getService(snapshot);
  const takesProviderAlone = capacity === 1 && needs.length === 0 && team.length === 0;
  return providerId !== undefined && takesProviderAlone ? LONG_STEP_MS : STEP_MS;
}

/** The first slots that start in a span of time, of all providers together. */
async function slotsIn(
  span: Interval,
  now: number,
  snapshot: Snapshot,
  request: SlotSearchRequest,
  options: SlotOptions,
  work: WorkMeter,
): Promise<ListedSlot[]> {
  const common = getService(snapshot);
  const perProvider: ProviderSlots[] = [];
  const offerers = new Map<number, Offerer>();
  for (const calendar of snapshot.calendars) {
    const own = serviceWith(common, calendar.providerId, request.durationMin);
    const service = ofSeats(own, options.seats);
    const offerer = { calendar, service, zones: zonesFor(calendar, request.locationId) };
    offerers.set(calendar.providerId, offerer);
    const { slots, examined } = firstSlotsIn(span, now, offerer, request, options);
    perProvider.push(providerSlots(offerer, slots, snapshot.workload));
    const turn = work.add(examined);
    if (turn !== undefined) await turn;
  }
  return slotsOfAny(perProvider).map((slot) => {
    const { providerIds, ...offered } = withTerms(slot, offerers);
    return request.providerId === undefined ? { ...offered, providerIds } : offered;
  });
}

function firstSlotsIn(
  { start, end }: Interval,
  now: number,
  { service, calendar, zones }: Offerer,
  { from, limit }: SlotSearchRequest,
  options: SlotOptions,
): { readonly slots: readonly Slot[]; readonly examined: number } {
  const finder = new SlotFinder(now, service, calendar, options);
  const since = searchStart(zones, from, start);
  const slots = finder.first(since, limit, zones.lastDayAt(end));
  return { slots: slots.filter((slot) => slot.start < end), examined: finder.examined };
}

/** An instant that is not after `from` on the clock of any provider. */
function approximateInstant(from: SlotSearchRequest['from']): number {
  return typeof from === 'number' ? from : toInstant(from, 'UTC').instant - DAY_MS;
}

/** Where the search begins in one provider's calendar: at `from`, or where the previous step ended. */
function searchStart(zones: DateZones, from: SlotSearchRequest['from'], start: number): number {
  return Math.max(start, typeof from === 'number' ? from : toInstant(from, zones.of(from)).instant);
}

function isAt({ start, date, time }: ListedSlot, from: SlotSearchRequest['from']): boolean {
  return typeof from === 'number' ? start === from : date === from.date && time === timeText(from.timeMin);
}

/** Whether no provider can be booked at or after `end`. Usually the horizon is before it. */
function isPastHorizon(
  end: number,
  now: number,
  snapshot: Snapshot,
  { locationId }: SlotSearchRequest,
): boolean {
  const rules = getService(snapshot);
  return snapshot.calendars.every((calendar) => {
    const { isAvailable, offersService, timeZone } = calendar;
    if (!(rules.isAvailable && isAvailable && offersService)) return true;
    const date = dateText(zonesFor(calendar, locationId).firstDayAt(end));
    return date > lastBookableDate(now, rules, timeZone);
  });
}
