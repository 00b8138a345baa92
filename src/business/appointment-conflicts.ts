import type { EntityManager } from 'typeorm';
import type { Interval } from '../platform/time/interval';

/** An appointment that occupies time in which its provider is to be away. Its interval is in epoch ms, without buffers. */
export interface ConflictingAppointment extends Interval {
  readonly id: number;
  readonly providerId: number;
}

/** Finds the appointments that a closure or time off overlaps. `booking/appointments` implements it: this wing lies below that one. */
export abstract class AppointmentConflicts {
  /**
   * The appointments that occupy time within an interval, in time order.
   * @param tx the transaction that has locked the providers, so that no booking is under way
   * @param providerId left out: of every provider
   */
  abstract find(
    tx: EntityManager,
    interval: Interval,
    providerId?: number,
  ): Promise<readonly ConflictingAppointment[]>;
}
