import { RefusedError } from '../../platform/errors/errors';

/** A customer is expected at an appointment, so the person cannot be erased yet. */
export class UpcomingAppointmentsError extends RefusedError {
  constructor(count: number) {
    const what = count === 1 ? 'an upcoming appointment' : `${count} upcoming appointments`;
    super(`The customer has ${what}; cancel or remove ${count === 1 ? 'it' : 'them'} first`, {
      reason: 'upcoming_appointments',
    });
  }
}
