import { likePatterns } from '../http/pagination/search-words';

/** A condition on the row `t`, with a value or without. */
export type Clause = {
  /** Stands for it in the name of a prepared statement; a clause that has none is planned anew for each value. */
  readonly name?: string;
} & ({ readonly sql: string } | { readonly sql: (placeholder: string) => string; readonly value: unknown });

/** Every word of `q` is found in one of the columns, whatever its case; nothing when there is no word. */
export function hasWords(columns: readonly string[], q: string | undefined): Clause[] {
  const patterns = likePatterns(q);
  if (patterns.length === 0) return [];
  // A word has no line break, so it is found in one column.
  const text = `concat_ws(E'\\n', ${columns.map((column) => `t.${column}`).join(', ')}) collate "und-x-icu"`;
  return [{ name: 'q', sql: (value) => `${text} ilike all (${value}::text[])`, value: patterns }];
}

/** The row's time, from `start_at` to `end_at`, meets what is between two instants in epoch ms; undefined is no bound. */
export function meets({
  from,
  to,
}: {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}): Clause[] {
  const clauses: Clause[] = [];
  if (from !== undefined)
    clauses.push({ name: 'from', sql: (value) => `t.end_at > ${value}`, value: new Date(from) });
  if (to !== undefined)
    clauses.push({ name: 'to', sql: (value) => `t.start_at < ${value}`, value: new Date(to) });
  return clauses;
}
