import type { EntityManager } from 'typeorm';
import type { AppointmentState } from '../rows/appointment-columns';

export type AppointmentMessage = 'confirmation' | 'reschedule' | 'cancellation';

/** An appointment that a message is about. */
export interface MessageSubject {
  readonly id: number;
  /** What it was before the change: the message says what has changed. Undefined: the change has booked it, or is about to delete it. */
  readonly before?: AppointmentState | undefined;
}

/** The body of a write that may cause messages. */
export interface Telling {
  readonly notify?: boolean | undefined;
}

/** The message that a write causes, unless its body says `notify: false`. */
export function toldBy<Message>({ notify }: Telling, message: Message): Message | undefined {
  return notify === false ? undefined : message;
}

/** What has happened to appointments, as a message tells it. */
export interface Happened {
  /** Undefined: none is queued. */
  readonly message: AppointmentMessage | undefined;
  readonly subjects: readonly MessageSubject[];
  /**
   * `alone` (when left out): a message about one appointment. `booked`: the same about one that `tx` has booked, and which has neither a
   * past nor a series or a visit. `together`: one message to each customer, which lists the times of that customer's. `mixed`: the same
   * about appointments that may be of several series and visits, and some of them cancelled. `zone rules`: calendar updates about those
   * that new zone rules have moved, to those who have had a message about them; one about the appointments of a series or a visit.
   */
  readonly how?: 'alone' | 'booked' | 'together' | 'mixed' | 'zone rules';
  /** Left out: both. `customers` alone hear where the appointment goes on for the provider. */
  readonly to?: 'customers' | 'providers';
  /** A text for the customers, with `mixed`. */
  readonly note?: string | undefined;
}

/** Queues messages to the customers of appointments, and to their providers. `telling/messages` implements it: this wing lies below that one. */
export abstract class CustomerMessages {
  /**
   * Queues the messages about a change; they are sent once `tx` has committed. Called before an appointment is deleted or is taken from a
   * customer, and after any other change. All statements are sent before this returns.
   */
  abstract queue(tx: EntityManager, happened: Happened): Promise<void>;
}
