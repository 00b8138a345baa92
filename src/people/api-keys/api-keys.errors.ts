import { RefusedError } from '../../platform/errors/errors';

/** A new key cannot expire before now. */
export class ExpiryInThePastError extends RefusedError {
  constructor() {
    super('The expiry is in the past', { reason: 'expiry_in_the_past' });
  }
}

/** A key that has ended cannot be rotated. */
export class KeyEndedError extends RefusedError {
  constructor(id: number) {
    super(`Key ${id} has been revoked or has expired; create a new one`, { reason: 'key_ended' });
  }
}

/** A key is rotated once; then its successor is. */
export class KeyRotatedError extends RefusedError {
  constructor(id: number, successorId: number) {
    super(`Key ${successorId} takes the place of key ${id} already`, { reason: 'key_rotated' });
  }
}
