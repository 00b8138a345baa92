import type { Sort } from '../../../platform/http/pagination/sort';

export const APPOINTMENT_SORTS = ['id', 'start', 'end', 'status', 'createdAt', 'updatedAt'] as const;
export type AppointmentSort = Sort<(typeof APPOINTMENT_SORTS)[number]>;

/** The default order. */
export const BY_START: AppointmentSort = { field: 'start', direction: 'asc' };

const COLUMNS: Readonly<Record<AppointmentSort['field'], string>> = {
  id: 'id',
  start: 'start_at',
  end: 'end_at',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

export function columnOf({ field }: AppointmentSort): string {
  return COLUMNS[field];
}

/** The ORDER BY of a sort of appointments. None of the columns is ever null, and without `nulls last` an index serves both directions. */
export function orderOf(sort: AppointmentSort, alias: string): string {
  return orderBy(sort, alias, columnOf(sort));
}

/** The ORDER BY of a sort of AppointmentRows, whose members have the names of the sorts. */
export function orderOfRows(sort: AppointmentSort, alias: string): string {
  return orderBy(sort, alias, `"${sort.field}"`);
}

function orderBy({ field, direction }: AppointmentSort, alias: string, column: string): string {
  const ties = field === 'id' ? '' : `, ${alias}.id`;
  return `order by ${alias}.${column} ${direction}${ties}`;
}
