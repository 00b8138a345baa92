import type { Channel, MessageKind, OFFER, ProviderKind } from './message-kinds';
import type { MessageFacts } from './message-facts';

/** A message that is to be sent now. */
export interface DueMessage {
  readonly id: number;
  /** Null in an offer. */
  readonly appointmentId: number | null;
  readonly channel: Channel;
  readonly event: MessageKind | ProviderKind | typeof OFFER;
  readonly recipient: string;
  readonly sequence: number;
  readonly facts: MessageFacts;
  readonly createdAt: Date;
  /** The UUID of this installation. */
  readonly instance: string;
  /** The link by which the customer manages what it is about, as it is now; null: that is gone, or was given to another customer. */
  readonly manageUrl: string | null;
  /** True for a reminder whose appointment has begun, was moved or was cancelled, and for an offer that has ended. */
  readonly isOutdated: boolean;
}
