/** Ids from the first to the last, both included. */
export type IdRange = readonly [first: number, last: number];

/**
 * How far a reader of the audit trail has come. Ids rise when an entry is written, and an entry is visible once its transaction has
 * committed. So a reader remembers the ids that it has not seen as gaps, and looks at them again, until every transaction that may
 * fill them has ended (docs/contributing/adr/0014-events.md).
 */
export interface TrailCursor {
  /** The highest id that was read. */
  readonly seen: number;
  /** Ids up to `seen` that no visible entry had. */
  readonly gaps: readonly IdRange[];
  /** Gaps of earlier reads, which only transactions with an id below `horizon` can fill. */
  readonly oldGaps: readonly IdRange[];
  /** The id of a transaction. */
  readonly horizon: string;
}

/** A cursor, and what the statement that read from it knows of the transactions (`CURSOR` in trail-cursor.statements.ts). */
export interface ReadCursor extends TrailCursor {
  /** Every transaction that may fill the old gaps has ended. */
  readonly areOldGapsSettled: boolean;
  /** Higher than the id of every transaction that may fill `gaps`. Null when there are none. */
  readonly transaction: string | null;
}

/**
 * The cursor after a read. The gaps of a read become old gaps in a later read: the id of the later transaction is higher than that of
 * every transaction that may fill them. The xmax of a snapshot is not: it follows the last transaction that has ended.
 * @param found what was read, ascending @param isLast whether the read reached the end of the trail
 */
export function advanced(cursor: ReadCursor, found: readonly IdRange[], isLast: boolean): TrailCursor {
  const { gaps, oldGaps, transaction, horizon } = cursor;
  const seen = Math.max(cursor.seen, found.at(-1)?.[1] ?? 0);
  const [open, fresh] = [withoutRanges(gaps, found), withoutRanges([[cursor.seen + 1, seen]], found)];
  const old = cursor.areOldGapsSettled && isLast ? [] : withoutRanges(oldGaps, found);
  return old.length > 0
    ? { seen, gaps: [...open, ...fresh], oldGaps: old, horizon }
    : { seen, gaps: fresh, oldGaps: open, horizon: transaction ?? horizon };
}

/** The values of the columns `seen`, `gaps`, `old_gaps` and `horizon`. */
export function cursorValues({ seen, gaps, oldGaps, horizon }: TrailCursor): unknown[] {
  return [seen, JSON.stringify(gaps), JSON.stringify(oldGaps), horizon];
}

/** The ids of some ranges that others do not have. @param others ascending */
export function withoutRanges(ranges: readonly IdRange[], others: readonly IdRange[]): IdRange[] {
  return ranges.flatMap(([first, last]) => {
    const within = others.filter((other) => other[0] <= last && other[1] >= first);
    const starts = [first, ...within.map((other) => other[1] + 1)];
    const ends = [...within.map((other) => other[0] - 1), last];
    return starts.map((start, index): IdRange => [start, ends[index] ?? last]).filter(isNotEmpty);
  });
}

function isNotEmpty([first, last]: IdRange): boolean {
  return first <= last;
}
