/** Finds visits by trying everything, with the oracles of single appointments. It shares only types with the engine. */
import {
  type DayLimitName,
  type Placement,
  type Reason,
  REASONS,
  TAKEN_REASONS,
} from '../../../src/booking/availability/engine';
import type { Claim } from './claims';
import { helpersAtWork, Oracle } from './oracle';
import { OracleOfClaims } from './oracle-of-claims';
import { tapeOf } from './scenes';
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
  private readonly tape: Tape;

  constructor(
    private readonly world: VisitWorld,
    private readonly requested: WorldVisitRequest,
  ) {
    this.tape = tapeOf(this.single(0, 0).world.scene);
  }

  /** Returns the first visits, as many as are requested. */
  visits(): readonly (readonly ExpectedItem[])[] {
    const found: (readonly ExpectedItem[])[] = [];
    for (const start of this.starts()) {
      if (found.length === this.requested.limit) break;
      const visit = this.visitAt(start, this.endOf(start));
      if (visit !== undefined) found.push(visit);
    }
    return found;
  }

  /** Returns the best of all visits that begin at a start and are over by `latestEnd`. */
  visitAt(start: number, latestEnd = Infinity): readonly ExpectedItem[] | undefined {
    const length = this.requested.items.length;
    return this.best(
      this.ways(start, length).filter((items) => (items.at(-1)?.end ?? Infinity) <= latestEnd),
    );
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
    const { items, firstDate, lastDate, timeFromMin = 0 } = this.requested;
    const [first] = items;
    if (first === undefined) return [];
    const { dates } = this.single(0, 0).world.scene;
    const slots = dates
      .filter((date) => date >= firstDate && date <= lastDate && this.isWeekday(date))
      .flatMap((date) =>
        providersOf(this.world, first).flatMap((provider) => {
          const { world, oracle } = this.single(first.service, provider);
          return world.service.isAvailable ? oracle.slotsOn(date) : [];
        }),
      )
      .filter(({ start, date }) => start >= this.tape.instantOf(this.tape.reaches(date, timeFromMin)));
    return [...new Set(slots.map(({ start }) => start))].sort((a, b) => a - b);
  }

  private isWeekday(date: string): boolean {
    const name = DAY_NAMES[new Date(`${date}T00:00Z`).getUTCDay()];
    return this.requested.weekdays?.some((day) => day === name) ?? true;
  }

  private endOf(start: number): number {
    const { timeToMin } = this.requested;
    if (timeToMin === undefined) return Infinity;
    return this.tape.instantOf(this.tape.reaches(this.tape.textAt(start).date, timeToMin));
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
    const { world, oracle, claims: unchanged, isAtWork } = this.single(service, provider);
    const changed = withEarlier(world, provider, this.ofService(service, earlier), earlier);
    const claims = changed === world ? unchanged : new OracleOfClaims(changed, this.requested, isAtWork);
    const { durationMin, bufferBeforeMin, bufferAfterMin, capacity } = world.service;
    const time = { start, end: start + durationMin * MINUTE_MS };
    const busy = { start: start - bufferBeforeMin * MINUTE_MS, end: time.end + bufferAfterMin * MINUTE_MS };
    const locationId = oracle.placeOf(time.start, time.end);
    const placement = claims.place(time, busy, locationId);
    if (typeof placement === 'string') return { reason: placement };
    const limit = placement.session === null ? claims.limitReachedAt(start) : undefined;
    if (limit !== undefined) return { reason: 'limit_reached', limit };
    const where = locationId === null ? {} : { locationId };
    const item = { ...time, ...this.tape.textAt(start), ...where, providerId: provider + 1, placement };
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
    const name = `${providerId} ${date}`;
    const minutes = this.minutes.get(name) ?? this.minutesOn(date, providerId - 1);
    this.minutes.set(name, minutes);
    return [start, minutes, providerId];
  }

  private minutesOn(date: string, provider: number): number {
    const appointments = appointmentsOf(this.world, provider);
    const midnight = this.tape.reaches(date, 1_440);
    let minutes = 0;
    for (let minute = this.tape.reaches(date, 0); minute < midnight; minute++) {
      const instant = this.tape.instantOf(minute);
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
    const claims = new OracleOfClaims(world, this.requested, isAtWork);
    return { world, oracle: new Oracle(world, { seats, locationId }), claims, isAtWork, reasons: new Map() };
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
        const { start, end, placement, providerId } = item;
        const role = ofService.includes(item) ? 'of service' : undefined;
        const as = providerId === id ? role : 'help';
        return { ...placement.busy, ...holder, booked: { start, end }, ...(as && { as }) };
      });
  const busy = claimsOf(provider + 1);
  const elsewhere = opening
    .filter((item) => ofService.includes(item) && item.providerId !== provider + 1)
    .map(({ start, end }) => ({ start, end, ...holder }));
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
