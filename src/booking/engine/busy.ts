import { type Interval, overlaps } from '../../platform/time/interval';
import { MINUTE_MS } from '../../platform/time/units';

/** The time of a claim: that of an occupying appointment or a hold, widened by the buffers that it was booked with. */
export interface BusyInterval extends Interval {
  /** Null: a hold. */
  readonly appointmentId: number | null;
}

/** The time that a service keeps free around an appointment, in minutes. */
export interface Buffers {
  readonly bufferBeforeMin: number;
  readonly bufferAfterMin: number;
}

/** An appointment's time widened by its service's buffers. The database stores this as `busy`. */
export function occupied(buffers: Buffers, appointment: Interval): Interval {
  return {
    start: appointment.start - buffers.bufferBeforeMin * MINUTE_MS,
    end: appointment.end + buffers.bufferAfterMin * MINUTE_MS,
  };
}

/** The appointments that overlap `wanted` (already widened), without the excluded one, in the given order. */
export function conflictsWith(
  busy: readonly BusyInterval[],
  wanted: Interval,
  excludeAppointmentId?: number,
): readonly BusyInterval[] {
  return withoutAppointment(busy, excludeAppointmentId).filter((taken) => overlaps(taken, wanted));
}

export function withoutAppointment(
  busy: readonly BusyInterval[],
  appointmentId: number | undefined,
): readonly BusyInterval[] {
  return appointmentId === undefined ? busy : busy.filter((taken) => taken.appointmentId !== appointmentId);
}
