import { RefusedError } from '../../platform/errors/errors';
import { SlotResponse } from './dto/slot.response';
import type { LimitName } from '../diary/decisions/customer-limit';
import type { Reason } from '../engine';

const MESSAGES: Readonly<Record<Reason, string>> = {
  service_unavailable: 'This service cannot be booked at present',
  provider_unavailable: 'This provider takes no appointments at present',
  service_not_offered: 'This provider does not offer this service',
  invalid_time: 'This time does not exist on the provider’s clock',
  in_the_past: 'This time is in the past',
  too_soon: 'This time is too soon: the service needs more notice',
  too_far_ahead: 'This time is too far ahead',
  closed: 'The business is closed at this time',
  time_off: 'The provider is away at this time',
  busy_elsewhere: 'The provider has something else at this time',
  outside_working_hours: 'The provider does not work at this time',
  not_at_location: 'The provider is at another place at this time',
  not_in_timetable: 'No class of this service starts at this time',
  slot_taken: 'This time is already taken',
  session_full: 'Too few seats are left at this time',
  resource_unavailable: 'A room or other resource that the service needs is not free at this time',
  team_unavailable: 'Too few of those who help with the service are free at this time',
  limit_reached: 'As much is booked as is allowed',
};

const MESSAGES_OF_LIMITS: Readonly<Record<LimitName, string>> = {
  'service.maxPerDay': 'The service is booked as often on this date as is allowed',
  'provider.maxPerDay': 'The provider is booked as often on this date as is allowed',
  'service.maxActivePerCustomer':
    'This customer has as many appointments of this service ahead as are allowed',
};

/** @param limit that which is reached, where the reason is `limit_reached` */
export function messageOf(reason: Reason, limit?: LimitName): string {
  if (limit !== undefined) return MESSAGES_OF_LIMITS[limit];
  return MESSAGES[reason];
}

/** The next offered slots after a time that cannot be booked. */
export interface Alternatives {
  readonly alternatives: readonly unknown[];
  /** Set when the search for them stopped before the horizon. RFC 3339. */
  readonly searchedUntil?: string;
}

/** Thrown when a time cannot be booked; `details` has the reason and the alternatives. */
export class NotBookableError extends RefusedError {
  override readonly classes = { alternatives: SlotResponse };

  /** @param limit the limit that is reached, where the reason is `limit_reached` */
  constructor(reason: Reason, alternatives: Alternatives, limit?: LimitName) {
    super(messageOf(reason, limit), { reason, ...(limit !== undefined && { limit }), ...alternatives });
  }
}
