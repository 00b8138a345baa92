import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { listOf } from '../../../platform/http/validation/field';
import {
  answered,
  AnswerOf,
  InputOf,
  optional,
  optionally,
  required,
} from '../../../platform/http/validation/members';
import { flag } from '../../../platform/http/validation/number-types';
import { queryFlag } from '../../../platform/http/validation/query-types';
import { INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { MAX_ADDRESS, oneOf, text } from '../../../platform/http/validation/text-types';
import { outgoingUrl } from '../../../platform/outgoing/outgoing-url';
import { formatInstant } from '../../../platform/time/instant-text';
import { TYPE_PATTERNS } from '../../events/event-types';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { DEACTIVATED_REASONS, type Webhook } from '../webhook.entity';
import { extended } from '../../../platform/values/quick-objects';

/** A webhook with its secret, which is shown once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  url: required(outgoingUrl(), {
    example: 'https://hooks.example.com/scheduling',
    description: 'Where events are sent to: a public address',
  }),
  description: optional(orNull(text(MAX_ADDRESS)), { default: null, example: 'CRM' }),
  types: optional(orNull(listOf(oneOf(TYPE_PATTERNS), TYPE_PATTERNS.length, 1)), {
    default: null,
    example: ['appointment.*', 'customer.created'],
    description:
      'The types of events to send; `appointment.*` stands for all types of appointments. null: all',
    answer: { description: 'null: all types' },
  }),
  active: optional(flag(), {
    default: true,
    description: 'Whether events are sent. What happens meanwhile is not sent later; replay it',
  }),
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
};

/** Body of POST and PUT (docs/reference/webhooks.md). */
export class WebhookWrite extends InputOf(MEMBERS) {}

export class WebhookPatch extends InputOf(optionally(MEMBERS)) {}

export class WebhookResponse extends AnswerOf(MEMBERS) {
  static readonly of = toWebhookResponse;
}

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
  return extended(toWebhookResponse(webhook, zone), { secret });
}

export const WEBHOOK_SORTS = ['id', 'createdAt'] as const;
export type WebhookSort = (typeof WEBHOOK_SORTS)[number];

export class WebhookListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(WEBHOOK_SORTS), { default: 'id:asc' }),
  active: optional(queryFlag(), { description: 'true: only the active webhooks; false: only the others' }),
}) {}
