import { RefusedError } from '../../platform/errors/errors';

/** A browser key has booked as much for a client address, or for a guest, as it may. No other time would be better. */
export class BrowserLimitError extends RefusedError {
  constructor() {
    super('As many appointments as are allowed were booked from here, or for this address, within a day', {
      reason: 'limit_reached',
      limit: 'browser',
      alternatives: [],
    });
  }
}
