import { RefusedError, ValidationError } from '../../platform/errors/errors';

/** A deactivated user cannot be given a key. */
export class UserInactiveError extends RefusedError {
  constructor(id: number) {
    super(`User ${id} is not active`, { reason: 'user_inactive' });
  }
}

/** Without an active administrator, no API key could manage the service. */
export class LastAdminError extends RefusedError {
  constructor(id: number) {
    super(`User ${id} is the last active user with the role admin`, { reason: 'last_admin' });
  }
}

/** A provider's appointments and schedule belong to the user, so the role cannot be taken away. */
export class ProviderRoleError extends RefusedError {
  constructor(id: number) {
    super(`User ${id} is a provider and keeps that role; user deactivate ends the work of a provider`, {
      reason: 'provider_role',
    });
  }
}

/** Another user already has the e-mail address. */
export class EmailTakenError extends ValidationError {
  constructor() {
    super({ email: 'belongs to another user already' });
  }
}

/** Another user already has the subject. */
export class SubjectTakenError extends ValidationError {
  constructor() {
    super({ subject: 'belongs to another user already' });
  }
}
