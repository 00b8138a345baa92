import { RefusedError } from '../../platform/errors/errors';
import type { Reason } from './engine';

/** What a person is told about each reason. */
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
  outside_working_hours: 'The provider does not work at this time',
  slot_taken: 'This time is already taken',
};

/** A sentence for a person. */
export function messageOf(reason: Reason): string {
  return MESSAGES[reason];
}

/** A time that cannot be booked; `details.alternatives` are the next offered slots. */
export class NotBookableError extends RefusedError {
  constructor(reason: Reason, alternatives: readonly unknown[]) {
    super(messageOf(reason), { reason, alternatives });
  }
}
