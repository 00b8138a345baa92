import type { AuditedRow } from '../../platform/database/audited-row';

/** An audit entry that is to be numbered. */
export interface Entry {
  readonly id: number;
  /** RFC 3339, as PostgreSQL writes it. */
  readonly at: string;
  /** Names the transaction: what the trail knows of who wrote, and when. */
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
  return [...groupedBy(entries, ({ transaction }) => transaction).values()].map((written) =>
    [...groupedBy(written, ({ resource, resourceId }) => `${resource} ${resourceId}`).values()].map(merged),
  );
}

/**
 * The transactions of a batch that are complete. The last ones may go on behind the end of the batch; they are left to the next
 * one, unless nothing else is in it.
 */
export function completeIn(entries: readonly Entry[], isLast: boolean): readonly Entry[] {
  if (isLast) return entries;
  const open = new Set(entries.slice(-Math.ceil(entries.length / 5)).map(({ transaction }) => transaction));
  const complete = entries.filter(({ transaction }) => !open.has(transaction));
  return complete.length === 0 ? entries : complete;
}

/** A change that left nothing behind has neither a before nor an after. */
function merged(entries: readonly Entry[]): Change {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a change has an entry');
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

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
