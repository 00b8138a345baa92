import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../../platform/time/instant-text';
import { EVENT_TYPES } from '../../../events/event-types';
import { type DeliveryAttempt, DELIVERY_STATUSES, type DeliveryStatus } from '../delivery-status';
import { TEST } from '../delivery-status';
import type { WebhookDelivery } from '../webhook-delivery.entity';

/** One request to the URL of a webhook. */
export class DeliveryAttemptResponse {
  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:12Z' })
  at: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 200, description: 'null: there was no answer' })
  statusCode: number | null;

  @ApiProperty({ type: 'integer', example: 83 })
  durationMs: number;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Why there was no answer' })
  error: string | null;
}

/** The delivery of an event to a webhook. */
export class DeliveryResponse {
  @ApiProperty({ type: 'integer', format: 'int64', example: 1 })
  id: number;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    example: 1,
    description: 'null: a `webhook.test`, which is no event',
  })
  eventId: number | null;

  @ApiProperty({ enum: [...EVENT_TYPES, TEST], example: 'appointment.booked' })
  type: string;

  @ApiProperty({
    enum: DELIVERY_STATUSES,
    example: 'delivered',
    description: '`pending` waits for an attempt; `failed` is final',
  })
  status: DeliveryStatus;

  @ApiProperty({ type: [DeliveryAttemptResponse], description: 'The first attempt first' })
  attempts: DeliveryAttemptResponse[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  nextAttemptAt: string | null;

  static readonly of = toDeliveryResponse;
}

/** What a replay will send. */
export class ReplayResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'How many events will be sent' })
  deliveries: number;

  @ApiProperty({ type: 'integer', format: 'int64', example: 1, description: 'The `after` that goes on' })
  next: number;

  @ApiProperty({ example: false, description: 'Whether there are more events than one replay sends' })
  hasMore: boolean;
}

export function toDeliveryResponse(delivery: WebhookDelivery, zone: string): DeliveryResponse {
  const { nextAttemptAt } = delivery;
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts.map((attempt) => toAttemptResponse(attempt, zone)),
    nextAttemptAt: nextAttemptAt && formatInstant(nextAttemptAt.getTime(), zone),
  };
}

function toAttemptResponse(attempt: DeliveryAttempt, zone: string): DeliveryAttemptResponse {
  return {
    at: formatInstant(Date.parse(attempt.at), zone),
    statusCode: attempt.statusCode,
    durationMs: attempt.durationMs,
    error: attempt.error,
  };
}
