import type { Clause } from '../../platform/database/reads/clause';
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

/** The clauses, on the entry `e`, of the filters that are present. */
export function clausesOf({ resource, resourceId, userId, from, to }: AuditFilters): Clause[] {
  // An id alone is searched in all resources by name, because the index begins with the resource.
  const resources = resourceId !== undefined && resource === undefined ? RESOURCES : undefined;
  const conditions = [
    { sql: (value: string) => `e.resource = ${value}`, value: resource },
    { sql: (value: string) => `e.resource = any (${value})`, value: resources },
    { sql: (value: string) => `e.resource_id = ${value}`, value: resourceId },
    { sql: (value: string) => `e.user_id = ${value}`, value: userId },
    { sql: (value: string) => `e.at >= ${value}`, value: from },
    { sql: (value: string) => `e.at < ${value}`, value: to },
  ];
  return conditions.filter(({ value }) => value !== undefined);
}
