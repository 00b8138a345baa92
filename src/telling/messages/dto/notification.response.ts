import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import {
  type AppointmentMessageRow,
  type Channel,
  CHANNELS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  MESSAGE_KINDS,
  type MessageKind,
} from '../message.entity';
import type { QueuedMessage } from '../queued-message';

/** A message that was just queued. */
export class QueuedNotificationResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ type: 'integer', example: 1 })
  appointmentId: number;

  @ApiProperty({ enum: CHANNELS, example: 'email' })
  channel: Channel;

  @ApiProperty({ enum: MESSAGE_KINDS, example: 'confirmation' })
  event: MessageKind;

  @ApiProperty({
    enum: DELIVERY_STATUSES,
    example: 'queued',
    description: '`queued` waits for an attempt; `failed` is final',
  })
  status: DeliveryStatus;
}

/** A message with the state of its delivery. */
export class NotificationResponse extends QueuedNotificationResponse {
  @ApiProperty({ example: 'mia.keller@example.com' })
  recipient: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'How often the service has tried to send it' })
  attempts: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Why the last attempt failed',
  })
  lastError: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'When the service tries again, after a failed attempt',
  })
  nextAttemptAt: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:11Z' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-20T14:05:12Z' })
  sentAt: string | null;

  static readonly of = toNotificationResponse;
}

export function toQueuedNotificationResponse(message: QueuedMessage): QueuedNotificationResponse {
  return {
    id: message.id,
    appointmentId: message.appointmentId,
    channel: message.channel,
    event: message.event,
    status: message.status,
  };
}

/** Instants carry the offset of the provider's time zone. */
export function toNotificationResponse(message: AppointmentMessageRow): NotificationResponse {
  const { timezone } = message.facts;
  const text = (instant: Date) => formatInstant(instant.getTime(), timezone);
  const textOrNull = (instant: Date | null) => (instant === null ? null : text(instant));
  return {
    id: message.id,
    appointmentId: message.appointmentId,
    channel: message.channel,
    event: message.event,
    status: message.status,
    recipient: message.recipient,
    attempts: message.attempts,
    lastError: message.lastError,
    nextAttemptAt: textOrNull(message.nextAttemptAt),
    createdAt: text(message.createdAt),
    sentAt: textOrNull(message.sentAt),
  };
}
