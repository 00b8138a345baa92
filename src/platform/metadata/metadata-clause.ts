import type { Clause } from '../database/reads/clause';
import type { Metadata } from './metadata';

/**
 * That metadata contains all members of the value. The first condition is that of the indexes on metadata, which PostgreSQL uses
 * only where a query states it. An empty value never matches, so it must not become a clause.
 * @param column such as `t.metadata` @param value a placeholder
 */
export function containsMetadata(column: string, value: string): string {
  return `${column} <> '{}' and ${column} @> ${value}::jsonb`;
}

/**
 * The metadata of a row `t` contains all members of a filter; no condition without a filter. The clause has no name: whether a value
 * is rare decides the plan, so PostgreSQL plans each search anew.
 */
export function hasMetadata(filter: Metadata | undefined, column = 't.metadata'): Clause[] {
  if (filter === undefined) return [];
  return [{ sql: (value) => containsMetadata(column, value), value: filter }];
}
