import { RefusedError } from '../../platform/errors/errors';

/** The most busy calendars of one provider. */
export const MAX_CALENDARS = 10;

export class TooManyBusyCalendarsError extends RefusedError {
  constructor() {
    super(`This provider has ${MAX_CALENDARS} busy calendars already`, { reason: 'too_many_busy_calendars' });
  }
}
