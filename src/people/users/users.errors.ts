import { RefusedError, ValidationError } from '../../platform/errors/errors';

/** A deactivated user cannot be given a key. */
export class UserInactiveError extends RefusedError {
  constructor(id: number) {
    super(`User ${id} is not active`, { reason: 'user_inactive' });
  }
}

/** Another user already has the e-mail address. */
export class EmailTakenError extends ValidationError {
  constructor() {
    super({ email: 'belongs to another user already' });
  }
}
