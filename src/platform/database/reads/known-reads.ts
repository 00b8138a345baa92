import { Injectable } from '@nestjs/common';
import type { Page } from './page';
import { Database, type Statement } from '../database';
import type { TotalRow } from './total-page';

/** The most rows that are kept, of all reads together, and of one. */
const MOST_ROWS = 2_000;
const MOST_ROWS_OF_ONE = 100;

/**
 * SQL of the state of the database that a statement sees, as text. Statements that see the same state read the same rows:
 *
 * - `pg_current_snapshot` changes with each commit of a write: the transaction leaves the list of those in progress, or raises
 *   the upper bound.
 * - After a crash, PostgreSQL may give the id of a lost transaction to a new one. A crash resets the statistics of PostgreSQL,
 *   and a restart or another server changes the start time.
 */
export const SEEN_STATE = `
  concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())`;

/** A recent read. Its page is kept from the second time on: most reads are not repeated. */
interface Known {
  rows: number;
  state: string | null;
  page: Page<unknown> | undefined;
}

interface Seen {
  readonly seenState: string;
}

/**
 * Repeats reads without sending their rows again. Each read compares the state of the database with the state of its last time;
 * PostgreSQL returns no rows when the two are the same. So the page is current even when another instance has written (ADR 22).
 */
@Injectable()
export class KnownReads {
  /** The latest reads, and those before them. When the later half is full, the earlier half is dropped. */
  private later = new Map<string, Known>();
  private earlier = new Map<string, Known>();
  /** The number of rows of the later ones. */
  private rows = 0;

  constructor(private readonly database: Database) {}

  /**
   * The page that `make` makes of the rows: the same object as before while nothing is written. Searches are always read.
   * @param statement returns at least one row; its rows depend only on its values and the state of the database
   * @param make the same function for each statement with this name
   */
  async page<Row>(
    statement: Statement,
    values: readonly unknown[],
    make: (rows: TotalRow<Row>[]) => Page<Row>,
  ): Promise<Page<Row>> {
    if (statement.name === '' || statement.isSearch === true)
      return make(await this.database.rows<TotalRow<Row>>(statement, values));
    const key = `${statement.name} ${JSON.stringify(values)}`;
    const known = this.find(key);
    if (known === undefined) {
      const rows = await this.database.rows<TotalRow<Row>>(statement, values);
      this.add(key, { rows: rows.length, state: null, page: undefined });
      return make(rows);
    }
    const statementUnlessKnown = unlessKnown(statement, values.length + 1);
    const { page: before } = known;
    const rows = await this.database.rows<Seen & TotalRow<Row>>(statementUnlessKnown, [
      ...values,
      known.state,
    ]);
    const [first] = rows;
    if (first === undefined) {
      if (before === undefined) throw new Error(`${statement.name} returned no row`);
      return before as Page<Row>; // `make` made it, of a statement with the same name.
    }
    const page = make(rows);
    this.learn(known, rows.length, first.seenState, page);
    return page;
  }

  private find(key: string): Known | undefined {
    const known = this.later.get(key);
    if (known !== undefined) return known;
    const older = this.earlier.get(key);
    if (older !== undefined) this.add(key, older);
    return older;
  }

  /** Changes the entry in place: V8 would keep what a replaced one refers to until it collects the whole heap. */
  private learn(known: Known, rows: number, state: string, page: Page<unknown>): void {
    const isKept = rows <= MOST_ROWS_OF_ONE;
    known.state = isKept ? state : null;
    known.page = isKept ? page : undefined;
    this.rows += Math.max(rows - known.rows, 0);
    known.rows = rows;
  }

  private add(key: string, known: Known): void {
    this.later.set(key, known);
    this.rows += known.rows;
    if (this.rows <= MOST_ROWS / 2) return;
    this.earlier = this.later;
    this.later = new Map();
    this.rows = 0;
  }
}

/** The statement that reads nothing, and returns no row, in the known state. @param index of the value with that state */
function unlessKnown({ name, text, isShort }: Statement, index: number): Statement {
  return {
    name: `${name}.unless-known`,
    text: `
      select (select ${SEEN_STATE}) as "seenState", answer.* from (${text}) answer
      where (select ${SEEN_STATE}) is distinct from $${index}::text`,
    ...(isShort === true && { isShort }),
  };
}
