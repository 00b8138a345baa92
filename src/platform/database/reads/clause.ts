import { hasAllWords, likePatterns } from './search-words';

/** SQL of a condition. It is given the placeholders of the values of its clause. */
type Condition = (...placeholders: string[]) => string;

/**
 * A WHERE condition. `name` goes into the name of the prepared statement; without a name, the statement is planned anew for each value.
 * `isSearch`: an index finds the rows that meet the condition, in no order.
 */
export type Clause = { readonly name?: string; readonly isSearch?: true } & (
  | { readonly sql: string }
  | { readonly sql: Condition; readonly value: unknown }
  | { readonly sql: Condition; readonly values: readonly unknown[] }
);

/** Clauses joined by `and`. */
export interface Where {
  /** What follows `where`; `true` without a clause. */
  readonly sql: string;
  /** The values of the placeholders in `sql`. */
  readonly values: readonly unknown[];
  /** The names of the clauses, joined by dots; undefined when one of them has none. */
  readonly name: string | undefined;
  /** Whether the rows are to be found before they are sorted: one of the clauses is a search, or has no name. */
  readonly isSearch: boolean;
}

export type NamedClause = Clause & { readonly name: string };

/** Named clauses joined by `and`; without a clause, `name` is empty. */
export type NamedWhere = Where & { readonly name: string };

/** @param first the number of the first placeholder */
export function joinClauses(clauses: readonly NamedClause[], first?: number): NamedWhere;
export function joinClauses(clauses: readonly Clause[], first?: number): Where;
export function joinClauses(clauses: readonly Clause[], first = 1): Where {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${first + values.push(value) - 1}`;
  const conditions = clauses.map((clause) => {
    if ('value' in clause) return clause.sql(bind(clause.value));
    return 'values' in clause ? clause.sql(...clause.values.map(bind)) : clause.sql;
  });
  const names = clauses.map(({ name }) => name);
  return {
    sql: conditions.length === 0 ? 'true' : conditions.join(' and '),
    values,
    name: names.includes(undefined) ? undefined : names.join('.'),
    isSearch: clauses.some(({ name, isSearch }) => name === undefined || isSearch === true),
  };
}

/** The column of a row `t` has the value; no condition when the value is undefined. */
export function equals(column: string, value: unknown): Clause[] {
  if (value === undefined) return [];
  return [{ name: column, sql: (placeholder) => `t.${column} = ${placeholder}`, value }];
}

/** The row `t` is active. */
export const IS_ACTIVE: NamedClause = { name: 'shown', sql: 't.active' };

/** Every word of `q` is found in one of the columns; no condition when there is no word. */
export function hasWords(columns: readonly string[], q: string | undefined): Clause[] {
  const patterns = likePatterns(q);
  if (patterns.length === 0) return [];
  // Columns are joined by a line break, which no word contains: a word is therefore found in one column.
  const text = `concat_ws(E'\\n', ${columns.join(', ')})`;
  return [
    { name: `q${columns.length}`, sql: (placeholder) => hasAllWords(text, placeholder), value: patterns },
  ];
}

/** The two instants that bound a list, in epoch ms; undefined is no bound. */
interface Bounds {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The time of a row `t`, from `start_at` to `end_at`, overlaps the time between the bounds. */
export function meets({ from, to }: Bounds): Clause[] {
  const clauses: Clause[] = [];
  if (from !== undefined)
    clauses.push({ name: 'from', sql: (value) => `t.end_at > ${value}`, value: new Date(from) });
  if (to !== undefined)
    clauses.push({ name: 'to', sql: (value) => `t.start_at < ${value}`, value: new Date(to) });
  return clauses;
}
