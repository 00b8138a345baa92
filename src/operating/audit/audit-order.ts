import type { Sort } from '../../platform/http/pagination/sort';

export const AUDIT_SORTS = ['id', 'at'] as const;
export type AuditSort = Sort<(typeof AUDIT_SORTS)[number]>;

/** The default order. Entries of one transaction have the same time and stay in the order of its changes. */
export const NEWEST_FIRST: AuditSort = { field: 'at', direction: 'desc' };

/** The ORDER BY of a sort. Neither column is null, and without `nulls last` an index serves both directions. */
export function orderOf({ field, direction }: AuditSort, alias: string): string {
  const order = `order by ${alias}.${field} ${direction}`;
  return field === 'id' ? order : `${order}, ${alias}.id`;
}
