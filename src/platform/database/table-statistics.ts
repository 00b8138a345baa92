import type { EntityManager } from 'typeorm';
import type { Database } from './database';

/** After so many rows PostgreSQL looks for the first time, then after twice as many, and so on. */
const FIRST = 250;

/**
 * Has PostgreSQL look at tables again while they are filled. Its plans are for the tables as they were at its last look: a plan for a table
 * that was empty then reads all of it for each row. It looks by itself once a minute, and never at what an open transaction has written.
 */
export class TableStatistics {
  private readonly written = new Map<string, number>();

  /** @param tx undefined: what is written is committed */
  constructor(
    private readonly database: Database,
    private readonly tables: readonly string[],
    private readonly tx?: EntityManager,
  ) {}

  /** @param kind of the rows: the first ones of another kind may meet other tables that were empty */
  async count(kind: string, rows: number): Promise<void> {
    const before = this.written.get(kind) ?? 0;
    this.written.set(kind, before + rows);
    if (looksAfter(before + rows) === looksAfter(before)) return;
    // Another import or autovacuum may be looking: it need not wait for this transaction, nor this for it.
    const text = `analyze (skip_locked) ${this.tables.join(', ')}`;
    await this.database.rows({ name: 'database.analyze', text, readsQueue: true }, [], this.tx);
  }
}

function looksAfter(rows: number): number {
  return rows < FIRST ? 0 : 1 + Math.floor(Math.log2(rows / FIRST));
}
