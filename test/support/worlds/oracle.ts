/**
 * Applies the rules of docs/reference/time.md literally, minute by minute. It is slow and shares only types with the engine. It reads
 * clocks through temporal-polyfill (see tape.ts).
 */
import type {
  DayLimitName,
  Placement,
  ExactCandidate,
  Reason,
  TakenReason,
  WorkStretch,
} from '../../../src/booking/engine';
import type { Interval } from '../../../src/platform/time/interval';
import type { LocalStretch } from '../../../src/platform/time/local-stretch';
import { Clocks, clocksOf } from './clocks';
import type { Helper } from './helpers';
import { OracleOfClaims } from './oracle-of-claims';
import { entriesOn, withoutBreaks } from './entries-on';
import { OracleOfClasses } from './oracle-of-classes';
import type { WorldRequest } from './resources';
import { tapeOf } from './scenes';
import { type NamedDate, type Tape, dateReading } from './tape';
import type { World } from './world';

const MINUTE_MS = 60_000;

export interface ExpectedVerdict {
  readonly reason: Reason | undefined;
  readonly start: number | undefined;
  readonly conflictIds: readonly (number | null)[];
  /** Undefined when it is not bookable. */
  readonly placement: Placement | undefined;
  /** The limit that is reached, when the reason is `limit_reached`. */
  readonly limit?: DayLimitName;
  /** As `placement`. */
  readonly locationId: number | null | undefined;
  /** On which the start is read. */
  readonly zone: string;
}

export interface ExpectedSlot {
  readonly start: number;
  readonly end: number;
  readonly date: string;
  readonly time: string;
  readonly seatsLeft?: number;
  readonly locationId?: number;
}

/** 1 for each minute of the tape on which something is so. */
type Minutes = Uint8Array;

/** In the place of 1: working time at every place. Working time at a place has the id of that place added. */
const EVERYWHERE = 1;

export class Oracle {
  private readonly tape: Tape;
  /** Of the requested place where that has a zone: hours at others are on other clocks. */
  private readonly working: Minutes;
  /** For each minute of working time, of which date it is: its number among those of the tape, from 1 on. */
  private readonly datesOfWork: Minutes;
  private readonly closed: Minutes;
  private readonly closedAt: ReadonlyMap<number, Minutes>;
  private readonly off: Minutes;
  private readonly elsewhere: Minutes;
  private readonly lastDate: string;
  private readonly claims: OracleOfClaims;
  private readonly classes: OracleOfClasses;
  private readonly requestedPlace: number | null;
  /** On which the request is read. */
  private readonly clocks: Clocks;
  private readonly hasPlaceZone: boolean;
  private atAnyPlace: Oracle | undefined;

  /** @param own those of the provider */
  constructor(
    private readonly world: World,
    requested: WorldRequest = {},
    private readonly own = new Clocks(world),
  ) {
    this.requestedPlace = requested.locationId ?? null;
    this.hasPlaceZone = world.placeZones[this.requestedPlace ?? NaN] !== undefined;
    this.clocks = this.hasPlaceZone ? new Clocks(world, this.requestedPlace) : own;
    this.claims = new OracleOfClaims(world, requested, helpersAtWork(world));
    this.tape = tapeOf(world.scene);
    this.classes = new OracleOfClasses(world, own, this.requestedPlace);
    this.lastDate = this.tape.dateAfter(world.now, world.service.maxAdvanceDays);
    this.datesOfWork = new Uint8Array(this.tape.length);
    this.working = this.workingMinutes();
    this.closed = this.minutesMeeting(world.closures.filter(({ locationId }) => locationId === undefined));
    const places = world.closures.flatMap(({ locationId = [] }) => locationId);
    this.closedAt = new Map(
      places.map((place) => [
        place,
        this.minutesMeeting(world.closures.filter(({ locationId }) => locationId === place)),
      ]),
    );
    this.off = this.minutesMeeting(world.timeOff);
    this.elsewhere = this.minutesMeeting(world.busyElsewhere);
  }

  /** Returns the verdict on a candidate that asks for what the oracle was made for, and whose time lies on the tape of the scene. */
  verdict(candidate: ExactCandidate): ExpectedVerdict {
    const { service, isAvailable, offersService } = this.world;
    const start = this.startOf(candidate);
    const { zone } = this.tapeOf(candidate);
    const no = (reason: Reason, conflictIds: readonly (number | null)[] = []): ExpectedVerdict => {
      return { reason, start, zone, conflictIds, placement: undefined, locationId: undefined };
    };
    if (!service.isAvailable) return no('service_unavailable');
    if (!isAvailable) return no('provider_unavailable');
    if (!offersService) return no('service_not_offered');
    if (start === undefined) return no('invalid_time');
    const end = candidate.end ?? start + service.durationMin * MINUTE_MS;
    const bySchedule = candidate.ignoreSchedule ? undefined : this.refusedBySchedule(start, end);
    if (bySchedule) return no(bySchedule);
    const busy = this.withBuffers({ start, end });
    const locationId = this.placeOf(start, end);
    const excused = candidate.ignoreSchedule === true ? 'all' : 'none';
    const placement = this.claims.place({ start, end }, busy, locationId, excused);
    if (placement === 'slot_taken')
      return no(
        placement,
        this.claims.conflictsWith(busy).map(({ appointmentId }) => appointmentId),
      );
    if (typeof placement === 'string') return no(placement);
    const isNew = placement.session === null && candidate.ignoreSchedule !== true;
    const limit = isNew ? this.claims.limitReachedAt(start, locationId) : undefined;
    if (limit !== undefined) return { ...no('limit_reached'), limit };
    return { reason: undefined, start, zone, conflictIds: [], placement, locationId };
  }

  /** Returns what an appointment would take that has its own buffers, or why it cannot. */
  placementOf(appointment: Interval & { readonly busy: Interval }): Placement | TakenReason {
    return this.claims.place(appointment, appointment.busy, this.requestedPlace, 'kept');
  }

  /** Returns every grid start of a local date, in order. */
  gridOf(date: string): readonly number[] {
    if (this.classes.isTimetabled) return this.classes.namedOn(date).map(({ start }) => start);
    const { service } = this.world;
    const step = service.slotIntervalMin ?? service.durationMin;
    const [midnight, nextMidnight] = this.boundsOf(date);
    const { isFirst } = this.clocks.on(date);
    const grid: number[] = [];
    let sinceStretchBegan = 0;
    for (let minute = midnight; minute < nextMidnight; minute++) {
      const begins = minute === midnight || !this.isOpen(minute - 1) || this.isOtherPlace(minute - 1, minute);
      sinceStretchBegan = begins ? 0 : sinceStretchBegan + 1;
      const canBeNamed = isFirst[minute] === true && this.isOf(date, minute);
      if (this.isOpen(minute) && sinceStretchBegan % step === 0 && canBeNamed)
        grid.push(this.tape.instantOf(minute));
    }
    return grid;
  }

  /** Returns the grid starts and the starts of sessions of a local date that can be booked. */
  slotsOn(date: string): readonly ExpectedSlot[] {
    const { capacity, durationMin } = this.world.service;
    return this.startsOn(date)
      .filter((start) => this.verdict({ start }).reason === undefined)
      .map((start) => {
        const time = { start, end: start + durationMin * MINUTE_MS };
        const seats = capacity === 1 ? {} : { seatsLeft: this.claims.seatsLeft(time) };
        const locationId = this.placeOf(time.start, time.end);
        return {
          ...time,
          ...this.clocks.on(date).textAt(start),
          ...seats,
          ...(locationId !== null && { locationId }),
        };
      });
  }

  /** Returns the grid starts of a local date and those of its sessions, in order. */
  startsOn(date: string): readonly number[] {
    const sessions = this.claims.sessionStarts.filter((start) => this.isNamedBy(date, start));
    return [...new Set([...this.gridOf(date), ...sessions])].sort((a, b) => a - b);
  }

  isWorkingDay(date: string): boolean {
    if (this.classes.isTimetabled)
      return this.classes.heldOn(date).some(({ start, end, entry }) => {
        const place = this.requestedPlace ?? entry.locationId;
        return this.someMinute(start, end, (minute) => !this.isAway(minute, place));
      });
    const [midnight, nextMidnight] = this.boundsOf(date);
    for (let minute = midnight; minute < nextMidnight; minute++) {
      if (this.isOpen(minute) && this.isOf(date, minute)) return true;
    }
    return false;
  }

  private startOf({ start }: ExactCandidate): number | undefined {
    if (typeof start === 'number') return start;
    const minute = this.tapeOf({ start }).firstMinuteOf.get(dateReading(start.date) + start.timeMin);
    return minute === undefined ? undefined : this.tape.instantOf(minute);
  }

  private tapeOf({ start }: ExactCandidate): Tape {
    return typeof start === 'number' ? this.clocks.at(start) : this.clocks.on(start.date);
  }

  private refusedBySchedule(start: number, end: number): Reason | undefined {
    const { now, service } = this.world;
    if (start < now) return 'in_the_past';
    if (start < now + service.minNoticeMin * MINUTE_MS) return 'too_soon';
    if (this.clocks.dateAt(start) > this.lastDate) return 'too_far_ahead';
    return this.absenceFrom(start, end);
  }

  /** Why the provider is not at work throughout. */
  absenceFrom(start: number, end: number): Reason | undefined {
    const place = this.placeOf(start, end) ?? undefined;
    if (this.someMinute(start, end, (minute) => this.isClosed(minute, place))) return 'closed';
    if (this.someMinute(start, end, (minute) => this.off[minute] === 1)) return 'time_off';
    if (this.someMinute(start, end, (minute) => this.elsewhere[minute] === 1)) return 'busy_elsewhere';
    if (this.classes.isTimetabled) return this.classes.refusal(start, end);
    if (this.requestedPlace !== null && !this.someMinute(start, end, (minute) => !this.isHere(minute)))
      return undefined;
    const working = this.workingAnywhere();
    const first = working[(start - this.tape.start) / MINUTE_MS];
    if (!first || this.someMinute(start, end, (minute) => working[minute] !== first))
      return 'outside_working_hours';
    if (this.requestedPlace === null) return undefined;
    return first === EVERYWHERE ? 'outside_working_hours' : 'not_at_location';
  }

  /** Working time at all places. */
  private workingAnywhere(): Minutes {
    if (!this.hasPlaceZone) return this.working;
    this.atAnyPlace ??= new Oracle(this.world, {}, this.own);
    return this.atAnyPlace.working;
  }

  private isHere(minute: number): boolean {
    const place = (this.working[minute] ?? 0) - EVERYWHERE;
    return place === 0 || (place > 0 && (this.requestedPlace ?? place) === place);
  }

  /** Whether two minutes of working time are not of one stretch. At a requested place they are. */
  private isOtherPlace(minute: number, next: number): boolean {
    return this.requestedPlace === null && this.working[minute] !== this.working[next];
  }

  /** Where an appointment takes place. */
  placeOf(start: number, end: number): number | null {
    if (this.requestedPlace !== null) return this.requestedPlace;
    if (this.classes.isTimetabled) return this.classes.placeAt(start);
    const first = this.working[(start - this.tape.start) / MINUTE_MS];
    const isOneStretch = !this.someMinute(start, end, (minute) => this.working[minute] !== first);
    return isOneStretch && first !== undefined && first > EVERYWHERE ? first - EVERYWHERE : null;
  }

  private withBuffers({ start, end }: Interval): Interval {
    const { bufferBeforeMin, bufferAfterMin } = this.world.service;
    return { start: start - bufferBeforeMin * MINUTE_MS, end: end + bufferAfterMin * MINUTE_MS };
  }

  /** Whether the date and a time of it mean the instant. */
  private isNamedBy(date: string, instant: number): boolean {
    const minute = (instant - this.tape.start) / MINUTE_MS;
    const [midnight, nextMidnight] = this.boundsOf(date);
    const tape = this.clocks.on(date);
    const isNamed = minute >= midnight && minute < nextMidnight && tape.isFirst[minute] === true;
    return isNamed && this.clocks.at(instant) === tape;
  }

  /** Whether a minute belongs to the hours of a date: beside dates in other zones, its bounds do not tell. */
  private isOf(date: string, minute: number): boolean {
    return this.tape.dates[(this.datesOfWork[minute] ?? 0) - 1]?.date === date;
  }

  /** The first minute of a date, and that of the next one. */
  private boundsOf(date: string): readonly [number, number] {
    return this.minutesOf(date, WHOLE_DAY);
  }

  private isOpen(minute: number): boolean {
    const own = (this.working[minute] ?? 0) - EVERYWHERE;
    const place = this.requestedPlace ?? (own > 0 ? own : undefined);
    return this.isHere(minute) && !this.isAway(minute, place);
  }

  private isAway(minute: number, place: number | undefined): boolean {
    return this.isClosed(minute, place) || this.off[minute] === 1;
  }

  private isClosed(minute: number, place: number | undefined): boolean {
    return this.closed[minute] === 1 || this.closedAt.get(place ?? NaN)?.[minute] === 1;
  }

  private someMinute(start: number, end: number, holds: (minute: number) => boolean): boolean {
    for (let t = start; t < end; t += MINUTE_MS) if (holds((t - this.tape.start) / MINUTE_MS)) return true;
    return false;
  }

  private minutesMeeting(intervals: readonly Interval[]): Minutes {
    const met = new Uint8Array(this.tape.length);
    for (const { start, end } of intervals) {
      const first = Math.floor((start - this.tape.start) / MINUTE_MS);
      for (let minute = first; this.tape.instantOf(minute) < end; minute++) if (minute >= 0) met[minute] = 1;
    }
    return met;
  }

  private workingMinutes(): Minutes {
    const working = new Uint8Array(this.tape.length);
    for (const named of this.tape.dates) {
      for (const shift of this.shiftsOn(named)) this.markShift(working, named, shift);
      for (const pause of this.breaksOn(named)) {
        const [from, until] = this.minutesOf(named.date, pause);
        if (from < until) working.fill(0, from, until);
      }
    }
    for (const { start, end } of this.classes.taken()) {
      const [from, until] = [start, end].map((instant) => (instant - this.tape.start) / MINUTE_MS);
      working.fill(0, Math.max(0, from ?? 0), Math.max(0, until ?? 0));
    }
    return working;
  }

  /** Marks the minutes of a shift that lie in the hours that bound it. */
  private markShift(working: Minutes, named: NamedDate, shift: WorkStretch): void {
    const { locationId } = shift;
    if (this.hasPlaceZone && (locationId ?? this.requestedPlace) !== this.requestedPlace) return;
    const [from, until] = this.minutesOf(named.date, shift);
    for (const bound of this.boundsOn(named, locationId ?? this.requestedPlace ?? undefined)) {
      const [opens, closes] = this.minutesOf(named.date, bound);
      const [first, end] = [Math.max(from, opens), Math.min(until, closes)];
      if (first >= end) continue;
      working.fill(EVERYWHERE + (locationId ?? 0), first, end);
      this.datesOfWork.fill(this.tape.dates.indexOf(named) + 1, first, end);
    }
  }

  private shiftsOn(named: NamedDate): readonly WorkStretch[] {
    const { date, day } = named;
    const { schedule, business, special, placeHours } = this.world;
    const own = special.own[date];
    if (own !== undefined) return own;
    if (schedule !== null && schedule.length > 0) return entriesOn(named, schedule);
    const place = this.requestedPlace ?? NaN;
    const dated = special.business[date] ?? special.places[place]?.[date];
    if (dated !== undefined || placeHours[place] !== undefined) return [WHOLE_DAY];
    return business.days.some((open) => open === day) ? [WHOLE_DAY] : [];
  }

  /** The hours of a place, or of the business, that bound a provider on a date. */
  private boundsOn(named: NamedDate, place: number | undefined): readonly LocalStretch[] {
    const { business, special, placeHours } = this.world;
    const { date } = named;
    if (special.own[date] !== undefined) return [WHOLE_DAY];
    const ofDate = special.places[place ?? NaN]?.[date];
    const ofBusiness = special.business[date];
    if (ofDate !== undefined && ofBusiness !== undefined) return inBoth(ofDate, ofBusiness);
    const dated = ofDate ?? ofBusiness;
    if (dated !== undefined) return dated;
    const ofPlace = placeHours[place ?? NaN];
    if (ofPlace === undefined) return [business];
    return entriesOn(named, ofPlace).flatMap(withoutBreaks);
  }

  private breaksOn(named: NamedDate): readonly LocalStretch[] {
    const { schedule, special } = this.world;
    if (special.own[named.date] !== undefined) return [];
    return entriesOn(named, schedule ?? []).flatMap((entry) => entry.breaks);
  }

  /** From the first time that the wall clock reaches `startMin` until it first reaches `endMin`. */
  private minutesOf(date: string, { startMin, endMin }: LocalStretch): readonly [number, number] {
    const tape = this.clocks.on(date);
    return [tape.reaches(date, startMin), tape.reaches(date, endMin)];
  }
}

const WHOLE_DAY: LocalStretch = { startMin: 0, endMin: 1_440 };

/** What lies in both. */
function inBoth(some: readonly LocalStretch[], others: readonly LocalStretch[]): readonly LocalStretch[] {
  return some
    .flatMap((one) =>
      others.map((other) => ({
        startMin: Math.max(one.startMin, other.startMin),
        endMin: Math.min(one.endMin, other.endMin),
      })),
    )
    .filter(({ startMin, endMin }) => startMin < endMin);
}

/** Says who of those who may help is at work. */
export function helpersAtWork(
  world: World,
): (helper: Helper, time: Interval, place: number | null) => boolean {
  const oracles = new Map<string, Oracle>();
  const oracleOf = (helper: Helper, locationId: number | null) => {
    const { id: leaderId, schedule, timeOff, busyElsewhere } = helper;
    const special = { ...world.special, own: helper.special };
    const service = { ...world.service, timetable: null };
    const absences = { timeOff, busyElsewhere };
    const own = { ...world, ...absences, service, leaderId, schedule, special, team: [], helpers: [] };
    return new Oracle(own, locationId === null ? {} : { locationId }, clocksOf(world, helper));
  };
  return (helper, { start, end }, place) => {
    const key = `${helper.id} at ${place}`;
    const oracle = oracles.get(key) ?? oracleOf(helper, place);
    oracles.set(key, oracle);
    return oracle.absenceFrom(start, end) === undefined;
  };
}
