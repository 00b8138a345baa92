import { type AuditedResource, RESOURCES } from './audit-entry.entity';

/** What the audit trail is narrowed to; what is absent narrows nothing. */
export interface AuditFilters {
  readonly resource?: AuditedResource | undefined;
  readonly resourceId?: number | undefined;
  readonly userId?: number | undefined;
  /** At or after this. */
  readonly from?: Date | undefined;
  /** Before this. */
  readonly to?: Date | undefined;
}

/** The filters that are in force, as SQL about the entry `e`. */
export interface Conditions {
  /** At least one, to be joined by `and`. */
  readonly clauses: readonly string[];
  /** Of the placeholders from `$1` on. */
  readonly values: readonly unknown[];
}

export function conditionsOf({ resource, resourceId, userId, from, to }: AuditFilters): Conditions {
  // Of an id alone: all resources by name, so that the index which begins with them finds it.
  const resources = resourceId !== undefined && resource === undefined ? RESOURCES : undefined;
  const conditions = [
    { sql: 'e.resource =', value: resource },
    { sql: 'e.resource = any', value: resources },
    { sql: 'e.resource_id =', value: resourceId },
    { sql: 'e.user_id =', value: userId },
    { sql: 'e.at >=', value: from },
    { sql: 'e.at <', value: to },
  ].filter(({ value }) => value !== undefined);
  return {
    clauses: ['true', ...conditions.map(({ sql }, index) => `${sql} ($${index + 1})`)],
    values: conditions.map(({ value }) => value),
  };
}
