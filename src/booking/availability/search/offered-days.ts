import { ValidationError } from '../../../platform/errors/errors';
import type { Dates } from '../../../platform/time/dates';
import { dateText, getDay } from '../../../platform/time/local-date';
import {
  type DaySlots,
  type ProviderCalendar,
  type ProviderSlots,
  type ServiceRules,
  type SharedSlot,
  type Slot,
  SlotFinder,
  type SlotOptions,
  slotsOfAny,
  type Workload,
} from '../engine';
import type { ListedDay, ListedSlot, SlotSeats } from './listed-slot';
import { WorkMeter } from './work-meter';

/** The most slots that one answer lists. */
export const MAX_SLOTS = 5_000;
/** The most days and starts, of all providers together, that one answer examines. */
export const MAX_WORK = 500_000;

export interface DaysRequest {
  readonly now: number;
  readonly rules: ServiceRules;
  readonly calendars: readonly ProviderCalendar[];
  readonly dates: Dates;
  readonly options: SlotOptions;
  /** Whether to merge the slots of several providers. */
  readonly isMerged: boolean;
  readonly workload: Workload;
}

export interface DaysLimit {
  /** The parameter that a refusal is about. */
  readonly field: string;
  /** What to request instead. */
  readonly advice: string;
  /** The most slots of all dates together. */
  readonly slots: number;
}

interface ProviderDay extends DaySlots {
  readonly calendar: ProviderCalendar;
}

/**
 * Each date with its slots; every provider's date is one of its own calendar. Lets other requests run in between.
 * @throws ValidationError when there are more slots than the limit allows, or too many starts to examine
 */
export async function offeredDays(request: DaysRequest, limit: DaysLimit): Promise<ListedDay[]> {
  const { now, rules, calendars, dates, isMerged, workload, options } = request;
  const finders = calendars.map((calendar) => {
    return { calendar, finder: new SlotFinder(now, rules, calendar, options) };
  });
  const work = new WorkMeter();
  const days: ListedDay[] = [];
  let listed = 0;
  for (let day = getDay(dates.first), last = getDay(dates.last); day <= last; day++) {
    const ofProviders: ProviderDay[] = [];
    for (const { calendar, finder } of finders) {
      const before = finder.examined;
      ofProviders.push({ calendar, ...finder.on(day) });
      const turn = work.add(finder.examined - before);
      if (turn !== undefined) await turn;
      if (work.total > MAX_WORK) refuse(limit);
    }
    const offered = isMerged
      ? mergedDay(dateText(day), ofProviders, rules.capacity, workload)
      : singleDay(ofProviders, rules.capacity);
    days.push(offered);
    listed += offered.slots.length;
    if (listed > limit.slots) refuse(limit);
  }
  return days;
}

function refuse({ field, advice }: DaysLimit): never {
  throw new ValidationError({ [field]: `covers too many slots: ${advice}` });
}

export function singleDay([day]: readonly ProviderDay[], capacity: number): ListedDay {
  if (day === undefined) throw new Error('the day has no calendar');
  const { providerId, timeZone } = day.calendar;
  const slots = day.slots.map((slot) => {
    const { start, end, date, time } = slot;
    return { start, end, date, time, providerId, timeZone, seats: seatsOf(slot, capacity) };
  });
  return { date: day.date, working: day.working, slots };
}

export function mergedDay(
  date: string,
  ofProviders: readonly ProviderDay[],
  capacity: number,
  workload: Workload,
): ListedDay {
  const zones = new Map(ofProviders.map(({ calendar }) => [calendar.providerId, calendar.timeZone]));
  const perProvider = ofProviders.map(({ calendar, slots }) => providerSlots(calendar, slots, workload));
  return {
    date,
    working: ofProviders.some((day) => day.working),
    slots: slotsOfAny(perProvider).map((slot) => withZone(slot, zones, capacity)),
  };
}

export function providerSlots(
  { providerId, timeZone }: ProviderCalendar,
  slots: readonly Slot[],
  workload: Workload,
): ProviderSlots {
  return { providerId, slots, minutesOn: (date) => workload.minutesOn(getDay(date), timeZone, providerId) };
}

/** A merged slot with the zone of the first provider that could take it. */
export function withZone(slot: SharedSlot, zones: ReadonlyMap<number, string>, capacity: number): ListedSlot {
  const timeZone = zones.get(slot.providerId);
  if (timeZone === undefined) throw new Error(`provider ${slot.providerId} has no calendar`);
  const { start, end, date, time, providerId, providerIds } = slot;
  return { start, end, date, time, providerId, providerIds, timeZone, seats: seatsOf(slot, capacity) };
}

function seatsOf({ seatsLeft: left }: Slot, capacity: number): SlotSeats | undefined {
  return left === undefined ? undefined : { capacity, left };
}
