import type { NotificationEvent } from '../notification.entity';
import type { MessageFacts } from '../message-facts';

/** A message that is to be sent now. */
export interface DueNotification {
  readonly id: number;
  readonly appointmentId: number;
  readonly event: NotificationEvent;
  readonly recipient: string;
  readonly sequence: number;
  readonly snapshot: MessageFacts;
  readonly createdAt: Date;
  /** The id of this installation. */
  readonly instance: string;
  /** A reminder of what has begun, or no longer takes place then. */
  readonly isOutdated: boolean;
}
