import { type AuditedResource, RESOURCES } from './audit-entry.entity';

/** Filters of the audit trail. An absent filter matches every entry. */
export interface AuditFilters {
  readonly resource?: AuditedResource | undefined;
  readonly resourceId?: number | undefined;
  readonly userId?: number | undefined;
  /** At or after this. */
  readonly from?: Date | undefined;
  /** Before this. */
  readonly to?: Date | undefined;
}

/** The filters as SQL conditions on the entry `e`. */
export interface Conditions {
  /** At least one condition; the query joins them with `and`. */
  readonly clauses: readonly string[];
  /** The values of the placeholders, from `$1` on. */
  readonly values: readonly unknown[];
}

export function conditionsOf({ resource, resourceId, userId, from, to }: AuditFilters): Conditions {
  // An id alone is searched in all resources by name, because the index begins with the resource.
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
