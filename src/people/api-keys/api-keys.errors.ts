import { RefusedError } from '../../platform/errors/errors';

/** A key is asked for that would have expired before it is made. */
export class ExpiryInThePastError extends RefusedError {
  constructor() {
    super('The expiry is in the past', { reason: 'expiry_in_the_past' });
  }
}
