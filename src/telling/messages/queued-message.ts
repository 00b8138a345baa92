import type { Channel, MessageKind } from './message-kinds';

/** A message that was just queued, as the INSERT returns it. */
export interface QueuedMessage {
  readonly id: number;
  readonly appointmentId: number;
  readonly channel: Channel;
  readonly event: MessageKind;
  readonly status: 'queued';
}
