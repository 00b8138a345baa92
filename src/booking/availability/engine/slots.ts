import type { Interval } from '../../../platform/time/interval';
import { FIRST_DAY, LAST_DAY, dateText, parseDay, timeText } from '../../../platform/time/local-date';
import { MINUTE_MS } from '../../../platform/time/units';
import { type ProviderCalendar, type ServiceRules, Situation } from './situation';
import { refusedByOffer, refusedByTime } from './verdict';
import {
  isSteadyDay,
  localDayOf,
  localTimeOf,
  startOfDay,
  toInstant,
} from '../../../platform/time/wall-clock';

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

/** The slots of one local date, in time order; none when `date` is no date. */
export function slotsOn(
  now: number,
  service: ServiceRules,
  calendar: ProviderCalendar,
  date: string,
  options: SlotOptions = {},
): readonly Slot[] {
  return slotsBetween(now, service, calendar, date, date, options).flatMap((day) => day.slots);
}

/** Every local date from the first to the last (inclusive) with its slots; no dates when either is none. */
export function slotsBetween(
  now: number,
  service: ServiceRules,
  calendar: ProviderCalendar,
  firstDate: string,
  lastDate: string,
  options: SlotOptions = {},
): readonly DaySlots[] {
  const situation = new Situation(now, service, calendar, options.excludeAppointmentId);
  const days: DaySlots[] = [];
  const last = parseDay(lastDate) ?? -Infinity;
  for (let day = parseDay(firstDate) ?? Infinity; day <= last; day++) {
    const stretches = situation.stretchesOn(day);
    days.push({
      date: dateText(day),
      working: stretches.length > 0,
      slots: slotsIn(situation, day, stretches),
    });
  }
  return days;
}

/**
 * The first `limit` slots that start at or after `from` (epoch ms), up to `lastDate` or the horizon, whichever comes
 * first. Days are worked out one by one, and no further than needed.
 */
export function firstSlots(
  now: number,
  service: ServiceRules,
  calendar: ProviderCalendar,
  from: number,
  limit: number,
  lastDate?: string,
  options: SlotOptions = {},
): readonly Slot[] {
  const situation = new Situation(now, service, calendar, options.excludeAppointmentId);
  const lastAsked = lastDate === undefined ? LAST_DAY : (parseDay(lastDate) ?? -Infinity);
  const lastDay = Math.min(situation.window.lastDay, lastAsked, LAST_DAY);
  const found: Slot[] = [];
  const firstDay = Math.max(localDayOf(Math.max(from, now), situation.zone), FIRST_DAY);
  for (let day = firstDay; day <= lastDay && found.length < limit; day++) {
    const slots = slotsIn(situation, day, situation.stretchesOn(day));
    found.push(...slots.filter((slot) => slot.start >= from).slice(0, limit - found.length));
  }
  return found;
}

/** The grid starts of one day that are bookable. */
function slotsIn(situation: Situation, day: number, stretches: readonly Interval[]): readonly Slot[] {
  if (refusedByOffer(situation)) return [];
  const { service, zone } = situation;
  const durationMs = service.durationMin * MINUTE_MS;
  const bookable = gridStarts(service, stretches).filter(
    (start) => !refusedByTime(situation, start, start + durationMs),
  );
  if (!isSteadyDay(day, zone)) return bookable.flatMap((start) => namedSlot(start, start + durationMs, zone));
  const midnight = startOfDay(day, zone);
  const date = dateText(day);
  return bookable.map((start) => {
    return { start, end: start + durationMs, date, time: timeText((start - midnight) / MINUTE_MS) };
  });
}

/** The beginning of each stretch, and every slot interval from there. */
function gridStarts(service: ServiceRules, stretches: readonly Interval[]): readonly number[] {
  const step = Math.max(service.slotIntervalMin ?? service.durationMin, 1) * MINUTE_MS;
  const starts: number[] = [];
  for (const { start, end } of stretches) {
    for (let next = start; next < end; next += step) starts.push(next);
  }
  return starts;
}

/** The slot under its local name; none when that name means an earlier instant, as in the second of two equal hours. */
function namedSlot(start: number, end: number, zone: string): readonly Slot[] {
  const local = localTimeOf(start, zone);
  if (toInstant(local, zone).instant !== start) return [];
  return [{ start, end, date: local.date, time: timeText(local.timeMin) }];
}
