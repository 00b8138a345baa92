import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import {
  type Channel,
  CHANNELS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENTS,
  type Notification,
  type NotificationEvent,
} from '../notification.entity';
import type { NotificationRow } from '../notification-row';

/** A message that was just queued (decisions, section 7). */
export class QueuedNotificationResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ type: 'integer', example: 1 })
  appointmentId: number;

  @ApiProperty({ enum: CHANNELS, example: 'email' })
  channel: Channel;

  @ApiProperty({ enum: EVENTS, example: 'confirmation' })
  event: NotificationEvent;

  @ApiProperty({ enum: DELIVERY_STATUSES, example: 'queued', description: '`failed`: given up' })
  status: DeliveryStatus;
}

/** A message with what became of it. */
export class NotificationResponse extends QueuedNotificationResponse {
  @ApiProperty({ example: 'mia.keller@example.com' })
  recipient: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'How often it was tried to send it' })
  attempts: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'What went wrong at the last attempt',
  })
  lastError: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'When it is tried again, after an attempt that has failed',
  })
  nextAttemptAt: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:11Z' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-20T14:05:12Z' })
  sentAt: string | null;
}

export function toQueuedNotificationResponse(row: NotificationRow): QueuedNotificationResponse {
  return {
    id: row.id,
    appointmentId: row.appointmentId,
    channel: row.channel,
    event: row.event,
    status: row.status,
  };
}

/** Instants carry the offset of the provider's zone. */
export function toNotificationResponse(notification: Notification): NotificationResponse {
  const { timezone } = notification.snapshot;
  const text = (instant: Date) => formatInstant(instant.getTime(), timezone);
  const textOrNull = (instant: Date | null) => (instant === null ? null : text(instant));
  return {
    id: notification.id,
    appointmentId: notification.appointmentId,
    channel: notification.channel,
    event: notification.event,
    status: notification.status,
    recipient: notification.recipient,
    attempts: notification.attempts,
    lastError: notification.lastError,
    nextAttemptAt: textOrNull(notification.nextAttemptAt),
    createdAt: text(notification.createdAt),
    sentAt: textOrNull(notification.sentAt),
  };
}
