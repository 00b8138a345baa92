import type { EventEntry } from '../events/event.entity';
import { statesOf } from '../events/states-of';
import { grouped } from '../../platform/values/grouped';

/** An audit entry that is to be numbered. */
export interface Entry extends EventEntry {
  /** RFC 3339, as PostgreSQL writes it. */
  readonly at: string;
  /** Equal for the entries of one transaction: who wrote, in which request, and when. */
  readonly transaction: string;
  /** Whether webhooks get its event: not when it was imported. */
  readonly isTold: boolean;
}

/** What one transaction did to one resource: all its entries about it together. */
export interface Change extends Omit<Entry, 'id' | 'transaction'> {
  readonly entryIds: readonly number[];
}

/** The changes of one transaction, in the order of their first entries. */
export type Transaction = readonly Change[];

/** The transactions that wrote some entries, in the order of their first entries. @param entries in the order of their ids */
export function transactionsOf(entries: readonly Entry[]): Transaction[] {
  return [...grouped(entries, ({ transaction }) => transaction).values()].map((written) =>
    [...grouped(written, ({ resource, resourceId }) => `${resource} ${resourceId}`).values()].map(changeOf),
  );
}

/**
 * The entries of the transactions that are complete in a batch. A transaction with an entry in the last fifth may have more behind the
 * end of the batch: it is left to the next batch, unless this one has no other.
 */
export function completeIn(entries: readonly Entry[], isLast: boolean): readonly Entry[] {
  if (isLast) return entries;
  const open = new Set(entries.slice(-Math.ceil(entries.length / 5)).map(({ transaction }) => transaction));
  const complete = entries.filter(({ transaction }) => !open.has(transaction));
  return complete.length === 0 ? entries : complete;
}

function changeOf(entries: readonly Entry[]): Change {
  const [first] = entries;
  if (first === undefined) throw new Error('the change has no entry');
  const { at, resource, resourceId, isTold } = first;
  return { at, resource, resourceId, isTold, ...statesOf(entries), entryIds: entries.map(({ id }) => id) };
}
