/**
 * SQL that PostgreSQL prepares once on each connection, under its name. PREPARED_STATEMENTS=off sends it unprepared. An empty name
 * is that of a search whose plan and cost depend on its values: it is never prepared, and may be slow.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Prepared, but possibly slow, depending on its values: bounded like a statement without a name. */
  readonly isSearch?: boolean;
  /** Reads a few rows by an index, so that it may share a connection with others. The pool repeats it when that connection fails. */
  readonly isShort?: boolean;
  /** Planned for each execution, not prepared: a queue is often empty, and a plan for an empty table reads all of it when it is full. */
  readonly readsQueue?: boolean;
  /** The same without its locks, for transactions that only read. */
  readonly reading?: Statement;
}

/** A statement that locks what it reads. @param clause such as `for no key update` */
export function locking(name: string, text: string, clause: string): Statement {
  return { name, text: `${text} ${clause}`, reading: { name: `${name}-unlocked`, text } };
}
