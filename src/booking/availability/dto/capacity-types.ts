import type { FieldType } from '../../../platform/http/validation/field-type';
import { integer } from '../../../platform/http/validation/number-types';
import { queryInteger } from '../../../platform/http/validation/query-types';

/** The greatest capacity of a service. */
const MAX_SEATS = 1_000;

/** A service needs at most 20 kinds, of each at most 20. */
export const MAX_RESOURCES = 400;

/** Seats of a group session. The capacity of the service bounds them further. */
export function seats(): FieldType<number> {
  return integer(1, MAX_SEATS);
}

/** The same in a query string. */
export function querySeats(): FieldType<number> {
  return queryInteger(1, MAX_SEATS);
}
