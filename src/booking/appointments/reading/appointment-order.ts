import type { Sort } from '../../../platform/http/pagination/sort';

export const APPOINTMENT_SORTS = ['id', 'start', 'end', 'status', 'createdAt', 'updatedAt'] as const;
export type AppointmentSort = Sort<(typeof APPOINTMENT_SORTS)[number]>;

/** The order of a list of appointments that asks for none. */
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

/** The ORDER BY of a sort; none of the columns is ever null, and without `nulls last` an index serves both directions. */
export function orderOf(sort: AppointmentSort, alias: string): string {
  const column = `order by ${alias}.${columnOf(sort)} ${sort.direction}`;
  return sort.field === 'id' ? column : `${column}, ${alias}.id`;
}
