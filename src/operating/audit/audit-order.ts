import type { Sort } from '../../platform/http/pagination/sort';

export const AUDIT_SORTS = ['id', 'at'] as const;
export type AuditSort = Sort<(typeof AUDIT_SORTS)[number]>;

/** The order of a list that asks for none. What one transaction changed has one time, and comes in the order of its changes. */
export const NEWEST_FIRST: AuditSort = { field: 'at', direction: 'desc' };

/** The ORDER BY of a sort; neither column is ever null, and without `nulls last` an index serves both directions. */
export function orderOf({ field, direction }: AuditSort, alias: string): string {
  const order = `order by ${alias}.${field} ${direction}`;
  return field === 'id' ? order : `${order}, ${alias}.id`;
}
