import { isDeepStrictEqual } from 'node:util';
import { isToCome, occupies } from '../../appointment-status';
import type { BookingOutcome } from './booking-counters';
import type { AppointmentState } from '../rows/appointment-columns';
import type { AppointmentMessage } from './customer-messages';

export function messageAbout(
  before: AppointmentState,
  after: AppointmentState,
): AppointmentMessage | undefined {
  if (!occupies(before.status)) return occupies(after.status) ? 'confirmation' : undefined;
  if (after.status === 'cancelled') return 'cancellation';
  if (!occupies(after.status)) return undefined;
  if (MESSAGE_MEMBERS.some((member) => before[member] !== after[member])) return 'reschedule';
  return before.status === 'pending' && after.status === 'confirmed' ? 'confirmation' : undefined;
}

/** The messages that a change causes: one to the former customer about the former appointment, one to the present customer. */
export function messagesAbout(
  before: AppointmentState,
  after: AppointmentState,
): readonly [former: AppointmentMessage | undefined, present: AppointmentMessage | undefined] {
  if (before.customerId === after.customerId) return [undefined, messageAbout(before, after)];
  return [
    isToCome(before.status) ? 'cancellation' : undefined,
    isToCome(after.status) ? 'confirmation' : undefined,
  ];
}

/** How the metrics count a change; undefined: they do not count it. */
export function outcomeOf(before: AppointmentState, after: AppointmentState): BookingOutcome | undefined {
  const message = messageAbout(before, after);
  if (message === 'cancellation') return 'cancelled';
  return message === 'reschedule' ? 'moved' : undefined;
}

export function isSame(left: AppointmentState, right: AppointmentState): boolean {
  return isDeepStrictEqual(left, right);
}

/** The members whose change a customer must know of, to come at the right time to the right place. */
const MESSAGE_MEMBERS = ['start', 'end', 'providerId', 'serviceId', 'locationId'] as const;
