import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import { TYPE_PATTERNS } from '../../events/event-types';
import { DEACTIVATED_REASONS, type DeactivatedReason, type Webhook } from '../webhook.entity';

/** A webhook with its secret, which is shown once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** A URL that is sent events (docs/reference/webhooks.md). */
export class WebhookResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'https://hooks.example.com/scheduling' })
  url: string;

  @ApiProperty({ type: String, nullable: true, example: 'CRM' })
  description: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...TYPE_PATTERNS] },
    nullable: true,
    example: ['appointment.*', 'customer.created'],
    description: 'null: all types',
  })
  types: string[] | null;

  @ApiProperty({ example: true })
  active: boolean;

  @ApiProperty({
    enum: DEACTIVATED_REASONS,
    nullable: true,
    example: null,
    description:
      'Why the service deactivated it: the receiver answered 410 (`gone`), or five days passed without one success (`failing`)',
  })
  deactivatedReason: DeactivatedReason | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'The first failed attempt after the last success; null: the last attempt succeeded',
  })
  failingSince: string | null;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  })
  createdAt: string;

  static readonly of = toWebhookResponse;
}

/** A webhook with its secret, which is shown once. */
export class WebhookSecretResponse extends WebhookResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description:
      'Signs the deliveries (Standard Webhooks). It is not shown again. null: this answer was given before, and there is a newer secret or the webhook was deleted',
  })
  secret: string | null;
}

export function toWebhookResponse(webhook: Webhook, zone: string): WebhookResponse {
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
