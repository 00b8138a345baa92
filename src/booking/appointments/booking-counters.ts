import type { Reason } from '../availability/engine';

export const OUTCOMES = ['booked', 'moved', 'cancelled'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Counts what becomes of bookings and changes. `operating/metrics` implements it; bookings only know this. */
export abstract class BookingCounters {
  /** Counts a committed change. @param outcome undefined: the change is none of those that are counted */
  abstract done(outcome: Outcome | undefined): void;

  /** Counts a refused booking or change. */
  abstract refused(reason: Reason): void;
}
