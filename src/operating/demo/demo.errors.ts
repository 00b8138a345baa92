import { RefusedError } from '../../platform/errors/errors';

/** The database already has data, with which the demo would mix. */
export class DatabaseNotEmptyError extends RefusedError {
  /** @param found such as `40 customers` */
  constructor(found: string) {
    super(`The demo fills an empty database only; this one has ${found}`, { reason: 'not_empty' });
  }
}

/** No active administrator can own the key of the demo. */
export class NoAdminError extends RefusedError {
  constructor() {
    super('The demo needs an active user with the role admin', { reason: 'no_admin' });
  }
}
