import type { Config } from '../../config/config';

const SHARED = 2;
/** With fewer connections, transactions and long reads need each of them. */
const FEWEST_TO_SHARE = 6;

/** How a process divides the connections that it may open. */
export interface ConnectionShares {
  /** For transactions and long reads, one at a time on each. */
  readonly pooled: number;
  /** For short reads, several at a time on each. */
  readonly shared: number;
}

/** Behind a pooler without prepared statements, connections of the service are not those of PostgreSQL: none is shared. */
export function connectionShares({
  databasePoolSize,
  preparedStatements,
}: Pick<Config, 'databasePoolSize' | 'preparedStatements'>): ConnectionShares {
  const shares = preparedStatements === 'on' && databasePoolSize >= FEWEST_TO_SHARE;
  const shared = shares ? SHARED : 0;
  return { pooled: databasePoolSize - shared, shared };
}
