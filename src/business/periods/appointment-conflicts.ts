import type { EntityManager } from 'typeorm';
import type { Reach } from '../../platform/restrictions';
import type { Interval } from '../../platform/time/interval';

/** The most appointments that one answer lists as conflicts. */
export const MAX_CONFLICTS = 100;

/** Whose time: a provider's or a resource's. */
export type TimeOwner = { readonly providerId: number } | { readonly resourceId: number };

/** The time of what happens at a location. */
export interface AtLocation {
  readonly locationId: number;
}

/** An appointment that occupies time in which its provider or its resource is to be away. Its interval is in epoch ms, without buffers. */
export interface ConflictingAppointment extends Interval {
  readonly id: number;
  readonly providerId: number;
}

export interface Conflicts {
  /** The first `MAX_CONFLICTS` in time order. */
  readonly items: readonly ConflictingAppointment[];
  readonly total: number;
}

/** Finds the appointments that a closure or time off overlaps, or that need a resource. `booking/appointments` implements it. */
export abstract class AppointmentConflicts {
  /**
   * The appointments that occupy time within an interval.
   * @param tx the transaction that has locked the owner, so that no booking is in progress
   * @param whose left out: those of every provider
   * @param reach of the key that asks: it is told its own alone, and how many those are
   * @param freed ids of appointments that are left out
   */
  abstract find(
    tx: EntityManager,
    interval: Interval,
    whose: TimeOwner | AtLocation | undefined,
    reach: Reach | undefined,
    freed: readonly number[],
  ): Promise<Conflicts>;

  /** Whether an appointment or a hold that is not over takes a locked resource. */
  abstract isTakenAhead(tx: EntityManager, resourceId: number): Promise<boolean>;
}
