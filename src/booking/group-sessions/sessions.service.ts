import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Snapshots } from '../../platform/database/snapshots';
import { ValidationError } from '../../platform/errors/errors';
import { DAY_MS } from '../../platform/time/units';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { type FreeSlot, FreeSlotFinder } from '../diary/slots/free-slot-finder';
import {
  type FoundSessions,
  type SessionFilters,
  type SessionRow,
  SessionsQueries,
  type TimetableRow,
} from './sessions.queries';

/** The most services whose timetables one answer looks at. */
const MAX_TIMETABLES = 100;

/** Lists group sessions, and the classes without bookings that can be booked. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly queries: SessionsQueries,
    private readonly freeSlots: FreeSlotFinder,
    private readonly snapshots: Snapshots,
  ) {}

  /** In time order. @throws ValidationError of `serviceId` when too many services have a timetable */
  async list(filters: SessionFilters): Promise<readonly SessionRow[]> {
    const found = await this.queries.find(filters);
    if (found.timetables.length === 0) return found.sessions;
    // The classes that can be booked must be those of the moment in which the sessions were read.
    return this.snapshots.read(async (tx) =>
      this.withClasses(await this.queries.find(filters, tx), filters, tx),
    );
  }

  private async withClasses(
    { sessions, timetables }: FoundSessions,
    filters: SessionFilters,
    tx: EntityManager,
  ): Promise<readonly SessionRow[]> {
    if (timetables.length > MAX_TIMETABLES)
      throw new ValidationError({
        serviceId: `is required: more than ${MAX_TIMETABLES} services have a timetable`,
      });
    const booked = new Set(sessions.map(keyOf));
    const all = [...sessions];
    for (const timetable of timetables) {
      const classes = await this.bookableClasses(timetable, filters, tx);
      all.push(...classes.filter((each) => !booked.has(keyOf(each))));
    }
    return all.sort(
      (a, b) =>
        a.start - b.start || a.providerId - b.providerId || a.serviceId - b.serviceId || a.end - b.end,
    );
  }

  private async bookableClasses(
    { serviceId, providerIds, capacity }: TimetableRow,
    { within: { start, end }, reach }: SessionFilters,
    tx: EntityManager,
  ): Promise<readonly SessionRow[]> {
    // The date of an instant is that in UTC, the one before or the one after in every zone.
    const dates = { first: localDateOf(start - DAY_MS, 'UTC'), last: localDateOf(end + DAY_MS, 'UTC') };
    const what = { serviceId, providerId: null, providerIds, seats: 1, durationMin: null, dates };
    const slots: FreeSlot[] = [];
    for (const locationId of reach?.locations ?? [null])
      slots.push(...(await this.freeSlots.find({ ...what, locationId }, tx)));
    return slots
      .filter((slot) => slot.start >= start && slot.start < end)
      .map(({ providerId, timeZone, start, end }) => {
        const time = { start, end, timeZone };
        return { providerId, serviceId, ...time, capacity, seatsTaken: 0, appointmentIds: [] };
      });
  }
}

function keyOf({ providerId, serviceId, start, end }: SessionRow): string {
  return `${providerId} ${serviceId} ${start} ${end}`;
}
