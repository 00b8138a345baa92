import { type Sort, orderBy } from '../../../platform/database/reads/order-by';

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

/** The ORDER BY list of a sort of appointments. None of the columns is ever null. */
export function orderOf(sort: AppointmentSort, alias: string): string {
  return orderBy(sort.direction, { column: `${alias}.${columnOf(sort)}`, id: `${alias}.id` });
}

/** The ORDER BY list of a sort of AppointmentRows, whose members have the names of the sorts. */
export function orderOfRows({ field, direction }: AppointmentSort, alias: string): string {
  const id = `${alias}.id`;
  return orderBy(direction, { column: field === 'id' ? id : `${alias}."${field}"`, id });
}
