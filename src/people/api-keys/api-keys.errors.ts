import { NotFoundError, RefusedError, ValidationError } from '../../platform/errors/errors';

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

/** A key gives no more than it has itself. @param options in which it would */
export class BeyondError extends RefusedError {
  constructor(options: readonly string[]) {
    super(`This gives more than the key of the request has itself: ${options.join(', ')}`, {
      reason: 'beyond',
      beyond: options,
    });
  }
}

/** Everyone can read the key of a page, so it never becomes one that works without the page. */
export class BrowserKeyError extends ValidationError {
  constructor() {
    super({ origins: 'cannot be taken away: everyone can read this key; create another one' });
  }
}

/** What a key names and does not exist. */
export interface MissingId {
  readonly kind: 'user' | 'provider' | 'location';
  readonly id: number;
}

/** A key names a user, providers or locations that do not exist. */
export class UnknownIdsError extends NotFoundError {
  constructor(readonly missing: readonly MissingId[]) {
    super(missing.map(({ kind, id }) => `${kind}: ${id}`).join(', '));
  }
}
