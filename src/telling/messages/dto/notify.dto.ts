import { Field } from '../../../platform/http/validation/field';
import { oneOf } from '../../../platform/http/validation/text-types';
import { type Channel, CHANNELS, MESSAGE_KINDS, type MessageKind } from '../message.entity';

/** Body of POST /appointments/{id}/notify. */
export class Notify {
  @Field(oneOf(CHANNELS), { optional: true, default: 'email', example: 'email' })
  channel?: Channel;

  @Field(oneOf(MESSAGE_KINDS), {
    optional: true,
    example: 'confirmation',
    description: 'Default: `cancellation` for a cancelled appointment, `confirmation` for any other',
  })
  event?: MessageKind;
}
