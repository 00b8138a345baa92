import type { Reason } from '../../engine';

export const OUTCOMES = ['booked', 'moved', 'cancelled'] as const;
export type BookingOutcome = (typeof OUTCOMES)[number];

/** Counts bookings, changes and refusals. `operating/metrics` implements it: this wing lies below that one. */
export abstract class BookingCounters {
  /** Counts committed changes. @param outcome undefined: a change that no metric counts */
  abstract done(outcome: BookingOutcome | undefined, times?: number): void;

  abstract refused(reason: Reason): void;
}
