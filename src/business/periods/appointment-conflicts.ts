import type { EntityManager } from 'typeorm';
import type { Interval } from '../../platform/time/interval';

/** The most appointments that one answer lists as conflicts. */
export const MAX_CONFLICTS = 100;

/** An appointment that occupies time in which its provider is to be away. Its interval is in epoch ms, without buffers. */
export interface ConflictingAppointment extends Interval {
  readonly id: number;
  readonly providerId: number;
}

export interface Conflicts {
  /** The first `MAX_CONFLICTS` in time order. */
  readonly items: readonly ConflictingAppointment[];
  readonly total: number;
}

export const NO_CONFLICTS: Conflicts = { items: [], total: 0 };

/** Finds the appointments that a closure or time off overlaps. `booking/appointments` implements it: this wing lies below that one. */
export abstract class AppointmentConflicts {
  /**
   * The appointments that occupy time within an interval.
   * @param tx the transaction that has locked the providers, so that no booking is in progress
   * @param providerId left out: of every provider
   */
  abstract find(tx: EntityManager, interval: Interval, providerId?: number): Promise<Conflicts>;
}
