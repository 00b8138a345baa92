import type { ExpectedAppointment, UpdatedAppointment } from '../diary/writes/batch-changes';
import type { Placement } from '../engine';
import { bookedAt } from '../booked-start';
import type { Gift } from './batch-calendars';

/**
 * The appointments of a unit as another provider gives them, or with other resources. Its session opens anew, unless it joins one; who stays in the former one,
 * such as a hold, keeps that.
 * @param session the number of a session that the unit opens; null: it has one appointment
 */
export function appointmentsOf(gift: Gift, session: string | null): readonly UpdatedAppointment[] {
  const { unit, providerId, zone } = gift;
  const { placement } = gift.booking;
  const numbers = seatNumbers(gift);
  let taken = 0;
  return unit.appointments.map(({ id, ...before }) => {
    const seats = numbers?.slice(taken, taken + before.seats) ?? null;
    taken += before.seats;
    const claims: Placement = { ...placement, session: placement.session ?? session, seats };
    const { busy, resourceIds, team } = placement;
    const booked = zone === null ? {} : bookedAt(before.start, zone);
    const next = { ...before, providerId, ...booked, busy, resourceIds, team };
    return { id, before, next, claims };
  });
}

/** Whether a unit opens a session that several appointments share. */
export function opensSession({ unit, booking }: Gift): boolean {
  return unit.appointments.length > 1 && booking.placement.session === null;
}

/** A capacity that was lowered gives a placement fewer seats than the appointments have. */
function seatNumbers({ unit, booking: { placement } }: Gift): readonly number[] | null {
  if (placement.session !== null) return placement.seats;
  if (placement.seats === null && unit.appointments.length === 1) return null;
  return Array.from({ length: seatsOf(unit.appointments) }, (_, index) => index + 1);
}

function seatsOf(appointments: readonly ExpectedAppointment[]): number {
  return appointments.reduce((sum, { seats }) => sum + seats, 0);
}
