import type { Status } from '../../../booking/appointment-status';
import type { MessageFacts } from '../message-facts';
import type { MessageKind, OFFER } from '../message.entity';

/** The words that depend on the kind of message. */
export interface Wording {
  /** The beginning of the subject. */
  readonly title: string;
  readonly sentence: string;
}

type Kind = MessageKind | typeof OFFER;

/**
 * The words for an offer, or for a kind of message about an appointment with this status.
 * @param isOne false: about several appointments
 */
export function wordingOf(event: Kind, { status, reason }: WordedFacts, isOne = true): Wording {
  if (reason === 'zone_rules') return isOne ? UPDATE_OF_ONE : UPDATE_OF_SEVERAL;
  return isOne ? wordingOfOne(event, status) : wordingOfSeveral(event, status);
}

type WordedFacts = Pick<MessageFacts, 'status' | 'reason'>;

/** The calendar entries of messages before are instants, which clocks now show as another time. */
const UPDATE_OF_ONE: Wording = {
  title: 'Calendar update',
  sentence:
    'The rules for clocks have changed where your appointment takes place. It stays at the local time that was agreed, as below. Your calendar may show another time until it has taken up this update.',
};
const UPDATE_OF_SEVERAL: Wording = {
  title: 'Calendar update',
  sentence:
    'The rules for clocks have changed where your appointments take place. They stay at the local times that were agreed, as below. Your calendar may show other times until it has taken up this update.',
};

function wordingOfSeveral(event: Kind, status: Status | undefined): Wording {
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

function wordingOfOne(event: Kind, status: Status | undefined): Wording {
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
    case 'offer':
      return {
        title: 'Offered',
        sentence:
          'A time that you are waiting for has become free. It is kept for you until the moment below: please tell us by then whether you want it.',
      };
  }
}

/** Only a confirmed appointment may be called confirmed. */
function confirmationOf(status: Status | undefined): Wording {
  switch (status) {
    case 'confirmed':
      return { title: 'Confirmed', sentence: 'Your appointment is confirmed.' };
    case 'pending':
      return { title: 'Received', sentence: 'Your appointment is booked, and yet to be confirmed.' };
    default:
      return { title: 'Your appointment', sentence: 'These are the details of your appointment.' };
  }
}
