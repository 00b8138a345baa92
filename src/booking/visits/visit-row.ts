import type { ToldAppointment } from '../diary/rows/appointment-row';

export interface VisitRow {
  readonly id: number;
  /** In the order of time. */
  readonly appointments: readonly [ToldAppointment, ...ToldAppointment[]];
}
