import type { Outcome } from './outcome';

/** The most refused rows that the result of an import lists. */
const MOST_LISTED = 20;

/** How many rows are there now because of an import, were there before, and are not. */
export interface ImportCounts {
  readonly taken: number;
  readonly unchanged: number;
  readonly refused: number;
}

export interface RefusedRow {
  /** Where it stands, such as the line of a file. */
  readonly where: string;
  readonly reason: string;
}

export interface ImportResult extends ImportCounts {
  /** The first of the refused rows. */
  readonly refusals: readonly RefusedRow[];
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
  private readonly refusals: RefusedRow[] = [];
  private readonly begun = performance.now();

  get done(): number {
    const { taken, unchanged, refused } = this.counts;
    return taken + unchanged + refused;
  }

  get perSecond(): number {
    return Math.round(this.done / Math.max(this.seconds, 0.001));
  }

  get result(): ImportResult {
    return { ...this.counts, refusals: this.refusals, seconds: this.seconds };
  }

  add(where: string, outcome: Outcome): void {
    this.counts[outcome.is]++;
    if (outcome.is === 'refused' && this.refusals.length < MOST_LISTED)
      this.refusals.push({ where, reason: outcome.reason });
  }

  addTaken(count: number): void {
    this.counts.taken += count;
  }

  private get seconds(): number {
    return (performance.now() - this.begun) / 1_000;
  }
}
