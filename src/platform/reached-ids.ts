import type { Reach } from './restrictions';

/** Ids that bodies and queries name, by the resource that they are of. */
export type NamedIds = Readonly<Record<string, readonly number[]>>;

/** Finds out which ids belong to a narrowed key. `booking/appointments` implements it. */
export abstract class ReachedIds {
  /**
   * Those of the ids that the key sees, of every resource that it does not see as a whole, apart from those that its reach lists. Reads
   * nothing when nothing of these is named.
   */
  abstract among(reach: Reach, named: NamedIds): Promise<NamedIds>;
}
