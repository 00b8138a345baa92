import type { AuditedRow } from '../../platform/database/audited-row';
import { grouped } from '../../platform/values/grouped';

/** An audit entry that is to be numbered. */
export interface Entry {
  readonly id: number;
  /** RFC 3339, as PostgreSQL writes it. */
  readonly at: string;
  /** Equal for the entries of one transaction: who wrote, in which request, and when. */
  readonly transaction: string;
  readonly resource: string;
  readonly resourceId: number;
  readonly before: AuditedRow | null;
  readonly after: AuditedRow | null;
}

/** What one transaction did to one resource: all its entries about it together. */
export interface Change {
  readonly at: string;
  readonly resource: string;
  readonly resourceId: number;
  /** Null: the transaction created it. */
  readonly before: AuditedRow | null;
  /** Null: the transaction deleted it. */
  readonly after: AuditedRow | null;
  readonly entryIds: readonly number[];
}

/** The changes of one transaction, in the order of their first entries. */
export type Transaction = readonly Change[];

/** The transactions that wrote some entries, in the order of their first entries. @param entries in the order of their ids */
export function transactionsOf(entries: readonly Entry[]): Transaction[] {
  return [...grouped(entries, ({ transaction }) => transaction).values()].map((written) =>
    [...grouped(written, ({ resource, resourceId }) => `${resource} ${resourceId}`).values()].map(merged),
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

/** `before` and `after` are both null for a row that the transaction created and deleted. */
function merged(entries: readonly Entry[]): Change {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('the change has no entry');
  const { at, resource, resourceId } = first;
  return {
    at,
    resource,
    resourceId,
    before: isCreation(entries) ? null : merge(entries.map(({ before }) => before).toReversed()),
    after: last.after === null ? null : merge(entries.map(({ after }) => after)),
    entryIds: entries.map(({ id }) => id),
  };
}

/** Later rows win. Spreading two rows of the trail into one takes 30 times as long as `Object.assign`. */
function merge(rows: readonly (AuditedRow | null)[]): AuditedRow {
  return Object.assign({}, ...rows) as AuditedRow;
}

/** A provider is created in two rows: its user, which may be older, and what makes it a provider. */
function isCreation(entries: readonly Entry[]): boolean {
  return entries.some(({ before, after }) => before === null && after !== null);
}
