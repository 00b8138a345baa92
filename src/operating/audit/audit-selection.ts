import type { Clause } from '../../platform/database/reads/clause';
import { orderBy, type Sort } from '../../platform/database/reads/order-by';
import { isUuid } from '../../platform/http/validation/text-types';
import { type AuditedResource, RESOURCES } from './audited-resources';

export const AUDIT_SORTS = ['id', 'at'] as const;
export type AuditSort = Sort<(typeof AUDIT_SORTS)[number]>;

/** The default order. Entries of one transaction have the same time; their ids keep the order of its changes. */
export const NEWEST_FIRST: AuditSort = { field: 'at', direction: 'desc' };

/** Filters of the audit trail. An absent filter matches every entry. */
export interface AuditFilters {
  readonly resource?: AuditedResource | undefined;
  /** A number, or the UUID of a hold. */
  readonly resourceId?: string | undefined;
  readonly userId?: number | undefined;
  /** At or after this. */
  readonly from?: Date | undefined;
  /** Before this. */
  readonly to?: Date | undefined;
}

/** The clauses, on the entry `e`, of the filters that are present. */
export function clausesOf({ resource, resourceId, userId, from, to }: AuditFilters): Clause[] {
  const token = resourceId !== undefined && isUuid(resourceId) ? resourceId : undefined;
  const id = token === undefined ? resourceId : undefined;
  // An id alone is searched in all resources by name, because the index begins with the resource.
  const resources = id !== undefined && resource === undefined ? RESOURCES : undefined;
  const conditions = [
    { sql: (value: string) => `e.resource = ${value}`, value: resource },
    { sql: (value: string) => `e.resource = any (${value})`, value: resources },
    { sql: (value: string) => `e.resource_id = ${value}::bigint`, value: id },
    { sql: isHold, value: token },
    { sql: (value: string) => `e.user_id = ${value}`, value: userId },
    { sql: (value: string) => `e.at >= ${value}`, value: from },
    { sql: (value: string) => `e.at < ${value}`, value: to },
  ];
  return conditions.filter(({ value }) => value !== undefined);
}

/** The trail numbers holds like all rows. `audit_entries_hold_token_idx` finds the number of the one that clients know by a UUID. */
function isHold(token: string): string {
  return `e.resource = 'holds' and e.resource_id = any (array(
    select h.resource_id from audit_entries h
    where h.resource = 'holds' and h.action = 'create' and h.after ->> 'token' = ${token}))`;
}

/** The ORDER BY list of a sort. */
export function orderOf({ field, direction }: AuditSort, alias: string): string {
  return orderBy(direction, { column: `${alias}.${field}`, id: `${alias}.id` });
}
