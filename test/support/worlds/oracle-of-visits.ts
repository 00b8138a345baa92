/** Finds visits by trying everything, with the oracles of single appointments. It shares only types with the engine. */
import {
  type DayLimitName,
  type Placement,
  type Reason,
  REASONS,
  TAKEN_REASONS,
} from '../../../src/booking/engine';
import type { Claim } from './claims';
import { Clocks } from './clocks';
import { helpersAtWork, Oracle } from './oracle';
import { OracleOfClaims } from './oracle-of-claims';
import type { Tape } from './tape';
import { type WorldVisitRequest, appointmentsOf, providersOf, type VisitWorld, worldOf } from './visits';
import type { World } from './world';

const MINUTE_MS = 60_000;
const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

export interface ExpectedItem {
  readonly start: number;
  readonly end: number;
  readonly date: string;
  readonly time: string;
  readonly providerId: number;
  /** In which `date` and `time` are. */
  readonly timeZone: string;
  readonly placement: Placement;
  readonly seatsLeft?: number;
  readonly locationId?: number;
}

interface ExpectedRefusal {
  readonly reason: Reason;
  /** The limit that is reached, when the reason is `limit_reached`. */
  readonly limit?: DayLimitName;
}

/** One service with one provider. */
interface Single {
  readonly world: World;
  /** On which the request is read. */
  readonly clocks: Clocks;
  readonly oracle: Oracle;
  /** What is taken without the items of the visit. */
  readonly claims: OracleOfClaims;
  readonly isAtWork: ReturnType<typeof helpersAtWork>;
  /** The verdicts on single appointments, by start. */
  readonly reasons: Map<number, Reason | undefined>;
}

export class OracleOfVisits {
  /** By service and provider. */
  private readonly singles: Single[][] = [];
  /** Of the appointments, by provider and date. */
  private readonly minutes = new Map<string, number>();

  constructor(
    private readonly world: VisitWorld,
    private readonly requested: WorldVisitRequest,
  ) {}

  /** Returns the first visits, as many as are requested. */
  visits(): readonly (readonly ExpectedItem[])[] {
    const found: (readonly ExpectedItem[])[] = [];
    for (const start of this.starts()) {
      if (found.length === this.requested.limit) break;
      const visit = this.visitAt(start, (first) => this.latestEnd(first));
      if (visit !== undefined) found.push(visit);
    }
    return found;
  }

  /** Returns the best of all visits that begin at a start. @param latestEnd when those with a first item must be over */
  visitAt(
    start: number,
    latestEnd: (first: ExpectedItem) => number = () => Infinity,
  ): readonly ExpectedItem[] | undefined {
    const { length } = this.requested.items;
    const isInTime = (items: readonly ExpectedItem[]) => {
      const [first, last] = [items[0], items.at(-1)];
      return first !== undefined && last !== undefined && last.end <= latestEnd(first);
    };
    return this.best(this.ways(start, length).filter(isInTime));
  }

  /** Returns the first item that no way of placing the others reaches, and the reason after the best way of placing them. */
  refusalAt(start: number): ExpectedRefusal & { readonly item: number } {
    let item = 0;
    while (this.ways(start, item + 1).length > 0) item++;
    const earlier = this.best(this.ways(start, item)) ?? [];
    const requested = this.requested.items[item] ?? { service: 0, provider: null };
    const refusals = providersOf(this.world, requested).flatMap((provider) => {
      const placed = this.placed(item, provider, earlier.at(-1)?.end ?? start, earlier);
      return 'reason' in placed ? [placed] : [];
    });
    const [furthest = { reason: 'slot_taken' }] = refusals.toSorted(
      (a, b) => REASONS.indexOf(b.reason) - REASONS.indexOf(a.reason),
    );
    return { item, ...furthest };
  }

  /** Returns the slots of the first item on the dates and at the times that are requested. */
  private starts(): readonly number[] {
    const { items } = this.requested;
    const [first] = items;
    if (first === undefined) return [];
    const { dates } = this.single(0, 0).world.scene;
    const starts = dates.flatMap((date) =>
      providersOf(this.world, first).flatMap((provider) => {
        const { world, oracle, clocks } = this.single(first.service, provider);
        const slots = world.service.isAvailable ? oracle.slotsOn(date) : [];
        return slots.map(({ start }) => start).filter((start) => this.mayBegin(start, date, clocks.on(date)));
      }),
    );
    return [...new Set(starts)].sort((a, b) => a - b);
  }

  /** Whether a visit may begin at a start on a date of a clock. */
  private mayBegin(start: number, date: string, clock: Tape): boolean {
    const { firstDate, lastDate, timeFromMin = 0 } = this.requested;
    if (date < firstDate || date > lastDate || !this.isWeekday(date)) return false;
    return start >= clock.instantOf(clock.reaches(date, timeFromMin));
  }

  private isWeekday(date: string): boolean {
    const name = DAY_NAMES[new Date(`${date}T00:00Z`).getUTCDay()];
    return this.requested.weekdays?.some((day) => day === name) ?? true;
  }

  /** On the clock of the provider of the first item, whose date and time must name the start. */
  private latestEnd({ start, date, providerId }: ExpectedItem): number {
    const clock = this.clockOf(providerId, start);
    const isNamed = clock.isFirst[(start - clock.start) / MINUTE_MS] === true;
    if (!isNamed || !this.mayBegin(start, date, clock)) return -Infinity;
    const { timeToMin } = this.requested;
    return timeToMin === undefined ? Infinity : clock.instantOf(clock.reaches(date, timeToMin));
  }

  private clockOf(providerId: number, start: number): Tape {
    return this.single(0, providerId - 1).clocks.at(start);
  }

  /** Returns every way to place the first `count` items one after another. */
  private ways(start: number, count: number): readonly (readonly ExpectedItem[])[] {
    let ways: readonly (readonly ExpectedItem[])[] = [[]];
    for (let index = 0; index < count; index++)
      ways = ways.flatMap((earlier) => this.further(start, index, earlier));
    return ways;
  }

  private further(
    first: number,
    index: number,
    earlier: readonly ExpectedItem[],
  ): readonly (readonly ExpectedItem[])[] {
    const from = earlier.at(-1)?.end ?? first;
    const until = index === 0 ? from : from + this.requested.maxGapMin * MINUTE_MS;
    const item = this.requested.items[index] ?? { service: 0, provider: null };
    const ways: (readonly ExpectedItem[])[] = [];
    for (let start = from; start <= until; start += MINUTE_MS)
      for (const provider of providersOf(this.world, item)) {
        if (!this.isBookable(item.service, provider, start)) continue;
        const placed = this.placed(index, provider, start, earlier);
        if (!('reason' in placed)) ways.push([...earlier, placed]);
      }
    return ways;
  }

  private placed(
    index: number,
    provider: number,
    start: number,
    earlier: readonly ExpectedItem[],
  ): ExpectedItem | ExpectedRefusal {
    const service = this.requested.items[index]?.service ?? NaN;
    const bySchedule = this.refusedBySchedule(service, provider, start);
    if (bySchedule !== undefined) return { reason: bySchedule };
    const { world, clocks, oracle, claims: unchanged, isAtWork } = this.single(service, provider);
    const changed = withEarlier(world, provider, this.ofService(service, earlier), earlier);
    const claims = changed === world ? unchanged : new OracleOfClaims(changed, this.requested, isAtWork);
    const { durationMin, bufferBeforeMin, bufferAfterMin, capacity } = world.service;
    const time = { start, end: start + durationMin * MINUTE_MS };
    const busy = { start: start - bufferBeforeMin * MINUTE_MS, end: time.end + bufferAfterMin * MINUTE_MS };
    const locationId = oracle.placeOf(time.start, time.end);
    const placement = claims.place(time, busy, locationId);
    if (typeof placement === 'string') return { reason: placement };
    const limit = placement.session === null ? claims.limitReachedAt(start, locationId) : undefined;
    if (limit !== undefined) return { reason: 'limit_reached', limit };
    const where = locationId === null ? {} : { locationId };
    const clock = clocks.at(start);
    const local = { ...clock.textAt(start), timeZone: clock.zone };
    const item = { ...time, ...local, ...where, providerId: provider + 1, placement };
    return capacity === 1 ? item : { ...item, seatsLeft: claims.seatsLeft(time) };
  }

  /** The earlier items of a service. */
  private ofService(service: number, earlier: readonly ExpectedItem[]): readonly ExpectedItem[] {
    return earlier.filter((_item, index) => this.requested.items[index]?.service === service);
  }

  /** Whether a single appointment can be booked. If not, then earlier items, which only take more, do not change that. */
  private isBookable(service: number, provider: number, start: number): boolean {
    return this.reasonFor(service, provider, start) === undefined;
  }

  private refusedBySchedule(service: number, provider: number, start: number): Reason | undefined {
    const reason = this.reasonFor(service, provider, start);
    return [...TAKEN_REASONS, 'limit_reached'].some((taken) => taken === reason) ? undefined : reason;
  }

  private reasonFor(service: number, provider: number, start: number): Reason | undefined {
    const { oracle, reasons } = this.single(service, provider);
    if (!reasons.has(start)) reasons.set(start, oracle.verdict({ start }).reason);
    return reasons.get(start);
  }

  /** Each item, from the first on: the earliest, then the one whose provider is the least busy, then the lowest id. */
  private best(ways: readonly (readonly ExpectedItem[])[]): readonly ExpectedItem[] | undefined {
    const ranked = ways.map((items) => ({ items, rank: items.flatMap((item) => this.rankOf(item)) }));
    ranked.sort((a, b) => compare(a.rank, b.rank));
    return ranked[0]?.items;
  }

  private rankOf({ start, date, providerId }: ExpectedItem): readonly number[] {
    const clock = this.clockOf(providerId, start);
    const name = `${providerId} ${date} ${clock.zone}`;
    const minutes = this.minutes.get(name) ?? this.minutesOn(date, providerId - 1, clock);
    this.minutes.set(name, minutes);
    return [start, minutes, providerId];
  }

  private minutesOn(date: string, provider: number, clock: Tape): number {
    const appointments = appointmentsOf(this.world, provider);
    const midnight = clock.reaches(date, 1_440);
    let minutes = 0;
    for (let minute = clock.reaches(date, 0); minute < midnight; minute++) {
      const instant = clock.instantOf(minute);
      if (appointments.some(({ start, end }) => start <= instant && instant < end)) minutes++;
    }
    return minutes;
  }

  private single(service: number, provider: number): Single {
    const ofService = (this.singles[service] ??= []);
    return (ofService[provider] ??= this.singleOf(worldOf(this.world, service, provider)));
  }

  private singleOf(world: World): Single {
    const { seats = 1, locationId } = this.requested;
    const isAtWork = helpersAtWork(world);
    const clocks = new Clocks(world, locationId ?? null);
    const claims = new OracleOfClaims(world, this.requested, isAtWork);
    const oracle = new Oracle(world, { seats, locationId });
    return { world, clocks, oracle, claims, isAtWork, reasons: new Map() };
  }
}

/**
 * The world with what earlier items of the visit take; the same one if they take nothing of it. What joins a session adds no time to it.
 * @param ofService those of the earlier items that are of the service of the world
 */
function withEarlier(
  world: World,
  provider: number,
  ofService: readonly ExpectedItem[],
  earlier: readonly ExpectedItem[],
): World {
  const holder = { appointmentId: null, expiresAt: null };
  const opening = earlier.filter(({ placement }) => placement.session === null);
  const claimsOf = (id: number) =>
    opening
      .filter(({ providerId, placement }) => providerId === id || placement.team.includes(id))
      .map((item): Claim => {
        const { start, end, placement, providerId, locationId } = item;
        const role = ofService.includes(item) ? 'of service' : undefined;
        const as = providerId === id ? role : 'help';
        return { ...placement.busy, ...holder, locationId, booked: { start, end }, ...(as && { as }) };
      });
  const busy = claimsOf(provider + 1);
  const elsewhere = opening
    .filter((item) => ofService.includes(item) && item.providerId !== provider + 1)
    .map(({ start, end, locationId }) => ({ start, end, locationId, ...holder }));
  const needsNoMore =
    world.team.length === 0 && earlier.every((item) => item.placement.resourceIds.length === 0);
  if (busy.length === 0 && elsewhere.length === 0 && needsNoMore) return world;
  const helpers = world.helpers.map((helper) => ({
    ...helper,
    claims: [...helper.claims, ...claimsOf(helper.id)],
  }));
  const resources = world.resources.map((resource) => {
    const taking = earlier.filter(({ placement }) => placement.resourceIds.includes(resource.id));
    const claims = taking.map(({ placement }) => ({ ...placement.busy, ...holder }));
    return { ...resource, claims: [...resource.claims, ...claims] };
  });
  const limits = { ...world.limits, elsewhere: [...world.limits.elsewhere, ...elsewhere] };
  return { ...world, busy: [...world.busy, ...busy], resources, helpers, limits };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
