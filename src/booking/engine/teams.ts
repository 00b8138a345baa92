import { type Interval, overlaps } from '../../platform/time/interval';
import { absenceFrom } from './absence';
import { byChoice } from './choice';
import { type ProviderCalendar, type ServiceRules, Situation } from './situation';
import { Workload } from './workload';

/** How many of some providers help, besides the provider who leads. */
export interface TeamNeed {
  readonly providerIds: readonly number[];
  readonly count: number;
}

/** What the request of a booking says about its team. */
export interface TeamRequest {
  /** These rather than others, if they are free: the team that an appointment has already. */
  readonly keptTeam?: readonly number[] | undefined;
  /** An appointment that is being moved: its own time counts as free. */
  readonly excludeAppointmentId?: number | undefined;
}

/** The time that a team is needed for. */
export interface TeamTime extends Interval {
  /** Buffers included. */
  readonly busy: Interval;
  /** Where helpers have to be; null or absent: anywhere. */
  readonly locationId?: number | null | undefined;
  /** Helpers need not be at work. */
  readonly ignoreSchedule?: boolean | undefined;
}

/** Who is taken for a time, buffers included: the provider who leads, and the team. */
export interface TakenPeople {
  readonly providerId: number;
  readonly placement: { readonly busy: Interval; readonly team: readonly number[] };
}

/** Whether a provider is taken as one of some people during an interval, which includes the buffers. */
export function isAmong(
  { providerId, placement: { busy, team } }: TakenPeople,
  id: number,
  wanted: Interval,
): boolean {
  return (providerId === id || team.includes(id)) && overlaps(busy, wanted);
}

/** One who may help. */
interface Helper {
  readonly id: number;
  /** As a provider who leads there: by the hours and the clock of the place. Null: anywhere. */
  readonly at: (place: number | null) => Situation;
}

/** Those of the service bind the provider who leads alone. */
const NO_RULES: ServiceRules = {
  isAvailable: true,
  durationMin: 0,
  slotIntervalMin: null,
  capacity: 1,
  bufferBeforeMin: 0,
  bufferAfterMin: 0,
  minNoticeMin: 0,
  maxAdvanceDays: 0,
};
const NO_HELPERS: readonly number[] = [];
const NOTHING: readonly TakenPeople[] = [];

/** Chooses the teams of bookings of one service. Made once for any number of leading providers and starts. */
export class TeamChoice {
  private readonly helpers: readonly Helper[];
  private readonly total: number;
  private readonly kept: ReadonlySet<number>;
  /** Who is free for times of one length with one pair of buffers, by their start: leading providers mostly share their starts. */
  private readonly known = new Map<number, readonly Helper[]>();
  private knownShape = '';

  /** @param calendars of the providers that the needs name; one who is not among them does not help */
  constructor(
    private readonly needs: readonly TeamNeed[],
    calendars: readonly ProviderCalendar[],
    private readonly workload: Workload,
    { excludeAppointmentId, keptTeam = [] }: TeamRequest = {},
  ) {
    this.total = needs.reduce((sum, { count }) => sum + count, 0);
    this.kept = new Set(keptTeam);
    this.helpers = calendars
      .filter(({ isAvailable }) => isAvailable)
      .map((calendar) => helperOf(calendar, excludeAppointmentId));
  }

  /** Whether a service needs a team at all. */
  get isNeeded(): boolean {
    return this.total > 0;
  }

  mayInclude(providerId: number): boolean {
    return this.helpers.some(({ id }) => id === providerId);
  }

  /** Whether there is a team for a time. */
  isThereFor(time: TeamTime, leaderId: number): boolean {
    return this.total === 0 || this.teamOf(this.freeAt(time), leaderId) !== undefined;
  }

  /**
   * The team for a time, ascending: kept ones first, then those with the fewest booked minutes on the date of the start on their own
   * clocks, then the lowest ids. There is one whenever enough of them are free. Undefined when there are too few.
   * @param earlier whom earlier items of the same visit take
   */
  for(
    time: TeamTime,
    leaderId: number,
    earlier: readonly TakenPeople[] = NOTHING,
  ): readonly number[] | undefined {
    return this.total === 0 ? NO_HELPERS : this.choose(this.freeAt(time), time, leaderId, earlier);
  }

  /** As `for`, for an appointment that keeps its time: who is in its team already need not be at work any more. */
  inPlace(time: TeamTime, leaderId: number): readonly number[] | undefined {
    if (this.total === 0) return NO_HELPERS;
    const free = this.helpers.filter((helper) => isFree(helper, time, this.kept.has(helper.id)));
    return this.choose(free, time, leaderId, NOTHING);
  }

  private choose(
    free: readonly Helper[],
    { start, busy }: TeamTime,
    leaderId: number,
    earlier: readonly TakenPeople[],
  ): readonly number[] | undefined {
    const choices = free
      .filter(({ id }) => !earlier.some((item) => isAmong(item, id, busy)))
      .map((helper) => ({ helper, ...this.choiceOf(helper, start) }));
    choices.sort((a, b) => this.rank(a.providerId) - this.rank(b.providerId) || byChoice(a, b));
    return this.teamOf(
      choices.map(({ helper }) => helper),
      leaderId,
    )?.toSorted((a, b) => a - b);
  }

  private choiceOf({ id, at }: Helper, start: number) {
    const { zones } = at(null);
    return { providerId: id, minutes: this.workload.minutesOn(zones.dayAt(start), zones.at(start), id) };
  }

  private rank(id: number): number {
    return this.kept.has(id) ? 0 : 1;
  }

  /** @param free in the order of choice */
  private teamOf(free: readonly Helper[], leaderId: number): readonly number[] | undefined {
    const team = new Team(this.needs);
    for (const { id } of free) {
      if (id !== leaderId) team.add(id);
      if (team.size === this.total) return team.members;
    }
    return undefined;
  }

  private freeAt(time: TeamTime): readonly Helper[] {
    if (time.ignoreSchedule === true) return this.helpers.filter((helper) => isFree(helper, time, true));
    const { start, end, busy, locationId = null } = time;
    const shape = `${end - start} ${start - busy.start} ${busy.end - end} ${locationId}`;
    if (shape !== this.knownShape) this.known.clear();
    this.knownShape = shape;
    const known = this.known.get(time.start);
    if (known !== undefined) return known;
    const free = this.helpers.filter((helper) => isFree(helper, time, false));
    this.known.set(time.start, free);
    return free;
  }
}

function helperOf(calendar: ProviderCalendar, excludeAppointmentId: number | undefined): Helper {
  const known = new Map<number | null, Situation>();
  const at = (place: number | null) => {
    const found = known.get(place) ?? new Situation(0, NO_RULES, calendar, excludeAppointmentId, place);
    known.set(place, found);
    return found;
  };
  return { id: calendar.providerId, at };
}

/** @param isExcused whether the helper need not be at work */
function isFree(
  { at }: Helper,
  { start, end, busy, locationId = null, ignoreSchedule = false }: TeamTime,
  isExcused: boolean,
): boolean {
  if (at(null).isTaken(busy)) return false;
  return isExcused || ignoreSchedule || absenceFrom(at(locationId), start, end) === undefined;
}

/**
 * A matching of helpers with the places of the needs, each in one place. It grows along augmenting paths: whom it has taken in stays, in
 * some place. So of all teams it finds the one whose members come first, and finds one whenever there is one.
 */
class Team {
  private readonly places: readonly number[][];

  constructor(private readonly needs: readonly TeamNeed[]) {
    this.places = needs.map(() => []);
  }

  get members(): readonly number[] {
    return this.places.flat();
  }

  get size(): number {
    return this.places.reduce((sum, { length }) => sum + length, 0);
  }

  /** Takes a helper in, if there is a place for all then. @param seen the needs that were tried for it */
  add(id: number, seen = new Set<number>()): boolean {
    return this.needs.some(({ providerIds, count }, index) => {
      const place = this.places[index];
      if (place === undefined || seen.has(index) || !providerIds.includes(id)) return false;
      seen.add(index);
      if (place.length < count) return place.push(id) > 0;
      const leaving = place.findIndex((member) => this.add(member, seen));
      if (leaving < 0) return false;
      place[leaving] = id;
      return true;
    });
  }
}

/** For a service without a team. */
export const NO_TEAM = new TeamChoice([], [], new Workload(new Map()));
