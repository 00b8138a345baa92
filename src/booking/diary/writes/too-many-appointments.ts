import { MAX_AFFECTED } from '../../../business/periods/affected-appointments';
import { RefusedError } from '../../../platform/errors/errors';

export class TooManyAppointmentsError extends RefusedError {
  constructor() {
    super(`More than ${MAX_AFFECTED} appointments would change; choose a shorter time`, {
      reason: 'too_many_appointments',
    });
  }
}
