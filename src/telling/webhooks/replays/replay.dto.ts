import { integer } from '../../../platform/http/validation/number-types';
import { oneOf } from '../../../platform/http/validation/text-types';
import { TYPE_PATTERNS } from '../../events/event-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { listOf } from '../../../platform/http/validation/field';

/** Body of POST /webhooks/{id}/replay. */
export class Replay extends InputOf({
  after: required(integer(0, Number.MAX_SAFE_INTEGER), {
    example: 0,
    description: 'Only events after the one with this id',
  }),
  types: optional(listOf(oneOf(TYPE_PATTERNS), TYPE_PATTERNS.length, 1), {
    example: ['appointment.*'],
    description: 'Only these types, of those of the webhook',
  }),
}) {}
