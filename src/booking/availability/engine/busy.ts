import { type Interval, overlaps } from '../../../platform/time/interval';
import { MINUTE_MS } from '../../../platform/time/units';

/** The time that an occupying appointment takes from its provider, widened by the buffers it was booked with. */
export interface BusyInterval extends Interval {
  readonly appointmentId: number;
}

/** How much of the provider's time a service keeps free around an appointment, in minutes. */
export interface Buffers {
  readonly bufferBeforeMin: number;
  readonly bufferAfterMin: number;
}

/** An appointment's time widened by its service's buffers: what it takes from the provider, and what is stored as busy. */
export function occupied(buffers: Buffers, appointment: Interval): Interval {
  return {
    start: appointment.start - buffers.bufferBeforeMin * MINUTE_MS,
    end: appointment.end + buffers.bufferAfterMin * MINUTE_MS,
  };
}

/** The appointments, but for the excluded one, whose time meets `wanted` (already widened), in the order given. */
export function conflictsWith(
  busy: readonly BusyInterval[],
  wanted: Interval,
  excludeAppointmentId?: number,
): readonly BusyInterval[] {
  return withoutAppointment(busy, excludeAppointmentId).filter((taken) => overlaps(taken, wanted));
}

/** The overlap rule alone, as re-activating an appointment asks it. `wanted` is already widened. */
export function isFree(
  busy: readonly BusyInterval[],
  wanted: Interval,
  excludeAppointmentId?: number,
): boolean {
  return conflictsWith(busy, wanted, excludeAppointmentId).length === 0;
}

/** `busy` without the appointment that is about to move. */
export function withoutAppointment(
  busy: readonly BusyInterval[],
  appointmentId: number | undefined,
): readonly BusyInterval[] {
  return appointmentId === undefined ? busy : busy.filter((taken) => taken.appointmentId !== appointmentId);
}
