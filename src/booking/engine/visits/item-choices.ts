import { type Interval, unite } from '../../../platform/time/interval';
import { timeText } from '../../../platform/time/local-date';
import { MINUTE_MS } from '../../../platform/time/units';
import { localTimeOf } from '../../../platform/time/zones/wall-clock';
import { occupied } from '../busy';
import type { DateZones } from '../date-zones';
import { countedDay, type DayLimitName, limitReached, type MoreOn } from '../limits';
import { type ProviderCalendar, type ServiceRules, Situation } from '../situation';
import { isAmong, type TeamTime } from '../teams';
import { type Placement, place, type Reason, refusedByOffer, refusedBySchedule } from '../verdict';
import { daysOf, equippedStarts, PossibleStarts } from './possible-starts';
import { type PlannedItem, rulesOf, type VisitItem, type VisitRequest } from './visit';
import { furthestReason, inOrderOfChoice } from '../any-provider';
import type { Workload } from '../workload';

interface ItemProvider {
  readonly providerId: number;
  readonly durationMs: number;
  readonly situation: Situation;
  readonly starts: PossibleStarts;
}

const NOWHERE = {};

/** Why an item cannot be had. */
export interface ItemRefusal {
  readonly reason: Reason;
  /** The limit that is reached, when the reason is `limit_reached`. */
  readonly limit?: DayLimitName | undefined;
}

/** Who can give one item of a visit, and when. */
export class ItemChoices {
  /** Number of days and starts examined so far: a measure of the work done. */
  examined = 0;
  /** The durations that providers need, and the longest buffer before a start. */
  readonly shortestMs: number;
  readonly longestMs: number;
  readonly longestBufferMs: number;
  private readonly providers: readonly ItemProvider[];
  /** Of the providers, each once where all their dates have one zone. */
  private readonly clocks: readonly DateZones[];
  /** The providers in the order of choice, by their local days. */
  private readonly orders = new Map<string, readonly ItemProvider[]>();

  constructor(
    now: number,
    private readonly item: VisitItem,
    private readonly request: VisitRequest,
    private readonly workload: Workload,
  ) {
    const rules = item.calendars.map(({ providerId }) => rulesOf(item, providerId));
    const durations = rules.map(({ durationMin }) => durationMin * MINUTE_MS);
    this.shortestMs = Math.min(...durations);
    this.longestMs = Math.max(0, ...durations);
    this.longestBufferMs = Math.max(0, ...rules.map(({ bufferBeforeMin }) => bufferBeforeMin * MINUTE_MS));
    this.providers = item.calendars.map((calendar) => itemProvider(now, item, calendar, request));
    const clocks = this.providers.map(({ situation: { zones } }) => zones);
    const unlike = new Map(clocks.map((zones) => [zones.areOne ? zones.on(0) : zones, zones]));
    this.clocks = [...unlike.values()];
  }

  /** Whether a provider may give the item, or help with it. */
  mayBeWith(providerId: number): boolean {
    return (
      this.providers.some((provider) => provider.providerId === providerId) ||
      this.item.team.mayInclude(providerId)
    );
  }

  /** Whether what earlier items take may reach a limit of this one. */
  get isLimited(): boolean {
    return this.providers.some(({ situation }) => situation.limits !== undefined);
  }

  /** Intervals of a span in which every start lies at which one of the providers can give the item. */
  startsIn(span: Interval): readonly Interval[] {
    const equipped = new Map<ServiceRules, readonly Interval[]>();
    const equippedFor = (rules: ServiceRules) => {
      const known = equipped.get(rules) ?? equippedStarts(rules, this.item.resources, span);
      equipped.set(rules, known);
      return known;
    };
    const offering = this.providers.filter(({ situation }) => refusedByOffer(situation) === undefined);
    const starts = offering.flatMap((each) => each.starts.within(span, equippedFor(each.situation.service)));
    this.examined += (offering.length + equipped.size) * daysOf(span);
    return unite(starts);
  }

  /**
   * The item at a start with each provider who can give it: first with the one whose appointments fill the fewest minutes of that
   * date, of several such ones with the lowest id.
   * @param earlier the items before it, which take their providers and resources, buffers included
   * @param isZone whether a provider in a zone may give it
   */
  *at(
    start: number,
    earlier: readonly PlannedItem[],
    isZone: (zone: string) => boolean,
  ): Generator<PlannedItem> {
    for (const provider of this.byChoiceAt(start)) {
      if (!isZone(provider.situation.zones.at(start))) continue;
      this.examined++;
      const placement = this.placementAt(start, provider, earlier);
      if ('reason' in placement) continue;
      yield this.planned(start, provider, placement);
    }
  }

  /** Why no provider can give the item at a start: the reason of the one who passes the most rules. */
  refusalAt(start: number, earlier: readonly PlannedItem[]): ItemRefusal {
    const placements = this.providers.map((provider) => this.placementAt(start, provider, earlier));
    const refusals = placements.filter((placement) => 'reason' in placement);
    const furthest = furthestReason(refusals.map(({ reason }) => reason));
    return (
      refusals.find(({ reason }) => reason === furthest) ?? {
        reason: this.item.service.isAvailable ? 'service_not_offered' : 'service_unavailable',
      }
    );
  }

  private placementAt(
    start: number,
    { providerId, situation, durationMs }: ItemProvider,
    earlier: readonly PlannedItem[],
  ): Placement | ItemRefusal {
    const time = { start, end: start + durationMs };
    const refused = refusedByOffer(situation) ?? refusedBySchedule(situation, time.start, time.end);
    if (refused !== undefined) return { reason: refused };
    const busy = occupied(situation.service, time);
    const isWithVisit = earlier.some((item) => isAmong(item, providerId, busy));
    if (isWithVisit && situation.sessionAt(time.start, time.end) === undefined)
      return { reason: 'slot_taken' };
    const placements = earlier.map(({ placement }) => placement);
    const locationId = situation.placeOf(time.start, time.end);
    const resources = this.item.resources.at(locationId);
    const choice = {
      resourcesFor: (interval: Interval) => resources.during(interval, placements),
      teamFor: (when: TeamTime) => this.item.team.for({ ...when, locationId }, providerId, earlier),
    };
    const placement = place(situation, time, this.request.seats, choice, busy);
    if (typeof placement === 'string') return { reason: placement };
    const more = this.moreOn(providerId, earlier);
    const limit = limitReached(situation.limits, { start, locationId }, placement, more);
    return limit === undefined ? placement : { reason: 'limit_reached', limit };
  }

  /** What earlier items add to the limits of the item with a provider. */
  private moreOn(providerId: number, earlier: readonly PlannedItem[]): MoreOn {
    const { items } = this.request;
    return (name, day) =>
      earlier.filter((item, index) => {
        if (item.placement.session !== null || this.dayOf(item, index) !== day) return false;
        if (name === 'provider.maxPerDay') return item.providerId === providerId;
        return items[index]?.serviceId === this.item.serviceId;
      }).length;
  }

  /** On which an earlier item counts. */
  private dayOf(item: PlannedItem, index: number): number | undefined {
    const calendars = this.request.items[index]?.calendars;
    const leader = calendars?.find(({ providerId }) => providerId === item.providerId);
    return leader && countedDay(leader, item);
  }

  private planned(
    start: number,
    { providerId, situation, durationMs }: ItemProvider,
    placement: Placement,
  ): PlannedItem {
    const { service, zones } = situation;
    const timeZone = zones.at(start);
    const end = start + durationMs;
    const { date, timeMin } = localTimeOf(start, timeZone);
    const locationId = situation.placeOf(start, end);
    const where = locationId === null ? NOWHERE : { locationId };
    const time = timeText(timeMin);
    const item = { start, end, date, time, providerId, timeZone, placement, ...where };
    if (service.capacity === 1) return item;
    const seatsLeft = situation.sessionAt(start, end)?.seatsLeft(service.capacity) ?? service.capacity;
    return { ...item, seatsLeft };
  }

  private byChoiceAt(start: number): readonly ItemProvider[] {
    if (this.providers.length === 1) return this.providers;
    const name = this.clocks.map((zones) => dateIn(zones, start)).join();
    const known = this.orders.get(name);
    if (known !== undefined) return known;
    const order = inOrderOfChoice(this.providers, ({ providerId, situation: { zones } }) =>
      this.workload.minutesOn(zones.dayAt(start), zones.at(start), providerId),
    );
    this.orders.set(name, order);
    return order;
  }
}

/** The name of the date of an instant. */
function dateIn(zones: DateZones, instant: number): string {
  return zones.areOne ? `${zones.dayAt(instant)}` : `${zones.at(instant)} ${zones.dayAt(instant)}`;
}

function itemProvider(
  now: number,
  item: VisitItem,
  calendar: ProviderCalendar,
  { locationId }: Pick<VisitRequest, 'locationId'>,
): ItemProvider {
  const { providerId } = calendar;
  const rules = rulesOf(item, providerId);
  const situation = new Situation(now, rules, calendar, undefined, locationId);
  const durationMs = rules.durationMin * MINUTE_MS;
  return { providerId, durationMs, situation, starts: new PossibleStarts(situation) };
}
