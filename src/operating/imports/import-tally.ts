import type { Outcome } from './outcome';

/** The most reasons that an import tells apart. */
const MOST_REASONS = 1_000;
const OTHERS = 'other reasons';

/** How many rows are there now because of an import, were there before, and are not. */
export interface ImportCounts {
  readonly taken: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** The rows that were refused for one reason. */
export interface RefusedRows {
  readonly reason: string;
  readonly count: number;
  /** Where the first of them stands, such as the line of a file, and what is so of that one alone. */
  readonly where: string;
  readonly detail: string | undefined;
}

export interface ImportResult extends ImportCounts {
  /** Those with most rows first. */
  readonly refusals: readonly RefusedRows[];
  readonly seconds: number;
}

/**
 * Is told of the progress of an import.
 * @param perSecond how many rows were done in each second so far
 * @param kind of the rows that are counted, where an import has several
 */
export type ProgressReport = (done: number, total: number, perSecond: number, kind?: string) => void;

/** Counts what becomes of the rows of an import. */
export class ImportTally {
  private readonly counts = { taken: 0, unchanged: 0, refused: 0 };
  private readonly refusals = new Map<string, RefusedRows>();
  private readonly begun = performance.now();

  get done(): number {
    const { taken, unchanged, refused } = this.counts;
    return taken + unchanged + refused;
  }

  get perSecond(): number {
    return Math.round(this.done / Math.max(this.seconds, 0.001));
  }

  get result(): ImportResult {
    const refusals = [...this.refusals.values()].toSorted((a, b) => b.count - a.count);
    return { ...this.counts, refusals, seconds: this.seconds };
  }

  add(where: string, outcome: Outcome): void {
    this.counts[outcome.is]++;
    if (outcome.is !== 'refused') return;
    const isOther = this.refusals.size >= MOST_REASONS && !this.refusals.has(outcome.reason);
    const reason = isOther ? OTHERS : outcome.reason;
    const { count, ...first } = this.refusals.get(reason) ?? {
      count: 0,
      reason,
      where,
      detail: outcome.detail,
    };
    this.refusals.set(reason, { ...first, count: count + 1 });
  }

  addTaken(count: number): void {
    this.counts.taken += count;
  }

  private get seconds(): number {
    return (performance.now() - this.begun) / 1_000;
  }
}
