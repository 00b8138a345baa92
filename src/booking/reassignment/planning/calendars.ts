import type { Interval } from '../../../platform/time/interval';
import type { Reason } from '../../engine';
import type { PlannedAppointment, Unit } from './units';

/** A unit with the provider to whom it is given. */
export interface Given<Appointment extends PlannedAppointment = PlannedAppointment> {
  readonly unit: Unit<Appointment>;
  readonly providerId: number;
  /** Buffers included. */
  readonly busy: Interval;
  /** All whose time it may take, in any case or by the choice of a team. */
  readonly people: readonly number[];
  readonly resourceIds: readonly number[];
  /** The limit per day towards which it counts; undefined: none. */
  readonly limit?: DayLimitLeft | undefined;
}

/** What is left of a limit per day before anything is given. */
export interface DayLimitLeft {
  /** The same for all that count towards it. */
  readonly key: string;
  readonly left: number;
}

/** The calendars of all who may take the units. The rules of bookings answer, so nothing is given that they refuse. */
export interface Calendars<Appointment extends PlannedAppointment, Gift extends Given<Appointment>> {
  /** The ids of those who may be asked, ascending. */
  candidatesFor(unit: Unit<Appointment>): readonly number[];
  /**
   * What a unit takes with a provider, or why the provider cannot take it.
   * @param before what is given already. The answer depends on no other order of it
   */
  give(unit: Unit<Appointment>, providerId: number, before: readonly Gift[]): Gift | Reason;
  /** The minutes that a provider has on the date of a unit. @param before as in `give` */
  minutesOf(unit: Unit<Appointment>, providerId: number, before: readonly Gift[]): number;
}
