import { ForbiddenError } from '../../platform/errors/errors';

const MESSAGES = {
  required: 'This takes a solved challenge of GET /challenge, in the header Altcha',
  invalid: 'The header Altcha holds no solution of a challenge of this service',
  expired: 'The challenge has expired; solve a new one',
  too_small:
    'The solution covers fewer appointments than this books; solve a challenge of GET /challenge?appointments=…',
  used: 'The solution has been used; solve a new challenge',
} as const;

/**
 * A browser key books without a good solution. As a 403 it is not kept for an `Idempotency-Key`: the page sends the same request again,
 * with another solution.
 */
export class ChallengeRefusedError extends ForbiddenError {
  constructor(challenge: keyof typeof MESSAGES) {
    super(MESSAGES[challenge], { challenge });
  }
}
