import { hidden } from '../../../platform/http/hiding/hidden-members';
import { answered, AnswerOf, InputOf, optional } from '../../../platform/http/validation/members';
import { INSTANT, orNull, TEXT, INTEGER } from '../../../platform/http/validation/shapes';
import { formatInstant } from '../../../platform/time/instant-text';
import { LINK_PLACE } from '../link-place';
import type { ToldMessage } from '../message.entity';
import { CHANNELS, MESSAGE_KINDS, MESSAGE_STATUSES, PROVIDER_KINDS } from '../message-kinds';
import type { QueuedMessage } from '../queued-message';
import { oneOf } from '../../../platform/http/validation/text-types';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';

const MESSAGE_SORTS = ['id', 'createdAt'] as const;

export class NotificationListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(MESSAGE_SORTS), { default: 'id:desc' }),
}) {}

/** Body of POST /appointments/{id}/notify. */
export class Notify extends InputOf({
  channel: optional(oneOf(['email']), { default: 'email', example: 'email' }),
  event: optional(oneOf(MESSAGE_KINDS), {
    example: 'confirmation',
    description: 'Default: `cancellation` for a cancelled appointment, `confirmation` for any other',
  }),
}) {}

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
function toNotificationResponse(message: ToldMessage): NotificationResponse {
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

/** What an event `message.due` says: an SMS that is to be sent. */
export class DueMessageResponse extends AnswerOf({
  to: hidden(
    'contacts',
    answered(orNull(TEXT), {
      example: '+4930901820',
      description: 'A telephone number in the form of E.164; null once the customer was erased',
    }),
  ),
  text: hidden(
    'contacts',
    answered(orNull(TEXT), {
      example: 'Salon Linde: Reminder: Haircut with Ana Silva, Tuesday, 1 December 2026, 09:00',
      description: `In the language of the customer; null once the customer was erased. Where GET shows \`${LINK_PLACE}\`, a webhook gets the link of the customer`,
    }),
  ),
  expiresAt: answered(INSTANT, {
    example: '2026-12-01T09:00:00+01:00',
    description:
      'The start of the appointment, or the end of the offer: from then on no webhook is sent the event',
  }),
}) {}

export function toDueMessageResponse(
  { recipient, text, expiresAt }: { recipient: string | null; text: string | null; expiresAt: Date | null },
  zone: string,
): DueMessageResponse {
  // An event is of a message with a text, and the text is written with its end.
  return { to: recipient, text, expiresAt: formatInstant(expiresAt?.getTime() ?? 0, zone) };
}
