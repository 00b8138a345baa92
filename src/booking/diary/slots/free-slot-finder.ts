import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import type { Dates } from '../../../platform/time/dates';
import { addDays, dateText, getDay } from '../../../platform/time/local-date';
import { DAY_MIN } from '../../../platform/time/units';
import { localDateOf, localTimeOf } from '../../../platform/time/zones/wall-clock';
import { SnapshotQueries } from '../snapshot/snapshot.queries';
import { byChoice, type Slot, SlotFinder, zonesFor } from '../../engine';
import { resourcesFor, type Snapshot, teamFor, withZoneMarginOfDates } from '../snapshot/snapshot';
import { hasDuration, serviceWith } from '../snapshot/terms';
import { WorkMeter } from './work-meter';

/** How many dates one snapshot covers. */
const STEP_DAYS = 60;
/** The most days and starts, of all providers together, that one search examines. */
const MAX_WORK = 200_000;

export interface FreeSlotRequest {
  readonly serviceId: number;
  /** Null: every active provider. */
  readonly providerId: number | null;
  /** Only these, where `providerId` is null. */
  readonly providerIds?: readonly number[];
  /** Where it is to take place; null: at any place. */
  readonly locationId: number | null;
  readonly seats: number;
  /** A duration that the service lets a booking choose; null: none is chosen. */
  readonly durationMin: number | null;
  /** On the calendar of each provider, or of the place. */
  readonly dates: Dates;
}

/** A slot of one provider, with its time on the wall clock of that provider, or of the place. */
export interface FreeSlot {
  readonly providerId: number;
  /** Of the provider. */
  readonly timeZone: string;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** The local date of the start. */
  readonly date: string;
  /** Minutes since the midnight that begins `date`; the end may lie after 1440. */
  readonly fromMin: number;
  readonly toMin: number;
  /** The booked minutes of the provider on that date, where any provider may be chosen. */
  readonly minutes: number;
}

/** Finds every slot of some dates, for the waitlist and the list of group sessions. */
@Injectable()
export class FreeSlotFinder {
  constructor(
    private readonly queries: SnapshotQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * In the order of time, then of choice. None for a service that is deleted, has fewer seats or not the duration. Ends early after
   * `MAX_WORK`.
   */
  async find({ dates, ...wanted }: FreeSlotRequest, tx?: EntityManager): Promise<readonly FreeSlot[]> {
    const now = this.clock.now();
    const work = new WorkMeter();
    const slots: FreeSlot[] = [];
    let first = later(dates.first, addDays(localDateOf(now, 'UTC'), -1));
    while (first <= dates.last && work.total < MAX_WORK) {
      const last = earlier(dates.last, addDays(first, STEP_DAYS - 1));
      const snapshot = await this.snapshot(wanted, { first, last }, tx);
      const horizon = horizonOf(snapshot, now);
      if (horizon === undefined || first > horizon) break;
      slots.push(...(await slotsOf(snapshot, wanted, { first, last: earlier(last, horizon) }, now, work)));
      first = addDays(last, 1);
    }
    return slots.sort((a, b) => a.start - b.start || byChoice(a, b));
  }

  private snapshot(
    { serviceId, providerId, providerIds, locationId }: Omit<FreeSlotRequest, 'dates'>,
    { first, last }: Dates,
    tx: EntityManager | undefined,
  ): Promise<Snapshot> {
    const within = withZoneMarginOfDates(first, last);
    const where = { within, locationId, ...(providerId === null ? { providerIds } : { providerId }) };
    return this.queries.snapshot({ serviceId, ...where }, tx);
  }
}

/** The last date that may be bookable in any zone; undefined for a service that cannot be booked. */
function horizonOf({ service }: Snapshot, now: number): string | undefined {
  if (service?.isAvailable !== true) return undefined;
  return addDays(localDateOf(now, 'UTC'), service.maxAdvanceDays + 1);
}

async function slotsOf(
  snapshot: Snapshot,
  { locationId, seats, durationMin }: Pick<FreeSlotRequest, 'locationId' | 'seats' | 'durationMin'>,
  { first, last }: Dates,
  now: number,
  work: WorkMeter,
): Promise<FreeSlot[]> {
  const { service, calendars, workload } = snapshot;
  const chosen = durationMin ?? undefined;
  if (service === undefined || !hasDuration(service, chosen)) return [];
  const resources = resourcesFor(service, snapshot, { locationId });
  const options = { seats, locationId, resources, team: teamFor(service, snapshot, {}) };
  const slots: FreeSlot[] = [];
  for (const calendar of calendars) {
    const rules = serviceWith(service, calendar.providerId, chosen);
    const { providerId } = calendar;
    const finder = new SlotFinder(now, rules, calendar, options);
    const zones = zonesFor(calendar, locationId);
    for (let day = getDay(first); day <= getDay(last); day++) {
      const before = finder.examined;
      const offered = finder.on(day).slots;
      const zone = zones.on(day);
      const minutes = offered.length === 0 ? 0 : workload.minutesOn(day, zone, providerId);
      slots.push(...offered.map((slot) => ({ providerId, ...freeSlot(slot, day, zone), minutes })));
      const turn = work.add(finder.examined - before);
      if (turn !== undefined) await turn;
    }
  }
  return slots;
}

function freeSlot({ start, end }: Slot, day: number, zone: string): Omit<FreeSlot, 'providerId' | 'minutes'> {
  const minutesAt = (instant: number) => {
    const local = localTimeOf(instant, zone);
    return (getDay(local.date) - day) * DAY_MIN + local.timeMin;
  };
  const times = { date: dateText(day), fromMin: minutesAt(start), toMin: minutesAt(end) };
  return { timeZone: zone, start, end, ...times };
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
