import { hidden } from '../../../platform/http/hiding/hidden-members';
import { formatInstant } from '../../../platform/time/instant-text';
import type { ToldMessage } from '../message.entity';
import { CHANNELS, MESSAGE_KINDS, MESSAGE_STATUSES, PROVIDER_KINDS } from '../message-kinds';
import type { QueuedMessage } from '../queued-message';
import { INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

export class QueuedNotificationResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  appointmentId: answered(INTEGER, { example: 1 }),
  channel: answered(oneOf(CHANNELS), {
    example: 'email',
    description: '`sms` is sent by webhooks: `sent` means that its event `message.due` is there',
  }),
  event: answered(oneOf([...MESSAGE_KINDS, ...PROVIDER_KINDS]), { example: 'confirmation' }),
  status: answered(oneOf(MESSAGE_STATUSES), {
    example: 'queued',
    description: '`queued` waits for an attempt; `failed` is final',
  }),
}) {}

export class NotificationResponse extends AnswerOf(QueuedNotificationResponse, {
  reminderHours: answered(orNull(INTEGER), {
    example: null,
    description: 'How many hours before the start this reminder is due: one of `REMINDER_HOURS`',
  }),
  recipient: hidden(
    'contacts',
    answered(orNull(TEXT), {
      example: 'mia.keller@example.com',
      description: 'Null for a narrowed key that does not see the customer',
    }),
  ),
  attempts: answered(INTEGER, { example: 1, description: 'How often the service has tried to send it' }),
  lastError: hidden(
    'contacts',
    answered(orNull(TEXT), { example: null, description: 'Why the last attempt failed' }),
  ),
  nextAttemptAt: answered(orNull(INSTANT), {
    example: null,
    description: 'When the service tries again, after a failed attempt',
  }),
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
  sentAt: answered(orNull(INSTANT), { example: '2026-11-20T14:05:12Z' }),
}) {
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
export function toNotificationResponse(message: ToldMessage): NotificationResponse {
  const { timezone } = message.facts;
  const text = (instant: Date) => formatInstant(instant.getTime(), timezone);
  const textOrNull = (instant: Date | null) => (instant === null ? null : text(instant));
  return {
    id: message.id,
    appointmentId: message.appointmentId,
    channel: message.channel,
    event: message.event,
    status: message.status,
    reminderHours: message.reminderHours,
    recipient: message.recipient,
    attempts: message.attempts,
    lastError: message.lastError,
    nextAttemptAt: textOrNull(message.nextAttemptAt),
    createdAt: text(message.createdAt),
    sentAt: textOrNull(message.sentAt),
  };
}
