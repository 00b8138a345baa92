import type { Candidate } from '../../../booking/diary/decisions/candidate';
import type { ImportedAppointment } from '../dto/imported-rows';
import type { ValidRow } from '../imported-row';

/** A row of which all ids but that of the customer are ours. */
export interface WantedAppointment {
  readonly row: ValidRow<ImportedAppointment>;
  readonly candidate: Candidate;
}
