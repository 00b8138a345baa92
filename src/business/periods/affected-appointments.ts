import type { EntityManager } from 'typeorm';
import type { WriteContext } from '../../platform/database/write-context';
import type { Interval } from '../../platform/time/interval';
import type { LocalStretch } from '../../platform/time/local-stretch';
import type { AtLocation, TimeOwner } from './appointment-conflicts';

/** What becomes of the appointments that an absence meets. */
export const TREATMENTS = ['keep', 'cancel', 'reassign'] as const;
export type Treatment = (typeof TREATMENTS)[number];

export const OUTCOMES = ['kept', 'cancelled', 'reassigned'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The most appointments that one request cancels or reassigns, and that one answer lists. */
export const MAX_AFFECTED = 500;

/** What a request says of the appointments that its absence meets. */
export interface Consequences {
  readonly appointments: Treatment;
  /** Of those that can be given to no one. */
  readonly otherwise: 'keep' | 'cancel';
  /** For the customers. */
  readonly message?: string | undefined;
  /** For the staff. */
  readonly reason?: string | null | undefined;
}

/** The hours of a date, outside of which it is closed. */
export interface DayHours {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Those that name a location are at no other place. */
  readonly hours: readonly (LocalStretch & { readonly locationId?: number | undefined })[];
}

/** An absence that is to be written. */
export interface Absence {
  /** Undefined: of the whole business. */
  readonly whose: TimeOwner | AtLocation | undefined;
  /** In epoch ms. */
  readonly interval: Interval;
  /** Special hours of dates in the interval, which close the rest of these dates; undefined: all of the interval is closed. */
  readonly days?: readonly DayHours[] | undefined;
}

/** What has become of an appointment. */
export interface AffectedAppointment {
  readonly appointmentId: number;
  readonly outcome: Outcome;
  /** Who gives it now. */
  readonly providerId: number;
  /** Why no one else could take it. */
  readonly reason: string | null;
}

export const HOLD_OUTCOMES = ['ended', 'kept'] as const;

/** What has become of a hold that an absence meets. */
export interface AffectedHold {
  /** The id that clients see. */
  readonly holdId: string;
  /** Of the entry that it is an offer for; null: it is none. */
  readonly waitlistEntryId: number | null;
  readonly outcome: (typeof HOLD_OUTCOMES)[number];
}

/** The appointments of an absence, locked with all who may take them. */
export interface LockedAbsence {
  /**
   * Decides on them once the absence is written, or as if it were, and changes them.
   * @throws TooManyAppointmentsError
   */
  decide(): Promise<DecidedAbsence>;
}

export interface DecidedAppointments {
  /** In the order of time; at most MAX_AFFECTED. */
  readonly affected: readonly AffectedAppointment[];
  /** Counts what was done, once the transaction is committed. */
  count(): void;
}

export interface DecidedAbsence extends DecidedAppointments {
  /** In the order of time; at most MAX_AFFECTED, although all of them end. */
  readonly affectedHolds: readonly AffectedHold[];
}

/** The ids of those that the absence does not meet any more. */
export function freedOf(decided: DecidedAbsence | undefined): readonly number[] {
  const changed = (decided?.affected ?? []).filter(({ outcome }) => outcome !== 'kept');
  return changed.map(({ appointmentId }) => appointmentId);
}

/** Decides what becomes of appointments and holds whose provider or resource is away. `booking/reassignment` implements it. */
export abstract class AffectedAppointments {
  /**
   * Locks whose absence it is and all who may take the appointments, in the order of their ids, and then the appointments.
   * @param tx it has not written the absence
   */
  abstract lock(
    context: WriteContext,
    tx: EntityManager,
    absence: Absence,
    consequences: Consequences,
  ): Promise<LockedAbsence>;
}
