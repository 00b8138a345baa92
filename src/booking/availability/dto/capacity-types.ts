import type { FieldType } from '../../../platform/http/validation/field-type';
import { integer } from '../../../platform/http/validation/number-types';
import { queryInteger } from '../../../platform/http/validation/query-types';
import { DAY_MIN } from '../../../platform/time/units';

/** The greatest capacity of a service. */
const MAX_SEATS = 1_000;

/** A service needs at most 20 kinds, of each at most 20. */
export const MAX_RESOURCES = 400;

/** A duration that a booking chooses, in minutes. The service says which there are. */
export function duration(): FieldType<number> {
  return integer(1, DAY_MIN);
}

/** The same in a query string. */
export function queryDuration(): FieldType<number> {
  return queryInteger(1, DAY_MIN);
}

export const DURATION_DESCRIPTION =
  'One of the `durationOptions` of the service, or its own duration. Left out: the duration in force with the provider';

/** Seats of a group session. The capacity of the service bounds them further. */
export function seats(): FieldType<number> {
  return integer(1, MAX_SEATS);
}

/** The same in a query string. */
export function querySeats(): FieldType<number> {
  return queryInteger(1, MAX_SEATS);
}
