import type { Interval } from '../../../platform/time/interval';
import { FIRST_DAY, LAST_DAY, dateText, parseDay, timeText } from '../../../platform/time/local-date';
import { MINUTE_MS } from '../../../platform/time/units';
import {
  isSteadyDay,
  localDayOf,
  localTimeOf,
  startOfDay,
  toInstant,
} from '../../../platform/time/wall-clock';
import { occupied } from './busy';
import { NO_RESOURCES, type ResourceChoice } from './resources';
import { type ProviderCalendar, type ServiceRules, Situation } from './situation';
import { type Session, firstStartingFrom } from './sessions';
import { refusedByOffer, refusedBySchedule } from './verdict';

/** An offered start and end (epoch ms). `date` and `time` (`HH:MM`) name the start on the provider's wall clock. */
export interface Slot {
  readonly start: number;
  readonly end: number;
  readonly date: string;
  readonly time: string;
  /** Of a service whose sessions have more than one seat. */
  readonly seatsLeft?: number | undefined;
}

export interface DaySlots {
  readonly date: string;
  /** Whether any working time is left on the date once closures and time off are taken out. */
  readonly working: boolean;
  readonly slots: readonly Slot[];
}

export interface SlotOptions {
  readonly excludeAppointmentId?: number | undefined;
  /** How many seats of a session are wanted; absent: one. */
  readonly seats?: number | undefined;
  /** Chooses among what the service needs; made for the excluded appointment. */
  readonly resources?: ResourceChoice | undefined;
}

/** Finds the slots of one service with one provider at one moment, a local day at a time. */
export class SlotFinder {
  /** Number of days and starts examined so far: a measure of the work done. */
  examined = 0;
  private readonly situation: Situation;
  private readonly isOffered: boolean;
  private readonly seats: number;
  private readonly resources: ResourceChoice;

  constructor(now: number, service: ServiceRules, calendar: ProviderCalendar, options: SlotOptions = {}) {
    this.situation = new Situation(now, service, calendar, options.excludeAppointmentId);
    this.seats = options.seats ?? 1;
    this.resources = options.resources ?? NO_RESOURCES;
    this.isOffered = this.seats <= service.capacity && refusedByOffer(this.situation) === undefined;
  }

  /** The slots of a local day (days since 1970-01-01), in time order. */
  on(day: number): DaySlots {
    const stretches = this.situation.stretchesOn(day);
    return {
      date: dateText(day),
      working: stretches.length > 0,
      slots: this.slotsIn(day, stretches, -Infinity, Infinity),
    };
  }

  /**
   * The first `limit` slots that start at or after `from` (epoch ms), up to `lastDay` or the horizon if that is earlier.
   * Examines no more days than needed.
   */
  first(from: number, limit: number, lastDay: number): readonly Slot[] {
    const { now, window, zone } = this.situation;
    const until = Math.min(window.lastDay, lastDay, LAST_DAY);
    const found: Slot[] = [];
    const firstDay = Math.max(localDayOf(Math.max(from, now), zone), FIRST_DAY);
    for (let day = firstDay; day <= until && found.length < limit; day++) {
      found.push(...this.slotsIn(day, this.situation.stretchesOn(day), from, limit - found.length));
    }
    return found;
  }

  private slotsIn(day: number, stretches: readonly Interval[], from: number, limit: number): readonly Slot[] {
    this.examined++;
    const { window, zone } = this.situation;
    if (!this.isOffered || day > window.lastDay) return [];
    if (!isSteadyDay(day, zone)) {
      const starts = this.bookableStarts(day, stretches, from, Infinity);
      return starts.flatMap((start) => this.nameableSlot(start)).slice(0, limit);
    }
    const midnight = startOfDay(day, zone);
    const date = dateText(day);
    return this.bookableStarts(day, stretches, from, limit).map((start) =>
      this.slotAt(start, date, timeText((start - midnight) / MINUTE_MS)),
    );
  }

  /** The slot under its local name; none when that name means an earlier instant, as in the second of two equal hours. */
  private nameableSlot(start: number): readonly Slot[] {
    const local = localTimeOf(start, this.situation.zone);
    if (toInstant(local, this.situation.zone).instant !== start) return [];
    return [this.slotAt(start, local.date, timeText(local.timeMin))];
  }

  private slotAt(start: number, date: string, time: string): Slot {
    const { capacity, durationMin } = this.situation.service;
    const end = start + durationMin * MINUTE_MS;
    if (capacity === 1) return { start, end, date, time };
    const seatsLeft = this.situation.sessionAt(start, end)?.seatsLeft(capacity) ?? capacity;
    return { start, end, date, time, seatsLeft };
  }

  /**
   * The first `limit` bookable starts: those of the grid (the beginning of each stretch, and every slot interval from there), and
   * those of sessions with seats left. Skips in one step the starts that meet the same busy time, and those that are too late to
   * end within working time.
   */
  private bookableStarts(
    day: number,
    stretches: readonly Interval[],
    from: number,
    limit: number,
  ): readonly number[] {
    const { service, window } = this.situation;
    const durationMs = service.durationMin * MINUTE_MS;
    const earliest = Math.max(from, window.now, window.noticeEndsAt);
    const starts: number[] = [];
    for (const stretch of stretches) {
      if (starts.length >= limit) break;
      const latest = this.situation.openUntil(day, stretch.end, durationMs) - durationMs;
      const last = Math.min(stretch.end - 1, latest);
      const free = this.freeStarts(stretch, earliest, last, limit - starts.length);
      const joinable = this.joinableStarts(Math.max(stretch.start, earliest), last);
      starts.push(...merge(free, joinable));
    }
    return starts.length > limit ? starts.slice(0, limit) : starts;
  }

  /** The first `limit` starts of the grid of a stretch, from `earliest` to `last`, at which a session can begin. */
  private freeStarts(stretch: Interval, earliest: number, last: number, limit: number): readonly number[] {
    const { service } = this.situation;
    const durationMs = service.durationMin * MINUTE_MS;
    const step = Math.max(service.slotIntervalMin ?? service.durationMin, 1) * MINUTE_MS;
    const starts: number[] = [];
    let start = gridStart(stretch.start, earliest, step);
    while (start <= last && starts.length < limit) {
      this.examined++;
      const freeAgainAt = this.situation.takenUntil(start, start + durationMs);
      if (freeAgainAt !== undefined) {
        start = gridStart(stretch.start, freeAgainAt, step);
      } else {
        if (this.canBegin(start, start + durationMs)) starts.push(start);
        start += step;
      }
    }
    return starts;
  }

  /** Whether a session can begin at a start that the provider has free. */
  private canBegin(start: number, end: number): boolean {
    if (refusedBySchedule(this.situation, start, end) !== undefined) return false;
    return this.resources.during(occupied(this.situation.service, { start, end })) !== undefined;
  }

  /** The starts from `first` to `last` at which a session has enough seats left. They may be off the grid. */
  private joinableStarts(first: number, last: number): readonly number[] {
    const { sessions, service } = this.situation;
    if (sessions.length === 0) return NO_STARTS;
    const durationMs = service.durationMin * MINUTE_MS;
    const joinable: number[] = [];
    for (let i = firstStartingFrom(sessions, first); i < sessions.length; i++) {
      const session = sessions[i];
      if (session === undefined || session.first.start > last) break;
      this.examined++;
      if (this.canJoin(session, durationMs)) joinable.push(session.first.start);
    }
    return joinable;
  }

  /** Whether a slot is a place in the session. Not when the session was booked for another length. */
  private canJoin(session: Session, durationMs: number): boolean {
    const { start, end } = session.first;
    return (
      end - start === durationMs &&
      session.seatsLeft(this.situation.service.capacity) >= this.seats &&
      refusedBySchedule(this.situation, start, end) === undefined
    );
  }
}

const NO_STARTS: readonly number[] = [];

/** The slots of one local date, in time order; none when `date` is not a date. */
export function slotsOn(
  now: number,
  service: ServiceRules,
  calendar: ProviderCalendar,
  date: string,
  options: SlotOptions = {},
): readonly Slot[] {
  return slotsBetween(now, service, calendar, date, date, options).flatMap((day) => day.slots);
}

/** Every local date from the first to the last (inclusive) with its slots; no dates when either is not a date. */
export function slotsBetween(
  now: number,
  service: ServiceRules,
  calendar: ProviderCalendar,
  firstDate: string,
  lastDate: string,
  options: SlotOptions = {},
): readonly DaySlots[] {
  const finder = new SlotFinder(now, service, calendar, options);
  const days: DaySlots[] = [];
  const last = parseDay(lastDate) ?? -Infinity;
  for (let day = parseDay(firstDate) ?? Infinity; day <= last; day++) days.push(finder.on(day));
  return days;
}

/** The first `limit` slots that start at or after `from` (epoch ms), up to `lastDate` or the horizon if that is earlier. */
export function firstSlots(
  now: number,
  service: ServiceRules,
  calendar: ProviderCalendar,
  from: number,
  limit: number,
  lastDate?: string,
): readonly Slot[] {
  const lastDay = lastDate === undefined ? LAST_DAY : (parseDay(lastDate) ?? -Infinity);
  return new SlotFinder(now, service, calendar).first(from, limit, lastDay);
}

/** The first start of the grid that begins at `origin` which is not before `earliest`. */
function gridStart(origin: number, earliest: number, step: number): number {
  return earliest <= origin ? origin : origin + Math.ceil((earliest - origin) / step) * step;
}

/** Two ascending lists as one. */
function merge(some: readonly number[], others: readonly number[]): readonly number[] {
  if (others.length === 0) return some;
  const merged: number[] = [];
  let next = 0;
  for (const number of some) {
    for (; (others[next] ?? Infinity) < number; next++) merged.push(others[next] ?? NaN);
    merged.push(number);
  }
  merged.push(...others.slice(next));
  return merged;
}
