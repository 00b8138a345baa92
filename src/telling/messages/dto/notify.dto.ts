import { oneOf } from '../../../platform/http/validation/text-types';
import { MESSAGE_KINDS } from '../message-kinds';
import { InputOf, optional } from '../../../platform/http/validation/members';

/** Body of POST /appointments/{id}/notify. */
export class Notify extends InputOf({
  channel: optional(oneOf(['email']), { default: 'email', example: 'email' }),
  event: optional(oneOf(MESSAGE_KINDS), {
    example: 'confirmation',
    description: 'Default: `cancellation` for a cancelled appointment, `confirmation` for any other',
  }),
}) {}
