import type { Status } from '../../../booking/appointments/appointment-status';
import type { MessageKind } from '../message.entity';

/** The words that depend on the kind of message. */
export interface Wording {
  /** The beginning of the subject. */
  readonly title: string;
  readonly sentence: string;
}

/** The words for a kind of message about an appointment with this status. @param isOne false: about several appointments */
export function wordingOf(event: MessageKind, status: Status, isOne = true): Wording {
  return isOne ? wordingOfOne(event, status) : wordingOfSeveral(event, status);
}

function wordingOfSeveral(event: MessageKind, status: Status): Wording {
  const { title } = wordingOfOne(event, status);
  switch (event) {
    case 'cancellation':
      return { title, sentence: 'These appointments have been cancelled.' };
    case 'reschedule':
      return {
        title,
        sentence: 'Your appointments have been moved. This is when they take place now.',
      };
    default:
      return {
        title,
        sentence:
          status === 'confirmed'
            ? 'Your appointments are confirmed.'
            : 'Your appointments are booked, and yet to be confirmed.',
      };
  }
}

function wordingOfOne(event: MessageKind, status: Status): Wording {
  switch (event) {
    case 'confirmation':
      return confirmationOf(status);
    case 'reminder':
      return { title: 'Reminder', sentence: 'This is a reminder of your appointment.' };
    case 'cancellation':
      return { title: 'Cancelled', sentence: 'Your appointment has been cancelled.' };
    case 'reschedule':
      return {
        title: 'Moved',
        sentence: 'Your appointment has been moved. This is when it takes place now.',
      };
  }
}

/** Only a confirmed appointment may be called confirmed. */
function confirmationOf(status: Status): Wording {
  switch (status) {
    case 'confirmed':
      return { title: 'Confirmed', sentence: 'Your appointment is confirmed.' };
    case 'pending':
      return { title: 'Received', sentence: 'Your appointment is booked, and yet to be confirmed.' };
    default:
      return { title: 'Your appointment', sentence: 'These are the details of your appointment.' };
  }
}
