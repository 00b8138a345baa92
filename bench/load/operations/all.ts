import { AVAILABILITY } from './availability';
import type { Operation } from './operation';
import { READS, REPORTS } from './reads';
import { SEARCHES } from './searches';
import { writes } from './writes';

/** Every measured operation; those that write come last. */
export function allOperations(today: number): readonly Operation[] {
  return [...READS, ...SEARCHES, ...AVAILABILITY, ...REPORTS, ...writes(today)];
}
