import type { CreatedPeriod } from '../periods/conflicts.meta';

/** Whose hours: a provider's, a place's, or, without both, the business's. */
export interface Owner {
  readonly providerId: number | null;
  readonly locationId: number | null;
}

/** What was written, and what has become of appointments and holds. */
export interface WrittenHours<Written> extends Pick<CreatedPeriod, 'decided'> {
  readonly written: Written;
}
