import type { MessageKind } from '../message.entity';
import type { MessageFacts } from '../message-facts';

/** A message that is to be sent now. */
export interface DueMessage {
  readonly id: number;
  readonly appointmentId: number;
  readonly event: MessageKind;
  readonly recipient: string;
  readonly sequence: number;
  readonly facts: MessageFacts;
  readonly createdAt: Date;
  /** The UUID of this installation. */
  readonly instance: string;
  /** True for a reminder whose appointment has begun, was moved or was cancelled. */
  readonly isOutdated: boolean;
}
