import type { AppointmentRow } from '../appointments/appointment-row';

/** A visit as answers show it. */
export interface VisitRow {
  readonly id: number;
  /** In the order of time. */
  readonly appointments: readonly [AppointmentRow, ...AppointmentRow[]];
}
