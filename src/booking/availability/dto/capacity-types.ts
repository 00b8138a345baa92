import type { FieldType } from '../../../platform/http/validation/field-type';
import { optional } from '../../../platform/http/validation/members';
import { integer } from '../../../platform/http/validation/number-types';
import { queryId, queryInteger } from '../../../platform/http/validation/query-types';
import { DAY_MIN } from '../../../platform/time/units';

/** The greatest capacity of a service. */
const MAX_SEATS = 1_000;

/** A service needs at most 20 kinds, of each at most 20. */
export const MAX_RESOURCES = 400;

/** A duration that a booking chooses, in minutes. The service says which there are. */
export function duration(): FieldType<number> {
  return integer(1, DAY_MIN);
}

export const DURATION_DESCRIPTION =
  'One of the `durationOptions` of the service, or its own duration. Left out: the duration in force with the provider';

/** Seats of a group session. The capacity of the service bounds them further. */
export function seats(): FieldType<number> {
  return integer(1, MAX_SEATS);
}

const SEATS = {
  default: 1,
  description: 'How many seats of a group session: at most the capacity of the service',
};

export const PLACE_DESCRIPTION =
  'Where it is to take place: hours there, or at no place, and resources of there, or of none';

/** The members of a query that say which slots of a service are wanted. */
export const SLOT_MEMBERS = {
  durationMin: optional(queryInteger(1, DAY_MIN), { description: DURATION_DESCRIPTION }),
  seats: optional(queryInteger(1, MAX_SEATS), SEATS),
  locationId: optional(queryId('locations'), { description: PLACE_DESCRIPTION }),
};

/** What of a query for slots a page may send. */
export const SLOTS_FROM_PAGES = ['serviceId', 'providerId', 'durationMin', 'seats', 'locationId'] as const;

/** The member `durationMin` of a body. */
export function chosenDuration(options: { readonly freeForm?: true } = {}) {
  return optional(duration(), { ...options, description: DURATION_DESCRIPTION });
}

/** The member `seats` of a body. */
export function bookedSeats(options: { readonly freeForm?: true } = {}) {
  return optional(seats(), { ...options, ...SEATS });
}
