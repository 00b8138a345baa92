import { FIRST_DAY, getDay, LAST_DAY, dateText, parseDay, timeText } from '../../platform/time/local-date';
import { MINUTE_MS } from '../../platform/time/units';
import { localTimeOf, toInstant } from '../../platform/time/zones/wall-clock';
import { NO_RESOURCES, type ResourceChoice } from './resources';
import type { LocalDay } from './local-days';
import { type ProviderCalendar, type ServiceRules, Situation } from './situation';
import { StartFinder, type StartSpan } from './starts';
import { NO_TEAM, type TeamChoice } from './teams';
import { refusedByOffer } from './verdict';
import type { WorkInterval } from './work-stretch';

/** An offered start and end (epoch ms). `date` and `time` (`HH:MM`) name the start on the wall clock of the provider, or of the place. */
export interface Slot {
  readonly start: number;
  readonly end: number;
  readonly date: string;
  readonly time: string;
  /** Of a service whose sessions have more than one seat. */
  readonly seatsLeft?: number | undefined;
  /** Where it takes place. Absent: neither the request nor the hours name a place. */
  readonly locationId?: number | undefined;
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
  /** Where it is to take place; null or absent: where the hours say. */
  readonly locationId?: number | null | undefined;
  /** Chooses among what the service needs; made for the excluded appointment. */
  readonly resources?: ResourceChoice | undefined;
  /** Chooses who helps; made for the excluded appointment. */
  readonly team?: TeamChoice | undefined;
}

/** Finds the slots of one service with one provider at one moment, a local day at a time. */
export class SlotFinder {
  private readonly situation: Situation;
  private readonly starts: StartFinder;
  private readonly isOffered: boolean;
  private days = 0;

  constructor(now: number, service: ServiceRules, calendar: ProviderCalendar, options: SlotOptions = {}) {
    const { excludeAppointmentId, seats = 1, locationId, resources = NO_RESOURCES, team = NO_TEAM } = options;
    this.situation = new Situation(now, service, calendar, excludeAppointmentId, locationId);
    this.starts = new StartFinder(this.situation, resources, team, seats);
    this.isOffered = seats <= service.capacity && refusedByOffer(this.situation) === undefined;
  }

  /** Number of days and starts examined so far: a measure of the work done. */
  get examined(): number {
    return this.days + this.starts.examined;
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

  /** The first `limit` slots at or after `from` (epoch ms), to `lastDay` or the horizon if earlier. Examines no more days than needed. */
  first(from: number, limit: number, lastDay: number): readonly Slot[] {
    const { now, window, zones } = this.situation;
    const until = Math.min(window.lastDay, lastDay, LAST_DAY);
    const found: Slot[] = [];
    const firstDay = Math.max(zones.firstDayAt(Math.max(from, now)), FIRST_DAY);
    for (let day = firstDay; day <= until && found.length < limit; day++) {
      if (this.situation.isCovered(day)) this.days++;
      else found.push(...this.slotsIn(day, this.situation.stretchesOn(day), from, limit - found.length));
    }
    return found;
  }

  private slotsIn(
    day: number,
    stretches: readonly WorkInterval[],
    from: number,
    limit: number,
  ): readonly Slot[] {
    this.days++;
    const { window } = this.situation;
    if (!this.isOffered || day > window.lastDay || stretches.length === 0) return NO_SLOTS;
    const local = this.situation.dayAt(day);
    const earliest = Math.max(from, window.now, window.noticeEndsAt);
    const slots: Slot[] = [];
    for (const stretch of stretches) {
      if (slots.length >= limit) break;
      this.addSlots(slots, local, this.spanOf(stretch, local, earliest), limit);
    }
    return slots.length > limit ? slots.slice(0, limit) : slots;
  }

  private spanOf(stretch: WorkInterval, { number }: LocalDay, first: number): StartSpan {
    const { durationMs } = this.starts;
    const { start, end, locationId } = stretch;
    const latest = this.situation.openUntil(number, stretch, durationMs) - durationMs;
    return { origin: start, first, last: Math.min(end - 1, latest), locationId };
  }

  /** Adds the slots of a span, except a start whose local name means an earlier instant, as in the second of two equal hours. */
  private addSlots(
    slots: Slot[],
    { number, start: midnight, isSteady }: LocalDay,
    span: StartSpan,
    limit: number,
  ): void {
    const { durationMs } = this.starts;
    const locationId = span.locationId ?? this.situation.locationId ?? undefined;
    if (isSteady) {
      const date = dateText(number);
      this.starts.in(span, limit - slots.length, (start, seatsLeft) => {
        const time = timeText((start - midnight) / MINUTE_MS);
        slots.push(slotOf(start, start + durationMs, date, time, seatsLeft, locationId));
      });
      return;
    }
    const { zones } = this.situation;
    const zone = zones.on(number);
    this.starts.in(span, Infinity, (start, seatsLeft) => {
      const local = localTimeOf(start, zone);
      if (toInstant(local, zones.on(getDay(local.date))).instant !== start) return;
      const time = timeText(local.timeMin);
      slots.push(slotOf(start, start + durationMs, local.date, time, seatsLeft, locationId));
    });
  }
}

/** Literals rather than a spread, which takes ten times as long where it adds a member. */
function slotOf(
  start: number,
  end: number,
  date: string,
  time: string,
  seatsLeft: number | undefined,
  locationId: number | undefined,
): Slot {
  if (seatsLeft === undefined)
    return locationId === undefined ? { start, end, date, time } : { start, end, date, time, locationId };
  return locationId === undefined
    ? { start, end, date, time, seatsLeft }
    : { start, end, date, time, seatsLeft, locationId };
}

const NO_SLOTS: readonly Slot[] = [];

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
