import type { ExpectedAppointment } from '../diary/writes/batch-changes';
import { candidateAfter } from '../appointments/changes/changed-appointment';
import type { BookingBatch } from '../diary/decisions/booking-batch';
import type { Reason } from '../engine';
import type { Gift } from './batch-calendars';
import type { Calendars } from './planning/calendars';
import type { Unit } from './planning/units';

/**
 * Finds other resources for appointments that keep their time and their provider, as a change of an appointment does. Two that had the
 * same resource do not overlap, so they are in no other's way.
 */
export class ResourceCalendars implements Calendars<ExpectedAppointment, Gift> {
  /** @param batch that has read the time off of the resource */
  constructor(
    private readonly batch: BookingBatch,
    private readonly resourceId: number,
  ) {}

  candidatesFor({ appointments: [{ providerId }] }: Unit<ExpectedAppointment>): readonly number[] {
    return [providerId];
  }

  give(unit: Unit<ExpectedAppointment>, providerId: number, before: readonly Gift[]): Gift | Reason {
    const [{ id, ...current }] = unit.appointments;
    const { serviceId, start, end, locationId } = current;
    const left = new Set(unit.appointments.map((each) => each.id));
    const after = this.batch.after({ booked: before.map(({ booking }) => booking), left });
    const { capacity } = this.batch.serviceOf({ serviceId }, true);
    const seats = Math.min(
      unit.appointments.reduce((sum, each) => sum + each.seats, 0),
      capacity,
    );
    const placement = after.placementOf(candidateAfter(id, current, { ...current, seats }, {}));
    if (typeof placement === 'string') return placement;
    // Who is left in the session, such as a hold, keeps its resources.
    if (placement.resourceIds.includes(this.resourceId) || placement.session !== null)
      return 'resource_unavailable';
    const { busy, resourceIds } = placement;
    const day = this.batch.dayOf({ serviceId, providerId, start, locationId });
    const booking = { providerId, serviceId, appointmentId: id, start, end, day, placement };
    return { unit, providerId, busy, people: [], resourceIds, booking, zone: null };
  }

  /** There is no choice. */
  minutesOf(): number {
    return 0;
  }
}
