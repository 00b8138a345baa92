import { RefusedError } from '../../platform/errors/errors';

/** The customer has no address on the channel of the message. */
export class NoAddressError extends RefusedError {
  constructor() {
    super('The customer has no e-mail address', { reason: 'no_address' });
  }
}
