import { ValidationError } from '../../../platform/errors/errors';
import type { Dates } from '../../../platform/time/dates';
import { dateText, getDay } from '../../../platform/time/local-date';
import {
  type DateZones,
  type DaySlots,
  type ProviderCalendar,
  type ProviderSlots,
  type SharedSlot,
  type Slot,
  SlotFinder,
  type SlotOptions,
  slotsOfAny,
  type Workload,
  zonesFor,
} from '../../engine';
import type { ListedDay, ListedSlot, SlotSeats } from './listed-slot';
import type { SnapshotService } from '../snapshot/snapshot';
import { ofSeats, serviceWith } from '../snapshot/terms';
import { WorkMeter } from './work-meter';

/** The most slots that one answer lists. */
export const MAX_SLOTS = 5_000;
/** The most days and starts, of all providers together, that one answer examines. */
export const MAX_WORK = 300_000;

export interface DaysRequest {
  readonly now: number;
  readonly service: SnapshotService;
  /** The duration that was chosen, if one was. */
  readonly durationMin?: number | undefined;
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

/** Who offers slots, and on what terms. */
export interface Offerer {
  readonly calendar: ProviderCalendar;
  /** In which the dates and times of the slots are. */
  readonly zones: DateZones;
  /** As this provider gives it, with the price of all seats that are requested. */
  readonly service: SnapshotService;
}

interface ProviderDay extends DaySlots, Offerer {}

/**
 * Each date with its slots; every provider's date is one of its own calendar. Lets other requests run in between.
 * @throws ValidationError when there are more slots than the limit allows, or too many starts to examine
 */
export async function offeredDays(request: DaysRequest, limit: DaysLimit): Promise<ListedDay[]> {
  const { now, calendars, dates, isMerged, workload, options } = request;
  const finders = calendars.map((calendar) => {
    const own = serviceWith(request.service, calendar.providerId, request.durationMin);
    const service = ofSeats(own, options.seats);
    const zones = zonesFor(calendar, options.locationId);
    return { calendar, service, zones, finder: new SlotFinder(now, service, calendar, options) };
  });
  const work = new WorkMeter();
  const days: ListedDay[] = [];
  let listed = 0;
  for (let day = getDay(dates.first), last = getDay(dates.last); day <= last; day++) {
    const ofProviders: ProviderDay[] = [];
    // Written out: a rest and two spreads cost much more, for each provider and day.
    for (const { calendar, service, zones, finder } of finders) {
      const before = finder.examined;
      const { date, working, slots } = finder.on(day);
      ofProviders.push({ calendar, service, zones, date, working, slots });
      const turn = work.add(finder.examined - before);
      if (turn !== undefined) await turn;
      if (work.total > MAX_WORK) refuse(limit);
    }
    const offered = isMerged ? mergedDay(dateText(day), ofProviders, workload) : singleDay(ofProviders);
    days.push(offered);
    listed += offered.slots.length;
    if (listed > limit.slots) refuse(limit);
  }
  return days;
}

function refuse({ field, advice }: DaysLimit): never {
  throw new ValidationError({ [field]: `covers too many slots: ${advice}` });
}

export function singleDay([day]: readonly ProviderDay[]): ListedDay {
  if (day === undefined) throw new Error('the day has no calendar');
  const { providerId } = day.calendar;
  const timeZone = day.zones.onDate(day.date);
  const { capacity, price } = day.service;
  const slots = day.slots.map((slot) => {
    const { start, end, date, time, locationId } = slot;
    const seats = seatsOf(slot, capacity);
    return { start, end, date, time, providerId, timeZone, price, seats, locationId };
  });
  return { date: day.date, working: day.working, slots };
}

export function mergedDay(date: string, ofProviders: readonly ProviderDay[], workload: Workload): ListedDay {
  const offerers = new Map(ofProviders.map((day) => [day.calendar.providerId, day]));
  const perProvider = ofProviders.map((day) => providerSlots(day, day.slots, workload));
  return {
    date,
    working: ofProviders.some((day) => day.working),
    slots: slotsOfAny(perProvider).map((slot) => withTerms(slot, offerers)),
  };
}

export function providerSlots(
  { calendar: { providerId }, zones }: Pick<Offerer, 'calendar' | 'zones'>,
  slots: readonly Slot[],
  workload: Workload,
): ProviderSlots {
  const minutesOn = (date: string) => workload.minutesOn(getDay(date), zones.onDate(date), providerId);
  return { providerId, slots, minutesOn };
}

/** A merged slot with the zone and the price of the first provider that could take it. */
export function withTerms(slot: SharedSlot, offerers: ReadonlyMap<number, Offerer>): ListedSlot {
  const offerer = offerers.get(slot.providerId);
  if (offerer === undefined) throw new Error(`provider ${slot.providerId} has no calendar`);
  const { start, end, date, time, providerId, providerIds, locationId } = slot;
  const timeZone = offerer.zones.onDate(date);
  const { capacity, price } = offerer.service;
  const seats = seatsOf(slot, capacity);
  return { start, end, date, time, providerId, providerIds, timeZone, price, seats, locationId };
}

function seatsOf({ seatsLeft: left }: Slot, capacity: number): SlotSeats | undefined {
  return left === undefined ? undefined : { capacity, left };
}
