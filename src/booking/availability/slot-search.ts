import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { AvailabilityQueries } from './availability.queries';
import { firstSlots, lastBookableDate, type ProviderCalendar, slotsOfAny } from './engine';
import type { Interval } from '../../platform/time/interval';
import { localDateOf, type LocalStart, toInstant } from '../../platform/time/wall-clock';
import { timeText } from '../../platform/time/local-date';
import type { OfferedSlot } from './offered-slot';
import { withZoneMargin, getBoth, getService, rulesOf, type Snapshot } from './snapshot';
import { DAY_MS } from '../../platform/time/units';

/** How far the first snapshot of a search reaches, and each further one: most searches end in the first. */
const FIRST_STEP_MS = 14 * DAY_MS;
const STEP_MS = 60 * DAY_MS;

/** How many other slots a refusal offers (decisions, section 6). */
export const ALTERNATIVES = 3;

export interface SlotSearchRequest {
  readonly serviceId: number;
  /** Left out: every active provider. */
  readonly providerId?: number | undefined;
  /** An instant (epoch ms), or a time on each provider's own clock. Before now, it is now. */
  readonly from: number | LocalStart;
  readonly limit: number;
  readonly excludeAppointmentId?: number | undefined;
}

/** Finds the next offered slots, step by step, up to the horizon of the service. */
@Injectable()
export class SlotSearch {
  constructor(
    private readonly queries: AvailabilityQueries,
    private readonly clock: Clock,
  ) {}

  /** As `find`, but after `from`, which was asked for and cannot be had; where the clock jumps over it, from the end of the jump. */
  async findAfter(search: SlotSearchRequest, tx?: EntityManager): Promise<OfferedSlot[]> {
    const slots = await this.find({ ...search, limit: search.limit + 1 }, tx);
    return slots.filter((slot) => !isAt(slot, search.from)).slice(0, search.limit);
  }

  /**
   * The first `limit` slots at or after `from`, in time order; fewer when the horizon comes first. One round trip for the
   * first fortnight, and one for each 60 days after it.
   * @param tx the transaction to read in, if any
   * @throws ValidationError of ids that name nothing
   */
  async find(search: SlotSearchRequest, tx?: EntityManager): Promise<OfferedSlot[]> {
    const { serviceId, providerId, excludeAppointmentId, limit } = search;
    const now = this.clock.now();
    const found: OfferedSlot[] = [];
    let start = Math.max(now, approximateInstant(search.from));
    for (let step = FIRST_STEP_MS; ; step = STEP_MS) {
      const span = { start, end: start + step };
      const within = withZoneMargin(span);
      const scope = { serviceId, providerId, within, excludeAppointmentId };
      const snapshot = await this.queries.snapshot(scope, tx);
      if (providerId !== undefined) getBoth(snapshot, providerId);
      found.push(...slotsIn(span, now, snapshot, search).slice(0, limit - found.length));
      if (found.length === limit || isPastHorizon(span.end, now, snapshot)) return found;
      start = span.end;
    }
  }
}

/** The first slots that start in a span of time, of all providers together. */
function slotsIn(
  { start, end }: Interval,
  now: number,
  snapshot: Snapshot,
  { providerId, from, limit, excludeAppointmentId }: SlotSearchRequest,
): OfferedSlot[] {
  const rules = rulesOf(getService(snapshot));
  const options = { excludeAppointmentId };
  const perProvider = snapshot.calendars.map((calendar) => {
    const [since, until] = [searchStart(calendar, from, start), localDateOf(end, calendar.timeZone)];
    const slots = firstSlots(now, rules, calendar, since, limit, until, options);
    return { providerId: calendar.providerId, slots: slots.filter((slot) => slot.start < end) };
  });
  return slotsOfAny(perProvider).map(({ providerIds, ...slot }) => ({
    ...slot,
    ...(providerId === undefined && { providerIds }),
    timeZone: getBoth(snapshot, slot.providerId).calendar.timeZone,
  }));
}

/** An instant before which no provider's clock shows `from`. */
function approximateInstant(from: SlotSearchRequest['from']): number {
  return typeof from === 'number' ? from : toInstant(from, 'UTC').instant - DAY_MS;
}

/** Where a search begins in one provider's calendar: where it was asked to, or where its last step ended. */
function searchStart(calendar: ProviderCalendar, from: SlotSearchRequest['from'], start: number): number {
  return Math.max(start, typeof from === 'number' ? from : toInstant(from, calendar.timeZone).instant);
}

function isAt({ start, date, time }: OfferedSlot, from: SlotSearchRequest['from']): boolean {
  return typeof from === 'number' ? start === from : date === from.date && time === timeText(from.timeMin);
}

/** Whether nobody can be booked at or after `end`: for most, because the horizon is behind it. */
function isPastHorizon(end: number, now: number, snapshot: Snapshot): boolean {
  const rules = rulesOf(getService(snapshot));
  return snapshot.calendars.every(
    ({ isAvailable, offersService, timeZone }) =>
      !(rules.isAvailable && isAvailable && offersService) ||
      localDateOf(end, timeZone) > lastBookableDate(now, rules, timeZone),
  );
}
