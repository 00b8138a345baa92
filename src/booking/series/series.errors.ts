import { RefusedError } from '../../platform/errors/errors';
import type { SkippedOccurrence } from './dto/skipped-occurrence';

/** Occurrences of a series are not bookable. Thrown inside the transaction, which it rolls back. */
export class OccurrencesRefusedError extends RefusedError {
  constructor(readonly occurrences: readonly SkippedOccurrence[]) {
    super('Occurrences of the series cannot be booked', { reason: 'occurrences_refused', occurrences });
  }
}
