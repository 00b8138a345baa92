import { RefusedError } from '../../platform/errors/errors';

/** How many messages about one appointment callers may request within an hour. */
export const MAX_REQUESTED_PER_HOUR = 5;

/** The customer has no address on the channel of the message. */
export class NoAddressError extends RefusedError {
  constructor() {
    super('The customer has no e-mail address', { reason: 'no_address' });
  }
}

/** Callers have requested too many messages about one appointment. */
export class TooManyMessagesError extends RefusedError {
  constructor() {
    super(`This appointment has had ${MAX_REQUESTED_PER_HOUR} messages within an hour`, {
      reason: 'too_many_messages',
    });
  }
}
