import { isDeepStrictEqual } from 'node:util';
import type { Interval } from '../../platform/time/interval';
import type { ExpectedAppointment } from '../diary/writes/batch-changes';
import { candidateAfter } from '../appointments/changes/changed-appointment';
import type { BookingBatch } from '../diary/decisions/booking-batch';
import { leftOn, type EarlierBooking, type Placement, type Reason } from '../engine';
import type { Snapshot } from '../diary/snapshot/snapshot';
import type { Calendars, DayLimitLeft, Given } from './planning/calendars';
import type { Unit } from './planning/units';

/** A unit that a provider takes, with what a booking of it would take. */
export interface Gift extends Given<ExpectedAppointment> {
  readonly booking: EarlierBooking;
  /** Of the date of the start with the provider; null: the provider stays. */
  readonly zone: string | null;
}

/**
 * Asks the engine as a booking does, about appointments that are booked already. So what limits new bookings alone does not count:
 * notice, horizon, timetable, the limit per day of the service, and whether the service is still offered. Time, place and resources stay.
 */
export class BatchCalendars implements Calendars<ExpectedAppointment, Gift> {
  private readonly batch: BookingBatch;

  /** @param batch with a snapshot of each service, whose providers may be asked */
  constructor(batch: BookingBatch) {
    this.batch = batch.under(ofBooked);
  }

  candidatesFor({ appointments: [{ serviceId, providerId }] }: Unit<ExpectedAppointment>): readonly number[] {
    const calendars = this.batch.calendarsOf(serviceId);
    return calendars.map((calendar) => calendar.providerId).filter((id) => id !== providerId);
  }

  give(unit: Unit<ExpectedAppointment>, providerId: number, before: readonly Gift[]): Gift | Reason {
    const [first] = unit.appointments;
    const { id, ...current } = first;
    const { serviceId, start, end, locationId } = current;
    const after = this.batch.after({
      booked: before.map(({ booking }) => booking),
      left: new Set(unit.appointments.map((each) => each.id)),
    });
    const { capacity, team } = this.batch.serviceOf({ serviceId }, true);
    const total = unit.appointments.reduce((sum, { seats }) => sum + seats, 0);
    // A capacity that was lowered since keeps who is in, in a session of their own.
    const seats = Math.min(total, capacity);
    const candidate = {
      ...candidateAfter(id, current, { ...current, providerId, seats }, {}),
      keepsService: true,
    };
    const { verdict } = after.decide(candidate);
    if (!verdict.bookable) return verdict.reason;
    const { placement } = verdict;
    if (placement.session !== null && total > capacity) return 'session_full';
    if (verdict.locationId !== locationId) return 'not_at_location';
    if (
      !isDeepStrictEqual(
        [...placement.resourceIds],
        current.resourceIds.toSorted((a, b) => a - b),
      )
    )
      return 'resource_unavailable';
    const pool = team.flatMap(({ providerIds }) => providerIds);
    const day = this.batch.dayOf({ serviceId, providerId, start, locationId });
    return {
      unit,
      providerId,
      busy: placement.busy,
      people: [...new Set([providerId, ...pool])],
      resourceIds: placement.resourceIds,
      limit: placement.session === null ? this.limitOf(serviceId, providerId, day) : undefined,
      booking: { providerId, serviceId, appointmentId: id, start, end, day, placement },
      zone: verdict.zone,
    };
  }

  minutesOf(unit: Unit<ExpectedAppointment>, providerId: number, before: readonly Gift[]): number {
    const { serviceId, start, locationId } = unit.appointments[0];
    const more = before.filter(
      (gift) => gift.providerId === providerId || helps(gift.booking.placement, providerId),
    );
    return this.batch.minutesAt(
      { serviceId, providerId, start, locationId },
      more.map(({ booking }): Interval => booking),
    );
  }

  private limitOf(serviceId: number, providerId: number, day: number): DayLimitLeft | undefined {
    const calendar = this.batch.calendarsOf(serviceId).find((each) => each.providerId === providerId);
    const limit = calendar?.limits?.find(({ name }) => name === 'provider.maxPerDay');
    return limit && { key: `${providerId} ${day}`, left: leftOn(limit, day) };
  }
}

function helps({ team }: Placement, providerId: number): boolean {
  return team.includes(providerId);
}

/** A snapshot as appointments that are booked already see it. */
function ofBooked({ service, calendars, ...snapshot }: Snapshot): Snapshot {
  const always = { isAvailable: true, minNoticeMin: 0, maxAdvanceDays: LONG_DAYS, timetable: null };
  return {
    ...snapshot,
    service: service && { ...service, ...always },
    calendars: calendars.map((calendar) => ({
      ...calendar,
      limits: calendar.limits?.filter(({ name }) => name !== 'service.maxPerDay'),
    })),
  };
}

/** More than any booking is ahead. */
const LONG_DAYS = 36_600;
