import type { EntityManager } from 'typeorm';
import type { AppointmentState } from '../appointment-columns';

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

/** Queues messages to the customers of appointments, and to their providers. `telling/messages` implements it: this wing lies below that one. */
export abstract class CustomerMessages {
  /**
   * Queues the message about a change; it is sent once `tx` has committed. Called before an appointment is deleted, and after any other
   * change. All statements are sent before this returns. @param message undefined: none is queued
   */
  abstract queue(
    tx: EntityManager,
    subject: MessageSubject,
    message: AppointmentMessage | undefined,
  ): Promise<void>;

  /** As `queue`, about an appointment that `tx` has booked, alone: it has neither a past nor a series or a visit. */
  abstract queueFirst(
    tx: EntityManager,
    appointmentId: number,
    message: AppointmentMessage | undefined,
  ): Promise<void>;

  /** As `queue`, to the customer alone, whom the appointment is taken from: it goes on for the provider. */
  abstract queueToFormer(
    tx: EntityManager,
    appointmentId: number,
    message: AppointmentMessage | undefined,
  ): Promise<void>;

  /** Queues one message to each customer of several appointments, which lists the times of that customer's. As `queue` for one. */
  abstract queueForAll(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    message: AppointmentMessage | undefined,
  ): Promise<void>;

  /**
   * Queues one message to each customer of several appointments, which may be of several series and visits, and some of them cancelled.
   * @param note a text for the customers
   */
  abstract queueToCustomers(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    message: AppointmentMessage,
    note: string | undefined,
  ): Promise<void>;

  /** Queues the messages of `queueForAll` to providers alone. */
  abstract queueToProviders(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    message: AppointmentMessage,
  ): Promise<void>;

  /**
   * Queues calendar updates about appointments that new zone rules have moved: to those who have had a message about them, whose calendars
   * would show another time. The calendar entries of messages are instants. One about the appointments of a series or a visit.
   */
  abstract queueUpdates(tx: EntityManager, appointmentIds: readonly number[]): Promise<void>;
}
