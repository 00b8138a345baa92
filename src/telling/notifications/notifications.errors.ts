import { RefusedError } from '../../platform/errors/errors';

/** The customer has no address on the channel that a message is to take. */
export class NoAddressError extends RefusedError {
  constructor() {
    super('The customer has no e-mail address', { reason: 'no_address' });
  }
}
