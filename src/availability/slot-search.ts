import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { AvailabilityQueries } from './availability.queries';
import {
  firstSlots,
  lastBookableDate,
  localDateOf,
  type LocalStart,
  type ProviderCalendar,
  slotsOfAny,
  timeText,
  toInstant,
} from './engine';
import type { OfferedSlot } from './offered-slot';
import { around, getCalendar, getService, rulesOf, type Snapshot, type SnapshotService } from './snapshot';

const DAY_MS = 86_400_000;
/** How far the first snapshot of a search reaches, and each further one: most searches end in the first. */
const FIRST_STEP_MS = 14 * DAY_MS;
const STEP_MS = 60 * DAY_MS;

export interface Search {
  readonly serviceId: number;
  /** Left out: any active provider. */
  readonly providerId?: number | undefined;
  /** An instant (epoch ms), or a time on each provider's own clock. */
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
  async findAfter(search: Search): Promise<OfferedSlot[]> {
    const slots = await this.find({ ...search, limit: search.limit + 1 });
    return slots.filter((slot) => !isAt(slot, search.from)).slice(0, search.limit);
  }

  /** The first `limit` slots at or after `from`, in time order; fewer when the horizon comes first. @throws ValidationError */
  async find({ serviceId, providerId, from, limit, excludeAppointmentId }: Search): Promise<OfferedSlot[]> {
    const now = this.clock.now();
    const providerIds = providerId === undefined ? undefined : [providerId];
    const found: OfferedSlot[] = [];
    let start = Math.max(now, typeof from === 'number' ? from : toInstant(from, 'UTC').instant - DAY_MS);
    for (let step = FIRST_STEP_MS; ; step = STEP_MS) {
      const end = start + step;
      const snapshot = await this.queries.snapshot({
        serviceId,
        providerIds,
        within: around({ start, end }),
      });
      const service = getService(snapshot);
      if (providerId !== undefined) getCalendar(snapshot, providerId);
      const perProvider = snapshot.calendars.map((calendar) => ({
        providerId: calendar.providerId,
        slots: firstSlots(
          now,
          rulesOf(service),
          calendar,
          earliest(calendar, from, start),
          limit,
          localDateOf(end, calendar.timeZone),
          {
            excludeAppointmentId,
          },
        ).filter((slot) => slot.start < end),
      }));
      const slots = slotsOfAny(perProvider).slice(0, limit - found.length);
      found.push(
        ...slots.map((slot) => ({ ...slot, timeZone: getCalendar(snapshot, slot.providerId).timeZone })),
      );
      if (found.length === limit || isPastHorizon(now, service, snapshot, end)) return found;
      start = end;
    }
  }
}

function isAt({ start, date, time }: OfferedSlot, from: Search['from']): boolean {
  return typeof from === 'number' ? start === from : date === from.date && time === timeText(from.timeMin);
}

/** Where a search begins in one provider's calendar: where it was asked to, or where its last step ended. */
function earliest(calendar: ProviderCalendar, from: Search['from'], start: number): number {
  return Math.max(start, typeof from === 'number' ? from : toInstant(from, calendar.timeZone).instant);
}

/** Whether nobody can be booked at or after `end`. */
function isPastHorizon(now: number, service: SnapshotService, { calendars }: Snapshot, end: number): boolean {
  return calendars.every(
    ({ timeZone }) => localDateOf(end, timeZone) > lastBookableDate(now, rulesOf(service), timeZone),
  );
}
