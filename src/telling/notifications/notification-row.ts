import type { Channel, NotificationEvent } from './notification.entity';

/** A message that was queued. */
export interface NotificationRow {
  readonly id: number;
  readonly appointmentId: number;
  readonly channel: Channel;
  readonly event: NotificationEvent;
  readonly status: 'queued';
}
