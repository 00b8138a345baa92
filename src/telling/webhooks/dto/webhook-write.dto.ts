import { PartialType } from '@nestjs/swagger';
import { flag } from '../../../platform/http/validation/number-types';
import { MAX_ADDRESS, oneOf, text } from '../../../platform/http/validation/text-types';
import { outgoingUrl } from '../../../platform/outgoing/outgoing-url';
import { TYPE_PATTERNS } from '../../events/event-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { listOf } from '../../../platform/http/validation/field';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST and PUT (docs/reference/webhooks.md). */
export class WebhookWrite extends InputOf({
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
  }),
  active: optional(flag(), {
    default: true,
    description: 'Whether events are sent. What happens meanwhile is not sent later; replay it',
  }),
}) {}

/** Body of PATCH: what is present changes. */
export class WebhookPatch extends PartialType(WebhookWrite, { skipNullProperties: false }) {}
