import { RefusedError } from '../../platform/errors/errors';

/** A customer, or all customers together, wait for as many times as they may. */
export class TooManyEntriesError extends RefusedError {
  constructor(whose: 'This customer' | 'The waitlist', most: number) {
    super(`${whose} has ${most} open entries already`, { reason: 'too_many_entries' });
  }
}
