import { PartialType } from '@nestjs/swagger';
import { Field, ListField } from '../../../platform/http/validation/field';
import { flag } from '../../../platform/http/validation/number-types';
import { MAX_ADDRESS, oneOf, text } from '../../../platform/http/validation/text-types';
import { outgoingUrl } from '../../../platform/outgoing/outgoing-url';
import { TYPE_PATTERNS } from '../../events/event-types';

/** Body of POST and PUT (docs/reference/webhooks.md). */
export class WebhookWrite {
  @Field(outgoingUrl(), {
    example: 'https://hooks.example.com/scheduling',
    description: 'Where events are sent to: a public address',
  })
  url: string;

  @Field(text(MAX_ADDRESS), { optional: true, nullable: true, default: null, example: 'CRM' })
  description?: string | null;

  @ListField(oneOf(TYPE_PATTERNS), TYPE_PATTERNS.length, {
    optional: true,
    nullable: true,
    default: null,
    minItems: 1,
    example: ['appointment.*', 'customer.created'],
    description:
      'The types of events to send; `appointment.*` stands for all types of appointments. null: all',
  })
  types?: string[] | null;

  @Field(flag(), {
    optional: true,
    default: true,
    description: 'Whether events are sent. What happens meanwhile is not sent later; replay it',
  })
  active?: boolean;
}

/** Body of PATCH: what is present changes. */
export class WebhookPatch extends PartialType(WebhookWrite, { skipNullProperties: false }) {}
