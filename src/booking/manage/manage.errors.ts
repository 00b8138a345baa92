import type { Business } from '../../platform/config/business';
import { RefusedError } from '../../platform/errors/errors';
import { formatInstant } from '../../platform/time/instant-text';
import { type ManagedBusinessResponse, toManagedBusiness } from './dto/managed-parts';
import type { ManagedAppointment } from './managed-rows';
import type { Action } from './policies';

/** The policy of a service does not let its customers do it any more. The staff still can. */
export class TooLateError extends RefusedError {
  declare readonly details: {
    readonly reason: 'too_late';
    readonly until: string;
    readonly policyText: string | null;
    readonly business: ManagedBusinessResponse;
    readonly contact: Omit<ManagedBusinessResponse, 'address'>;
  };

  /** @param until the last moment, in epoch ms; it is named on the clock of the customer, where that is known */
  constructor(
    until: number,
    { customerTimezone, timezone, policyText }: ManagedAppointment,
    business: Business,
  ) {
    const asked = toManagedBusiness(business);
    const { name, email, phone } = asked;
    super('It is too late to do this by the link; please ask the business', {
      reason: 'too_late',
      until: formatInstant(until, customerTimezone ?? timezone),
      policyText,
      business: asked,
      contact: { name, email, phone },
    });
  }
}

const WORDS: Readonly<Record<Action, string>> = {
  cancel: 'cancelled',
  move: 'moved',
  answer: 'answered',
  accept: 'accepted',
  decline: 'declined',
};

/** What the link is about does not have it, or has no more: an offer, or an appointment that is still to come. */
export class NotPossibleError extends RefusedError {
  constructor(action: Action) {
    super(`Nothing here can be ${WORDS[action]}`, { reason: 'not_possible' });
  }
}
