import type { Status } from '../../../booking/appointments/appointment-status';
import type { NotificationEvent } from '../notification.entity';

/** The words that differ from message to message. */
export interface Wording {
  /** How the subject begins. */
  readonly title: string;
  readonly sentence: string;
}

/** What to say of an event, to the customer of an appointment with a status. */
export function wordingOf(event: NotificationEvent, status: Status): Wording {
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

/** Only a confirmed appointment may be called that. */
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
