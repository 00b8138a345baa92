import { RefusedError } from '../../platform/errors/errors';

/** A new key cannot expire before now. */
export class ExpiryInThePastError extends RefusedError {
  constructor() {
    super('The expiry is in the past', { reason: 'expiry_in_the_past' });
  }
}
