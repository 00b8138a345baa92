import { type Sort, orderBy } from '../../platform/database/reads/order-by';

export const AUDIT_SORTS = ['id', 'at'] as const;
export type AuditSort = Sort<(typeof AUDIT_SORTS)[number]>;

/** The default order. Entries of one transaction have the same time; their ids keep the order of its changes. */
export const NEWEST_FIRST: AuditSort = { field: 'at', direction: 'desc' };

/** The ORDER BY list of a sort. */
export function orderOf({ field, direction }: AuditSort, alias: string): string {
  return orderBy(direction, { column: `${alias}.${field}`, id: `${alias}.id` });
}
