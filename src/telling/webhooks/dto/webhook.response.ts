import { formatInstant } from '../../../platform/time/instant-text';
import { TYPE_PATTERNS } from '../../events/event-types';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { DEACTIVATED_REASONS, type Webhook } from '../webhook.entity';
import { FLAG, INSTANT, INTEGER, orNull, several, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

/** A webhook with its secret, which is shown once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** A URL that is sent events (docs/reference/webhooks.md). */
export class WebhookResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  url: answered(TEXT, { example: 'https://hooks.example.com/scheduling' }),
  description: answered(orNull(TEXT), { example: 'CRM' }),
  types: answered(orNull(several(oneOf(TYPE_PATTERNS))), {
    example: ['appointment.*', 'customer.created'],
    description: 'null: all types',
  }),
  active: answered(FLAG, { example: true }),
  deactivatedReason: answered(orNull(oneOf(DEACTIVATED_REASONS)), {
    example: null,
    description:
      'Why the service deactivated it: the receiver answered 410 (`gone`), or five days passed without one success (`failing`)',
  }),
  failingSince: answered(orNull(INSTANT), {
    example: null,
    description: 'The first failed attempt after the last success; null: the last attempt succeeded',
  }),
  createdAt: answered(INSTANT, {
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  }),
}) {
  static readonly of = toWebhookResponse;
}

/** A webhook with its secret, which is shown once. */
export class WebhookSecretResponse extends AnswerOf(WebhookResponse, {
  secret: answered(orNull(TEXT), {
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description:
      'Signs the deliveries (Standard Webhooks). It is not shown again. null: this answer was given before, and there is a newer secret or the webhook was deleted',
  }),
}) {}

export function toWebhookResponse(webhook: ReadRow<Webhook>, zone: string): WebhookResponse {
  const { failingSince } = webhook;
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    types: webhook.types,
    active: webhook.active,
    deactivatedReason: webhook.deactivatedReason,
    failingSince: failingSince && formatInstant(failingSince.getTime(), zone),
    createdAt: formatInstant(webhook.createdAt.getTime(), zone),
  };
}

export function toWebhookSecretResponse(
  { webhook, secret }: WebhookWithSecret,
  zone: string,
): WebhookSecretResponse {
  return Object.assign(toWebhookResponse(webhook, zone), { secret });
}
