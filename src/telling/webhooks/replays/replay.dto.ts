import { Field, ListField } from '../../../platform/http/validation/field';
import { integer } from '../../../platform/http/validation/number-types';
import { oneOf } from '../../../platform/http/validation/text-types';
import { TYPE_PATTERNS } from '../../events/event-types';

/** Body of POST /webhooks/{id}/replay. */
export class Replay {
  @Field(integer(0, Number.MAX_SAFE_INTEGER), {
    example: 0,
    description: 'Only events after the one with this id',
  })
  after: number;

  @ListField(oneOf(TYPE_PATTERNS), TYPE_PATTERNS.length, {
    optional: true,
    minItems: 1,
    example: ['appointment.*'],
    description: 'Only these types, of those of the webhook',
  })
  types?: string[];
}
