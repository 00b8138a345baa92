import { RefusedError } from '../../platform/errors/errors';
import { SkippedOccurrence } from './dto/skipped-occurrence';

/** Occurrences of a series are not bookable. Thrown inside the transaction, which it rolls back. */
export class OccurrencesRefusedError extends RefusedError {
  override readonly classes = { occurrences: SkippedOccurrence };

  constructor(readonly occurrences: readonly SkippedOccurrence[]) {
    super('Occurrences of the series cannot be booked', { reason: 'occurrences_refused', occurrences });
  }
}
