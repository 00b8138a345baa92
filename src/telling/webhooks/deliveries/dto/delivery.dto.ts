import { formatInstant } from '../../../../platform/time/instant-text';
import { EVENT_TYPES } from '../../../events/event-types';
import { DELIVERY_STATUSES, type DeliveryAttempt, TEST } from '../delivery-status';
import type { WebhookDelivery } from '../webhook-delivery.entity';
import {
  FLAG,
  INSTANT,
  INTEGER,
  LONG,
  many,
  orNull,
  TEXT,
} from '../../../../platform/http/validation/shapes';
import { answered, AnswerOf, InputOf, optional } from '../../../../platform/http/validation/members';
import { oneOf } from '../../../../platform/http/validation/text-types';
import { PageQuery } from '../../../../platform/http/pagination/list-query';
import { sortBy } from '../../../../platform/http/pagination/sort';
import { queryInteger } from '../../../../platform/http/validation/query-types';

/** The longest number that a query may have. */
const MAX_EVENT_ID = 999_999_999_999_999;

export class DeliveryListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(['id']), { default: 'id:desc' }),
  status: optional(oneOf(DELIVERY_STATUSES), { description: 'Only the deliveries in this state' }),
  eventId: optional(queryInteger(1, MAX_EVENT_ID), { description: 'Only the deliveries of this event' }),
}) {}

/** One request to the URL of a webhook. */
class DeliveryAttemptResponse extends AnswerOf({
  at: answered(INSTANT, { example: '2026-11-20T14:05:12Z' }),
  statusCode: answered(orNull(INTEGER), { example: 200, description: 'null: there was no answer' }),
  durationMs: answered(INTEGER, { example: 83 }),
  error: answered(orNull(TEXT), { example: null, description: 'Why there was no answer' }),
}) {}

export class DeliveryResponse extends AnswerOf({
  id: answered(LONG, { example: 1 }),
  eventId: answered(orNull(LONG), { example: 1, description: 'null: a `webhook.test`, which is no event' }),
  type: answered(oneOf([...EVENT_TYPES, TEST]), { example: 'appointment.booked' }),
  status: answered(oneOf(DELIVERY_STATUSES), {
    example: 'delivered',
    description: '`pending` waits for an attempt; `failed` is final',
  }),
  attempts: answered(many(DeliveryAttemptResponse), { description: 'The first attempt first' }),
  nextAttemptAt: answered(orNull(INSTANT), { example: null }),
}) {
  static readonly of = toDeliveryResponse;
}

/** What a replay will send. */
export class ReplayResponse extends AnswerOf({
  deliveries: answered(INTEGER, { example: 1, description: 'How many events will be sent' }),
  next: answered(LONG, { example: 1, description: 'The `after` that goes on' }),
  hasMore: answered(FLAG, {
    example: false,
    description: 'Whether there are more events than one replay sends',
  }),
}) {}

function toDeliveryResponse(delivery: WebhookDelivery, zone: string): DeliveryResponse {
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
