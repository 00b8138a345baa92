import { RefusedError } from '../../../platform/errors/errors';

/** The hold that a booking names has expired, was used, was released, or never existed. */
export class HoldExpiredError extends RefusedError {
  constructor() {
    super('This hold has expired, or does not exist', { reason: 'hold_expired' });
  }
}

/** A key has as many holds as it may have. */
export class TooManyHoldsError extends RefusedError {
  constructor(most: number) {
    super(`This API key has ${most} holds already`, { reason: 'too_many_holds' });
  }
}
