import type { EntityManager } from 'typeorm';
import type { NamedClause } from '../../platform/database/reads/clause';
import type { Reach } from '../../platform/restrictions';

/** Which customers a narrowed key sees. What is booked decides, of which this wing knows nothing. */
export abstract class VisibleCustomers {
  /** The conditions on a customer `t`; none for a key that is not narrowed. */
  abstract clauses(reach: Reach | undefined): readonly NamedClause[];

  /** Whether something of a customer hangs elsewhere that its deletion would take away. Locks the customer, so that nothing more comes. */
  abstract hangsElsewhere(tx: EntityManager, id: number, reach: Reach): Promise<boolean>;
}
