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
import { type ProviderCalendar, type ServiceRules, Situation } from './situation';
import { refusedByOffer, refusedBySchedule } from './verdict';

/** An offered start and end (epoch ms). `date` and `time` (`HH:MM`) name the start on the provider's wall clock. */
export interface Slot {
  readonly start: number;
  readonly end: number;
  readonly date: string;
  readonly time: string;
}

export interface DaySlots {
  readonly date: string;
  /** Whether any working time is left on the date once closures and time off are taken out. */
  readonly working: boolean;
  readonly slots: readonly Slot[];
}

export interface SlotOptions {
  readonly excludeAppointmentId?: number | undefined;
}

/** Finds the slots of one service with one provider at one moment, a local day at a time. */
export class SlotFinder {
  /** Number of days and starts examined so far: a measure of the work done. */
  examined = 0;
  private readonly situation: Situation;
  private readonly isOffered: boolean;

  constructor(now: number, service: ServiceRules, calendar: ProviderCalendar, options: SlotOptions = {}) {
    this.situation = new Situation(now, service, calendar, options.excludeAppointmentId);
    this.isOffered = refusedByOffer(this.situation) === undefined;
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
    const { service, window, zone } = this.situation;
    if (!this.isOffered || day > window.lastDay) return [];
    const durationMs = service.durationMin * MINUTE_MS;
    if (!isSteadyDay(day, zone)) {
      const starts = this.bookableStarts(day, stretches, from, Infinity);
      return starts.flatMap((start) => nameableSlot(start, start + durationMs, zone)).slice(0, limit);
    }
    const midnight = startOfDay(day, zone);
    const date = dateText(day);
    return this.bookableStarts(day, stretches, from, limit).map((start) => {
      return { start, end: start + durationMs, date, time: timeText((start - midnight) / MINUTE_MS) };
    });
  }

  /**
   * The first `limit` bookable starts of the grid: the beginning of each stretch, and every slot interval from there. Skips in one
   * step the starts that meet the same busy time, and those that are too late to end within working time.
   */
  private bookableStarts(
    day: number,
    stretches: readonly Interval[],
    from: number,
    limit: number,
  ): readonly number[] {
    const { situation } = this;
    const { service, window } = situation;
    const durationMs = service.durationMin * MINUTE_MS;
    const step = Math.max(service.slotIntervalMin ?? service.durationMin, 1) * MINUTE_MS;
    const earliest = Math.max(from, window.now, window.noticeEndsAt);
    const starts: number[] = [];
    for (const stretch of stretches) {
      const latest = situation.openUntil(day, stretch.end, durationMs) - durationMs;
      let start = gridStart(stretch.start, earliest, step);
      while (start < stretch.end && start <= latest && starts.length < limit) {
        this.examined++;
        const freeAgainAt = situation.takenUntil(start, start + durationMs);
        if (freeAgainAt !== undefined) {
          start = gridStart(stretch.start, freeAgainAt, step);
        } else {
          if (!refusedBySchedule(situation, start, start + durationMs)) starts.push(start);
          start += step;
        }
      }
    }
    return starts;
  }
}

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

/** The slot under its local name; none when that name means an earlier instant, as in the second of two equal hours. */
function nameableSlot(start: number, end: number, zone: string): readonly Slot[] {
  const local = localTimeOf(start, zone);
  if (toInstant(local, zone).instant !== start) return [];
  return [{ start, end, date: local.date, time: timeText(local.timeMin) }];
}
