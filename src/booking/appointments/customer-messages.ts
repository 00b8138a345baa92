import type { EntityManager } from 'typeorm';

/** What a change of an appointment tells its customer. */
export type AppointmentNews = 'confirmation' | 'reschedule' | 'cancellation';

/** Queues messages to the customers of appointments. `telling/notifications` implements it; bookings only know this. */
export abstract class CustomerMessages {
  /**
   * Queues the message about a change, to be sent once `tx` commits. Call it before an appointment is deleted, and after any
   * other change.
   */
  abstract announce(tx: EntityManager, appointmentId: number, news: AppointmentNews): Promise<void>;
}
