/** Decides what a booking would take, from the raw claims of a world. It shares only types with the engine. */
import type {
  BusyInterval,
  DayLimitName,
  Placement,
  TakenReason,
  TeamNeed,
} from '../../../src/booking/engine';
import type { Interval } from '../../../src/platform/time/interval';
import type { SeatClaim } from './claims';
import { clocksOf } from './clocks';
import type { Helper } from './helpers';
import type { WorldRequest, Resource } from './resources';
import { countedZone, dateOf, startsOf } from './limits';
import { helpedTimes, type World } from './world';

interface Claimed extends Interval {
  readonly appointmentId: number | null;
  readonly expiresAt: number | null;
}

export class OracleOfClaims {
  private readonly provider: readonly Claimed[];
  private readonly seats: readonly SeatClaim[];
  private readonly seatNumbers: readonly number[];
  /** Found when they are first needed, because most worlds need no resource. */
  private readonly known = new Map<number | null, readonly (readonly Resource[])[]>();
  private readonly taken = new Map<Resource, readonly Interval[]>();

  constructor(
    private readonly world: World,
    private readonly requested: WorldRequest,
    private readonly isAtWork: (helper: Helper, time: Interval, place: number | null) => boolean,
  ) {
    const joinable = world.service.capacity > 1 ? world.seats : [];
    this.seats = joinable.filter((claim) => this.counts(claim));
    this.provider = [...world.busy, ...world.seats.map(timeOf)].filter((claim) => this.counts(claim));
    this.seatNumbers = Array.from({ length: world.service.capacity }, (_, index) => index + 1);
  }

  /** The starts at which the service has a session. */
  get sessionStarts(): readonly number[] {
    return this.seats.map(({ start }) => start);
  }

  /**
   * What an appointment would take, or why it cannot.
   * @param busy its own time with buffers @param excused which helpers need not be at work
   */
  place(
    time: Interval,
    busy: Interval,
    place: number | null,
    excused: 'none' | 'kept' | 'all' = 'none',
  ): Placement | TakenReason {
    const { capacity } = this.world.service;
    const wanted = this.requested.seats ?? 1;
    const members = this.membersAt(time);
    const [first] = members;
    if (first === undefined && this.conflictsWith(busy).length > 0) return 'slot_taken';
    if (wanted > this.seatsLeft(time)) return 'session_full';
    const seats = this.seatNumbers.filter((number) => !members.some((claim) => claim.seats.includes(number)));
    if (first !== undefined) {
      const { session, resourceIds, team } = first;
      return { busy: first.busy, session, seats: seats.slice(0, wanted), resourceIds, team };
    }
    const chosen = this.choices(place).find((all) => all.every((resource) => this.isFree(resource, busy)));
    if (chosen === undefined) return 'resource_unavailable';
    const resourceIds = chosen.map(({ id }) => id).sort((a, b) => a - b);
    const team = this.teamFor(time, busy, place, excused);
    if (team === undefined) return 'team_unavailable';
    return { busy, session: null, seats: capacity === 1 ? null : seats.slice(0, wanted), resourceIds, team };
  }

  /** The limit per day that a new session with a start at a place would exceed, if it would one. */
  limitReachedAt(start: number, place: number | null): DayLimitName | undefined {
    const { service, provider } = this.world.limits;
    const date = dateOf(this.world.scene, { start, zone: countedZone(this.world, place) });
    const reaches = (name: DayLimitName, most: number | null) =>
      most !== null && this.countOn(name, date) >= most;
    if (reaches('service.maxPerDay', service)) return 'service.maxPerDay';
    return reaches('provider.maxPerDay', provider) ? 'provider.maxPerDay' : undefined;
  }

  private countOn(name: DayLimitName, date: string): number {
    const { scene } = this.world;
    const counted = startsOf(this.world, name).filter(
      (each) => this.counts({ ...each, expiresAt: null }) && dateOf(scene, each) === date,
    );
    return new Set(counted.map(({ session }) => session)).size;
  }

  /** Of all teams the one whose members come first: kept ones, then the least busy on the date, then the lowest ids. */
  private teamFor(
    time: Interval,
    busy: Interval,
    place: number | null,
    excused: 'none' | 'kept' | 'all',
  ): readonly number[] | undefined {
    const { team: needs, helpers } = this.world;
    if (needs.length === 0) return [];
    const isKept = ({ id }: Helper) => this.requested.keptTeam?.includes(id) ?? false;
    const free = helpers.filter((helper) => {
      const isExcused = excused === 'all' || (excused === 'kept' && isKept(helper));
      const isFree = this.claimsOf(helper).every(({ start, end }) => end <= busy.start || busy.end <= start);
      return (
        helper.id !== this.world.leaderId &&
        helper.isAvailable &&
        isFree &&
        (isExcused || this.isAtWork(helper, time, place))
      );
    });
    const rank = new Map(
      free.map((helper) => [
        helper,
        (isKept(helper) ? 0 : 1e9) + 1e4 * this.minutesOf(helper, time) + helper.id,
      ]),
    );
    const wanted = needs.reduce((sum, { count }) => sum + count, 0);
    const ranksOf = (team: readonly Helper[]) =>
      team.map((helper) => rank.get(helper) ?? NaN).sort((a, b) => a - b);
    const [best] = subsets(free)
      .filter((team) => team.length === wanted && fills(needs, team))
      .sort((a, b) => compare(ranksOf(a), ranksOf(b)));
    return best?.map(({ id }) => id).sort((a, b) => a - b);
  }

  private claimsOf({ id, claims }: Helper): readonly Interval[] {
    const bySessions = this.world.seats.filter(({ team }) => team.includes(id)).map(timeOf);
    return [...claims, ...bySessions].filter((claim) => this.counts(claim));
  }

  private minutesOf(helper: Helper, { start }: Interval): number {
    const tape = clocksOf(this.world, helper).at(start);
    const date = tape.dateAt(start);
    const helped = helpedTimes(this.world, helper, this.requested);
    let minutes = 0;
    for (let minute = tape.reaches(date, 0); minute < tape.reaches(date, 1_440); minute++) {
      const instant = tape.instantOf(minute);
      if (helped.some((taken) => taken.start <= instant && instant < taken.end)) minutes++;
    }
    return minutes;
  }

  seatsLeft(time: Interval): number {
    const taken = this.membersAt(time).reduce((sum, { seats }) => sum + seats.length, 0);
    return Math.max(this.world.service.capacity - taken, 0);
  }

  conflictsWith(busy: Interval): readonly BusyInterval[] {
    return this.provider.filter((claim) => claim.end > busy.start && claim.start < busy.end);
  }

  private choices(place: number | null): readonly (readonly Resource[])[] {
    const known = this.known.get(place);
    if (known !== undefined) return known;
    const choices = subsets(this.world.resources)
      .filter((chosen) => this.meetsNeeds(chosen) && chosen.every((resource) => this.mayUse(resource, place)))
      .sort((a, b) => compare(this.preference(a), this.preference(b)));
    this.known.set(place, choices);
    return choices;
  }

  private membersAt({ start, end }: Interval): readonly SeatClaim[] {
    return this.seats.filter((claim) => claim.start === start && claim.end === end);
  }

  /** Neither an expired hold nor the appointment that is being moved. */
  private counts({ appointmentId, expiresAt }: Omit<Claimed, keyof Interval>): boolean {
    const isMoved = appointmentId !== null && appointmentId === this.requested.excludeAppointmentId;
    return !isMoved && (expiresAt === null || this.world.now < expiresAt);
  }

  private isFree(resource: Resource, busy: Interval): boolean {
    const taken = this.taken.get(resource) ?? this.takenTimesOf(resource);
    this.taken.set(resource, taken);
    return taken.every(({ start, end }) => end <= busy.start || busy.end <= start);
  }

  private takenTimesOf({ id, timeOff, claims }: Resource): readonly Interval[] {
    const bySessions = this.world.seats.filter((seat) => seat.resourceIds.includes(id)).map(timeOf);
    return [...timeOff, ...[...claims, ...bySessions].filter((claim) => this.counts(claim))];
  }

  private meetsNeeds(chosen: readonly Resource[]): boolean {
    const { needs } = this.world;
    const number = (kind: string) => chosen.filter((resource) => resource.kind === kind).length;
    const wanted = needs.reduce((sum, { quantity }) => sum + quantity, 0);
    return chosen.length === wanted && needs.every(({ kind, quantity }) => number(kind) === quantity);
  }

  private mayUse({ id, locationId }: Resource, place: number | null): boolean {
    const { resourceIds } = this.requested;
    if (resourceIds !== undefined && !resourceIds.includes(id)) return false;
    return place === null || locationId === null || locationId === place;
  }

  /** Ascending: kept ones first, then the lowest ids. */
  private preference(chosen: readonly Resource[]): readonly number[] {
    const { keptResourceIds = [] } = this.requested;
    return chosen.map(({ id }) => (keptResourceIds.includes(id) ? id : id + 1_000)).sort((a, b) => a - b);
  }
}

/** Whether the helpers can be dealt out to the needs, each to one that names it. */
function fills(needs: readonly TeamNeed[], team: readonly Helper[]): boolean {
  const [helper, ...others] = team;
  if (helper === undefined) return true;
  return needs.some(({ providerIds, count }, i) => {
    if (count === 0 || !providerIds.includes(helper.id)) return false;
    const rest = needs.map((need, j) => (i === j ? { ...need, count: count - 1 } : need));
    return fills(rest, others);
  });
}

function timeOf({ busy: { start, end }, appointmentId, expiresAt }: SeatClaim): Claimed {
  return { start, end, appointmentId, expiresAt };
}

function subsets<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, i) => (bits >> i) & 1));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
