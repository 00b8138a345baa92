import { RefusedError, ValidationError } from '../../platform/errors/errors';

/** A key is asked for a user who is deactivated. */
export class UserInactiveError extends RefusedError {
  constructor(id: number) {
    super(`User ${id} is not active`, { reason: 'user_inactive' });
  }
}

/** Another user has the e-mail address. */
export class EmailTakenError extends ValidationError {
  constructor() {
    super({ email: 'belongs to somebody else already' });
  }
}
