import type { EntityManager } from 'typeorm';

/** The message that a change of an appointment calls for. */
export type AppointmentMessage = 'confirmation' | 'reschedule' | 'cancellation';

/** Queues messages to the customers of appointments. `telling/messages` implements it: this wing lies below that one. */
export abstract class CustomerMessages {
  /**
   * Queues the message about a change; it is sent once `tx` has committed. Called before an appointment is deleted, and after
   * any other change.
   */
  abstract queue(tx: EntityManager, appointmentId: number, message: AppointmentMessage): Promise<void>;
}
