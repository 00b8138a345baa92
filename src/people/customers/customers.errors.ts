import { RefusedError, ValidationError } from '../../platform/errors/errors';

/** Another customer has the e-mail address, in upper or lower case. */
export class CustomerEmailTakenError extends ValidationError {
  constructor() {
    super({ email: 'belongs to another customer' });
  }
}

/** A customer cannot be deleted while there are appointments, past ones included (docs/reference/errors.md). */
export class AppointmentsExistError extends RefusedError {
  constructor() {
    super(
      'The customer has appointments; remove them first',
      { reason: 'appointments_exist' },
      'appointments_exist',
    );
  }
}

/** The person was erased: nothing can be written about them any more. */
export class CustomerErasedError extends RefusedError {
  constructor() {
    super('The customer was erased and cannot be changed', { reason: 'customer_erased' });
  }
}
